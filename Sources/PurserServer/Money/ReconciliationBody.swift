// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Our sales beside Apple's reports, sorted into what matches, what is explained and what is not.
struct ReconciliationBody: Codable, Sendable, SchemaDescribed {
    /// Money of one currency, in milliunits: all of both sides, so that what one has more is explained or not.
    struct Totals: Codable, Hashable, Sendable {
        var currency: Currency
        var ours: Int64
        var reported: Int64
        var matched: Int64
        /// Apple's amounts less ours that have a reason.
        var explained: Int64
        /// Apple's amounts less ours that have none, without their signs.
        var unexplained: Int64
        /// Whether an amount is only the end of what can be counted; absent when all are whole.
        var isClamped: Bool?

        private enum CodingKeys: String, CodingKey {
            case currency, reported, matched, explained, unexplained, isClamped
            case ours = "recorded"
        }
    }

    struct Sale: Codable, Hashable, Sendable {
        var transaction: TransactionID
        var originalTransaction: OriginalTransactionID
        var cause: String
        var product: ProductID
        var storefront: StorefrontCountryCode
        var currency: Currency
        /// In milliunits; below zero for a refund.
        var amount: Int64
        var quantity: Int
        var at: Date
        var day: String

        private enum CodingKeys: String, CodingKey {
            case cause, storefront, currency, amount, quantity, day
            case transaction = "transactionId"
            case originalTransaction = "originalTransactionId"
            case product = "productId"
            case at = "occurredAt"
        }
    }

    struct Row: Codable, Hashable, Sendable {
        var report: Int64
        var row: Int
        var day: String
        var units: Int
        var unitPrice: Int64
        var currency: Currency
    }

    struct Explained: Codable, Hashable, Sendable {
        var explanation: String
        var difference: Int64
        var sale: Sale?
        var row: Row?
    }

    struct Unexplained: Codable, Hashable, Sendable {
        var product: ProductID
        var storefront: StorefrontCountryCode
        var currency: Currency
        var day: String
        /// `missing`, `surplus` or `price`.
        var finding: String
        /// What our sales come to that have no counterpart, in milliunits.
        var ours: Int64
        /// What Apple's units come to that have no counterpart, in milliunits.
        var reported: Int64
        /// Apple's amount less ours, in milliunits.
        var difference: Int64
        var suspects: [Sale]
        var rows: [Row]

        private enum CodingKeys: String, CodingKey {
            case storefront, currency, day, finding, reported, difference, rows
            case product = "productId"
            case ours = "recorded"
            case suspects = "candidates"
        }
    }

    struct Count: Codable, Hashable, Sendable {
        var explanation: String
        var count: Int
    }

    var period: String
    var from: String
    var until: String
    var matched: Int
    var totals: [Totals]
    var explanations: [Count]
    var explained: [Explained]
    var unexplained: [Unexplained]
    var exceedsThreshold: Bool

    static let schemaName = "Reconciliation"
}

extension ReconciliationBody {
    init(
        _ result: Reconciliation,
        period: ReconciliationPolicy.Period,
        days: ClosedRange<CivilDay>,
        threshold: Int64,
        limit: Int
    ) {
        self.period = period.rawValue
        from = days.lowerBound.description
        until = days.upperBound.description
        matched = result.matched.count
        totals = Self.totals(result)
        explanations = Dictionary(grouping: result.explained, by: \.explanation)
            .map { Count(explanation: $0.rawValue, count: $1.count) }
            .sorted { $0.explanation < $1.explanation }
        explained = result.explained.prefix(limit).map { item in
            Explained(
                explanation: item.explanation.rawValue,
                difference: item.difference,
                sale: item.sale.map(Sale.init),
                row: item.row.map(Row.init)
            )
        }
        unexplained = result.unexplained.prefix(limit).map { item in
            Unexplained(
                product: item.group.productID,
                storefront: item.group.country,
                currency: item.group.currency,
                day: item.group.day.description,
                finding: item.finding.rawValue,
                ours: item.ours,
                reported: item.reported,
                difference: item.difference,
                suspects: item.suspects.prefix(1000).map(Sale.init),
                rows: item.rows.map(Row.init)
            )
        }
        exceedsThreshold = result.exceedsThreshold(above: threshold)
    }

