// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// Compares our sales with the rows of Apple's sales or financial reports.
///
/// First what never is reported is set aside. Then sales and reported units of the same product, storefront and price
/// are paired, each sale within the days on which it may be reported. What is left may differ in price for a reason;
/// the rest is unexplained.
public struct Reconciler: Sendable {
    let policy: ReconciliationPolicy
    let reported: Set<CivilDay>
    let rows: [ReportedSale]
    var units: [Int]
    var open: [RecordedSale]
    var result = Reconciliation()

    /// Reconciles.
    ///
    /// - Parameters:
    ///   - sales: Our sales and refunds; sandbox and family ones too. Those of other stores are left out.
    ///   - rows: The rows of Apple's reports; those of a financial report on their month's first day.
    ///   - reportedDays: The days whose reports have come; of financial reports the months' first days.
    ///   - policy: How generous to be.
    /// - Returns: Everything sorted into matched, explained and unexplained.
    public static func reconcile(
        sales: [RecordedSale],
        rows: [ReportedSale],
        reportedDays: Set<CivilDay>,
        policy: ReconciliationPolicy = ReconciliationPolicy()
    ) -> Reconciliation {
        var reconciler = Reconciler(sales: sales, rows: rows, reported: reportedDays, policy: policy)
        reconciler.run()
        return reconciler.result
    }

    private init(
        sales: [RecordedSale],
        rows: [ReportedSale],
        reported: Set<CivilDay>,
        policy: ReconciliationPolicy
    ) {
        // Apple reports what Apple sold.
        open = sales.filter { $0.store == .appStore }.sorted {
            ($0.instant, $0.transactionID, $0.direction.rawValue)
                < ($1.instant, $1.transactionID, $1.direction.rawValue)
        }
        self.rows = rows.filter { $0.units != 0 }.sorted(on: \.day, \.row)
        units = self.rows.map(\.units)
        self.reported = reported
        self.policy = policy
    }

    private mutating func run() {
        let bundled = open.filter { $0.bundle != nil && $0.environment == .production && $0.isSale }
        setAside { sale in
            if sale.environment != .production { return .sandbox }
            if sale.isSale, sale.bundle != nil { return .bundle }
            if sale.isSale { return nil }
            return sale.ownership == .familyShared ? .familyShare : .notSold
        }
        let repeated = consumeRepeated()
        open = open.flatMap(\.byUnitPrice)
        pairEqualPrices()
        pairOtherPrices(as: .rounding) { [policy] in policy.isRounding($0, $1) }
        pairOtherPrices(as: .upgrade) { [policy] in policy.isRestOfPeriod($0, $1) }
        pairOtherPrices(as: .preservedPrice) { $0.isPriceAssumed && $1.isPreservedPrice }
        pairOtherPrices(as: .offerPrice) { sale, _ in sale.isPriceAssumed && sale.offerType != nil }
        pairOtherPrices(as: .priceUnknown) { sale, _ in sale.isPriceAssumed }
        setAside { $0.amount == 0 ? .nothingPaid : nil }
        setAside { [reported, policy] sale in
            policy.awaitedPeriods(of: sale).allSatisfy(reported.contains) ? nil : .lateReport
        }
        explainRows(of: bundled)
        collectUnexplained(repeated)
    }

    /// Explains what is left of the rows of bundles and of the subscriptions that they bring: our books have no price of those.
    private mutating func explainRows(of bundled: [RecordedSale]) {
        let products = Set(bundled.map(\.productID) + bundled.compactMap(\.bundle))
        for index in rows.indices where units[index] != 0 && products.contains(rows[index].productID) {
            let amount = rows[index].amount(of: units[index]).value
            result.explained.append(.init(explanation: .bundle, sale: nil, row: rows[index], difference: amount))
            units[index] = 0
        }
    }

    private mutating func setAside(_ reason: (RecordedSale) -> Explanation?) {
        var rest: [RecordedSale] = []
        for sale in open {
            guard let explanation = reason(sale) else {
                rest.append(sale)
                continue
            }
            let difference = explanation == .lateReport ? (-BoundedSum(sale.amount)).value : 0
            result.explained.append(.init(explanation: explanation, sale: sale, row: nil, difference: difference))
        }
        open = rest
    }

    /// Takes out sales that are in our books twice under one transaction: they are doubled whatever Apple says.
    private mutating func consumeRepeated() -> [RecordedSale] {
        struct Identity: Hashable {
            let transaction: TransactionID
            let cause: RecordedSale.Cause
            let instant: Date
        }
        var seen: Set<Identity> = []
        var repeated: [RecordedSale] = []
        var rest: [RecordedSale] = []
        for sale in open {
            let identity = Identity(transaction: sale.transactionID, cause: sale.cause, instant: sale.instant)
            if seen.insert(identity).inserted { rest.append(sale) } else { repeated.append(sale) }
        }
        open = rest
        return repeated
    }

