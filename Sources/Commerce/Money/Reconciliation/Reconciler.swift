// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// Compares our sales with the rows of Apple's sales reports.
///
/// First what never is reported is set aside. Then sales and reported units of the same product, storefront and price are
/// paired, each sale within the days on which it may be reported. What is left may differ in price for a reason; the rest is
/// unexplained.
public struct Reconciler: Sendable {
    private let policy: ReconciliationPolicy
    private let reportedDays: Set<CivilDay>
    private let rows: [ReportedSale]
    private var units: [Int]
    private var open: [BookedSale]
    private var result = Reconciliation()

    /// Reconciles.
    ///
    /// - Parameters:
    ///   - sales: Our sales and refunds; sandbox and family ones too.
    ///   - rows: The rows of Apple's reports.
    ///   - reportedDays: The days whose reports have come.
    ///   - policy: How generous to be.
    /// - Returns: Everything sorted into matched, explained and unexplained.
    public static func reconcile(
        sales: [BookedSale],
        rows: [ReportedSale],
        reportedDays: Set<CivilDay>,
        policy: ReconciliationPolicy = ReconciliationPolicy()
    ) -> Reconciliation {
        var reconciler = Reconciler(sales: sales, rows: rows, reportedDays: reportedDays, policy: policy)
        reconciler.run()
        return reconciler.result
    }

    private init(
        sales: [BookedSale],
        rows: [ReportedSale],
        reportedDays: Set<CivilDay>,
        policy: ReconciliationPolicy
    ) {
        open = sales.sorted {
            ($0.instant, $0.transactionID, $0.direction.rawValue)
                < ($1.instant, $1.transactionID, $1.direction.rawValue)
        }
        self.rows = rows.filter { $0.units != 0 }.sorted { ($0.day, $0.row) < ($1.day, $1.row) }
        units = self.rows.map(\.units)
        self.reportedDays = reportedDays
        self.policy = policy
    }

    private mutating func run() {
        setAside { sale in
            if sale.environment != .production { return .sandbox }
            return sale.isFamilyShared ? .familyShare : nil
        }
        pairEqualPrices { [policy] in policy.usualDays(of: $0) }
        pairEqualPrices { [policy] in policy.unusualDays(of: $0) }
        pairOtherPrices(as: .rounding) { [policy] in policy.isRounding($0, $1) }
        pairOtherPrices(as: .preservedPrice) { $0.isPriceAssumed && $1.isPreservedPrice }
        pairOtherPrices(as: .offerPrice) { sale, _ in sale.isPriceAssumed && sale.offerType != nil }
        setAside { [reportedDays] sale in reportedDays.contains(sale.day) ? nil : .lateReport }
        collectUnexplained()
    }

    private mutating func setAside(_ reason: (BookedSale) -> Explanation?) {
        var rest: [BookedSale] = []
        for sale in open {
            guard let explanation = reason(sale) else {
                rest.append(sale)
                continue
            }
            let difference = explanation == .lateReport ? -sale.amount : 0
            result.explained.append(.init(explanation: explanation, sale: sale, row: nil, difference: difference))
        }
        open = rest
    }

    /// Pairs sales with units of the same lane, direction and price, within the days that are given for a sale.
    private mutating func pairEqualPrices(days: (BookedSale) -> ClosedRange<CivilDay>) {
        let claims = Dictionary(grouping: open.indices.filter { open[$0].lane != nil }) { open[$0].lane }
        let supplies = Dictionary(grouping: rows.indices.filter { units[$0] != 0 }) { rows[$0].lane }
        var served: Set<Int> = []
        for (lane, indices) in claims.sorted(by: { $0.value[0] < $1.value[0] }) {
            guard let lane, let supply = supplies[lane] else { continue }
            let grants = UnitMatching.serve(
                indices.map { index in
                    let range = days(open[index])
                    return .init(
                        sale: index,
                        wanted: open[index].quantity,
                        own: open[index].day,
                        first: range.lowerBound,
                        last: range.upperBound
                    )
                },
                from: supply.map { .init(row: $0, units: abs(units[$0]), day: rows[$0].day) }
            )
            for (sale, grants) in grants.sorted(by: { $0.key < $1.key }) { account(for: sale, by: grants) }
            served.formUnion(grants.keys)
        }
        open = open.indices.filter { !served.contains($0) }.map { open[$0] }
    }

    private mutating func account(for index: Int, by grants: [UnitMatching.Grant]) {
        let sale = open[index]
        for grant in grants {
            let signed = sale.direction == .sale ? grant.units : -grant.units
            units[grant.row] -= signed
        }
        guard let other = grants.first(where: { rows[$0.row].day != sale.day }) else {
            for grant in grants {
                let signed = sale.direction == .sale ? grant.units : -grant.units
                result.matched.append(.init(sales: [sale], row: rows[grant.row], units: signed))
            }
            return
        }
        let explanation: Explanation = sale.direction == .refund ? .refundInAnotherPeriod : .dayEdge
        result.explained.append(
            .init(explanation: explanation, sale: sale, row: rows[other.row], difference: 0)
        )
    }

    /// Pairs sales with units of the same group at another price.
    private mutating func pairOtherPrices(as explanation: Explanation, where fits: (BookedSale, ReportedSale) -> Bool) {
        let groups = Dictionary(grouping: rows.indices.filter { units[$0] != 0 }) { ReportGroup(rows[$0]) }
        var rest: [BookedSale] = []
        for sale in open {
            let signed = sale.direction == .sale ? sale.quantity : -sale.quantity
            let found = groups[ReportGroup(sale)]?.first {
                (signed > 0 ? units[$0] >= signed : units[$0] <= signed) && fits(sale, rows[$0])
            }
            guard let found else {
                rest.append(sale)
                continue
            }
            units[found] -= signed
            let difference = rows[found].unitPrice.milliunits * Int64(signed) - sale.amount
            result.explained.append(
                .init(explanation: explanation, sale: sale, row: rows[found], difference: difference)
            )
        }
        open = rest
    }

    private mutating func collectUnexplained() {
        var groups: [ReportGroup: Reconciliation.Unexplained] = [:]
        let empty = { Reconciliation.Unexplained(group: $0, difference: 0, suspects: [], rows: []) }
        for sale in open {
            let group = ReportGroup(sale)
            groups[group, default: empty(group)].difference -= sale.amount
            groups[group]?.suspects.append(sale)
        }
        for index in rows.indices where units[index] != 0 {
            let group = ReportGroup(rows[index])
            groups[group, default: empty(group)].difference += rows[index].unitPrice.milliunits * Int64(units[index])
            groups[group]?.rows.append(rows[index])
        }
        // A doubled sale looks like its twin, so the group's matched sales are suspects too.
        let twins = Dictionary(grouping: result.matched) { ReportGroup($0.row) }
        for group in groups.keys { groups[group]?.suspects += twins[group]?.flatMap(\.sales) ?? [] }
        result.unexplained = groups.values.sorted { $0.group < $1.group }
    }
}