    private static func totals(_ result: Reconciliation) -> [Totals] {
        var totals: [Currency: Totals] = [:]
        func add(_ currency: Currency, _ path: WritableKeyPath<Totals, Int64>, _ amount: BoundedSum) {
            let empty = Totals(currency: currency, ours: 0, reported: 0, matched: 0, explained: 0, unexplained: 0)
            let sum = BoundedSum(totals[currency]?[keyPath: path] ?? 0) + amount
            totals[currency, default: empty][keyPath: path] = sum.value
            if sum.isClamped { totals[currency]?.isClamped = true }
        }
        for match in result.matched {
            let amount = BoundedSum(match.row.unitPrice.milliunits) * BoundedSum(Int64(match.units))
            for path in [\Totals.ours, \.reported, \.matched] { add(match.row.unitPrice.currency, path, amount) }
        }
        for item in result.explained {
            guard let sale = item.sale, sale.environment == .production, sale.isSale else { continue }
            let (ours, difference) = (BoundedSum(sale.amount), BoundedSum(item.difference))
            add(sale.price.currency, \.ours, ours)
            add(sale.price.currency, \.explained, difference)
            if item.row != nil { add(sale.price.currency, \.reported, ours + difference) }
        }
        for item in result.unexplained {
            add(item.group.currency, \.ours, BoundedSum(item.ours))
            add(item.group.currency, \.reported, BoundedSum(item.reported))
            add(item.group.currency, \.unexplained, BoundedSum(item.difference).magnitude)
        }
        return totals.values.sorted { $0.currency < $1.currency }
    }
}

extension ReconciliationBody.Sale {
    init(_ sale: RecordedSale) {
        transaction = sale.transactionID
        originalTransaction = sale.lineage
        cause = sale.cause.rawValue
        product = sale.productID
        storefront = sale.country
        currency = sale.price.currency
        amount = sale.amount
        quantity = sale.quantity
        at = sale.instant
        day = sale.day.description
    }
}

extension ReconciliationBody.Row {
    init(_ sale: ReportedSale) {
        let name = ReportRowID(number: sale.row)
        report = name.report
        row = name.row
        day = sale.day.description
        units = sale.units
        unitPrice = sale.unitPrice.milliunits
        currency = sale.unitPrice.currency
    }
}

extension ReconciliationBody {
    private static let sale = Schema.object([
        "transactionId": .string, "originalTransactionId": .string, "cause": .string, "productId": .string,
        "storefront": .string, "currency": .string, "amount": .integer, "quantity": .integer, "occurredAt": .instant,
        "day": .string,
    ])

    private static let row = Schema.object([
        "report": .integer, "row": .integer, "day": .string, "units": .integer, "unitPrice": .integer,
        "currency": .string,
    ])

    private static let totals = Schema.object(
        [
            "currency": .string, "recorded": .integer, "reported": .integer, "matched": .integer, "explained": .integer,
            "unexplained": .integer,
        ],
        optional: ["isClamped": .isClamped]
    )

    static let schema = Schema.object([
        "period": .oneOf(["day", "fiscal-month"]), "from": .string, "until": .string, "matched": .integer,
        "exceedsThreshold": .boolean, "totals": .array(of: totals),
        "explanations": .array(of: .object(["explanation": .string, "count": .integer])),
        "explained": .array(
            of: .object(["explanation": .string, "difference": .integer], optional: ["sale": sale, "row": row])
        ),
        "unexplained": .array(
            of: .object([
                "productId": .string, "storefront": .string, "currency": .string, "day": .string,
                "finding": .oneOf(["missing", "extra", "price-mismatch"]), "recorded": .integer, "reported": .integer,
                "difference": .integer, "candidates": .array(of: sale), "rows": .array(of: row),
            ])
        ),
    ])
}