    /// Pairs sales with units of the same lane, direction and price, within the days on which each may be reported.
    private mutating func pairEqualPrices() {
        // A sale of more units than one purchase can have has no counterpart, and units are counted one by one.
        let pairable = open.indices.filter { open[$0].lane != nil && open[$0].quantity <= UnitMatching.maximumUnits }
        let claims = Dictionary(grouping: pairable) { open[$0].lane }
        let supplies = Dictionary(grouping: rows.indices) { rows[$0].lane }
        let doubtful = doubtfulSales()
        var served: Set<Int> = []
        for (lane, indices) in claims.sorted(on: { $0.value[0] }) {
            guard let lane, let supply = supplies[lane] else { continue }
            let grants = UnitMatching.match(
                indices.map { index in
                    let sale = open[index]
                    return .init(
                        sale: index,
                        wanted: sale.quantity,
                        own: policy.ownPeriod(of: sale),
                        days: policy.periods(of: sale),
                        isDoubtful: doubtful.contains(index)
                    )
                },
                from: supply.map { .init(row: $0, units: abs(units[$0]), day: rows[$0].day) }
            )
            for (sale, grants) in grants.sorted(on: { $0.key }) { account(for: sale, by: grants) }
            served.formUnion(grants.keys)
        }
        open = open.indices.filter { !served.contains($0) }.map { open[$0] }
    }

    /// The places of sales that look like the double of another: same thing, same place, same price, same instant.
    private func doubtfulSales() -> Set<Int> {
        struct Look: Hashable {
            let product: ProductID
            let country: StorefrontCountryCode
            let price: Money
            let quantity: Int
            let cause: RecordedSale.Cause
            let instant: Date
        }
        var seen: Set<Look> = []
        return Set(
            open.indices.filter { index in
                let sale = open[index]
                let look = Look(
                    product: sale.productID,
                    country: sale.country,
                    price: sale.price,
                    quantity: sale.quantity,
                    cause: sale.cause,
                    instant: sale.instant
                )
                return !seen.insert(look).inserted
            }
        )
    }

    private mutating func account(for index: Int, by grants: [UnitMatching.Allocation]) {
        let sale = open[index]
        let sign = sale.units.signum()
        for grant in grants { units[grant.row] -= sign * grant.units }
        guard let other = grants.first(where: { rows[$0.row].day != policy.ownPeriod(of: sale) }) else {
            for grant in grants {
                result.matched.append(.init(sales: [sale], row: rows[grant.row], units: sign * grant.units))
            }
            return
        }
        let explanation: Explanation = sale.isUnsettled ? .refundInAnotherPeriod : .dayEdge
        result.explained.append(
            .init(explanation: explanation, sale: sale, row: rows[other.row], difference: 0)
        )
    }

    /// Pairs sales with units of the same product and storefront at another price, on the nearest of the sale's days.
    private mutating func pairOtherPrices(as explanation: Explanation, where fits: (RecordedSale, ReportedSale) -> Bool)
    {
        let rowsByStorefront = rowsByProductStorefront()
        var rest: [RecordedSale] = []
        for sale in open {
            guard let found = nearestRow(for: sale, in: rowsByStorefront, where: fits) else {
                rest.append(sale)
                continue
            }
            units[found] -= sale.units
            var sale = sale
            // The catalog knows no price in this currency, so that nothing is known of ours.
            if sale.price.currency != rows[found].unitPrice.currency {
                sale.price = Money(milliunits: 0, currency: rows[found].unitPrice.currency)
            }
            let difference = rows[found].amount(of: sale.units) - BoundedSum(sale.amount)
            result.explained.append(
                .init(explanation: explanation, sale: sale, row: rows[found], difference: difference.value)
            )
        }
        open = rest
    }

    /// The places of rows with units left, by product and storefront.
    func rowsByProductStorefront() -> [ProductStorefront: [Int]] {
        Dictionary(grouping: rows.indices.filter { units[$0] != 0 }) { ProductStorefront(rows[$0]) }
    }

    /// The row nearest to a sale's own day that has all its units left and fits.
    func nearestRow(
        for sale: RecordedSale,
        in rowsByStorefront: [ProductStorefront: [Int]],
        where fits: (RecordedSale, ReportedSale) -> Bool
    ) -> Int? {
        let days = policy.periods(of: sale)
        let own = policy.ownPeriod(of: sale).daysSince1970
        return rowsByStorefront[ProductStorefront(sale)]?
            .filter { index in
                let row = rows[index]
                guard days.contains(row.day), sale.isPriceAssumed || row.unitPrice.currency == sale.price.currency,
                    sale.units > 0 ? units[index] >= sale.units : units[index] <= sale.units
                else { return false }
                return fits(sale, row)
            }
            .min { abs(rows[$0].day.daysSince1970 - own) < abs(rows[$1].day.daysSince1970 - own) }
    }
}

/// A product in a storefront.
struct ProductStorefront: Hashable {
    let productID: ProductID
    let country: StorefrontCountryCode

    init(_ sale: RecordedSale) {
        productID = sale.productID
        country = sale.country
    }

    init(_ row: ReportedSale) {
        productID = row.productID
        country = row.country
    }
}
