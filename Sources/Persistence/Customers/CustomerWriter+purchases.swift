// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce

/// The purchases whose facts a decision about a customer reads, and the counts of the others.
package struct CustomerPurchaseIndex: Hashable, Sendable {
    /// The purchases that may give access.
    package var lineages: Set<OriginalTransactionID> = []
    /// The counts of those that give none.
    package var counts = PurchaseCounts()

    /// Makes an index of purchases that may all give access.
    package init(lineages: Set<OriginalTransactionID> = []) {
        self.lineages = lineages
    }
}

extension CustomerReader {
    /// Which of a customer's purchases may give access, and the counts of the others.
    ///
    /// - Throws: `DatabaseError`.
    package func purchaseIndex(of customer: CustomerID, in scope: AppScope) throws -> CustomerPurchaseIndex {
        var found = CustomerPurchaseIndex()
        guard let number = try number(of: scope) else { return found }
        let own: Query = "customer = \(customer) AND scope = \(number)"
        func values(_ prefix: String) -> Query {
            """
            SELECT * FROM (SELECT name, number FROM customer_purchase_counts
                WHERE \(own) AND name >= \(prefix + "/") AND name < \(prefix + "0") AND number > 0
                ORDER BY name LIMIT \(PurchaseCounts.maximumValues)) AS found_\(Query(stringLiteral: prefix))
            """
        }
        try forEach(
            """
            SELECT lineage, 0 FROM customer_purchases WHERE \(own) AND may_give_access = 1
            UNION ALL
            SELECT name, number FROM customer_purchase_counts
            WHERE \(own) AND name IN ('purchases', 'refunds') AND number > 0
            UNION ALL \(values(PurchaseCounts.Name.storefrontPrefix))
            UNION ALL \(values(PurchaseCounts.Name.appDownloadPrefix))
            """
        ) { row in
            let text = try row.next(String.self)
            let number = try row.next(Int.self)
            if number == 0 {
                found.lineages.insert(OriginalTransactionID(rawValue: text))
            } else if let name = PurchaseCounts.Name(text) {
                found.counts.numbers[name] = number
            }
        }
        return found
    }

    /// What a purchase means to each customer whom its claims name, as it was stored last.
    ///
    /// - Throws: `DatabaseError`.
    package func customerPurchases(of key: LineageKey) throws -> [CustomerPurchase] {
        guard let number = try number(of: key.scope) else { return [] }
        return try rows(
            """
            SELECT customer, may_give_access, is_proven, is_refunded, storefront, app_transaction
            FROM customer_purchases WHERE scope = \(number) AND lineage = \(key.lineage) ORDER BY customer
            """
        ) { row in
            CustomerPurchase(
                customer: try row.next(),
                mayGiveAccess: try row.next(),
                isProven: try row.next(),
                isRefunded: try row.next(),
                storefront: try row.next(),
                appTransactionID: try row.next()
            )
        }
    }

    /// The customers whom the claims of purchases name, and those of orders with some tokens.
    ///
    /// - Throws: `DatabaseError`.
    package func customers(of purchases: Set<LineageKey>, tokens: Set<AppAccountToken>) throws -> Set<CustomerID> {
        var parts: [Query] = []
        for (scope, keys) in Dictionary(grouping: purchases, by: \.scope).sorted(by: { "\($0.key)" < "\($1.key)" }) {
            guard let number = try number(of: scope) else { continue }
            let lineages = keys.map { StoredValue.text($0.lineage.rawValue) }
            parts.append(
                "SELECT customer FROM customer_purchases WHERE scope = \(number) AND lineage IN \(list: lineages)"
            )
        }
        if !tokens.isEmpty {
            let values = tokens.map(\.storedValue)
            parts.append("SELECT customer FROM orders WHERE token IN \(list: values) AND customer IS NOT NULL")
        }
        guard let first = parts.first else { return [] }
        let query = parts.dropFirst().reduce(first) { "\($0) UNION \($1)" }
        return Set(try rows(query) { try $0.next() })
    }

    /// The stored counts that differ from those that the stored purchases give, each with both numbers.
    ///
    /// - Throws: `DatabaseError`.
    package func wrongPurchaseCounts(
        of customer: CustomerID,
        in scope: AppScope
    ) throws -> [(name: String, stored: Int, computed: Int)] {
        guard let number = try number(of: scope) else { return [] }
        var stored: [String: Int] = [:]
        try forEach(
            "SELECT name, number FROM customer_purchase_counts WHERE customer = \(customer) AND scope = \(number)"
        ) { stored[try $0.next(String.self)] = try $0.next(Int.self) }
        let computed = try computedCounts(of: customer, scope: number)
        return Set(stored.keys).union(computed.keys).sorted().compactMap { name in
            let (left, right) = (stored[name] ?? 0, computed[name] ?? 0)
            return left == right ? nil : (name, left, right)
        }
    }

    fileprivate func computedCounts(of customer: CustomerID, scope number: Int64) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        try forEach(
            """
            SELECT is_refunded, storefront, app_transaction, COUNT(*) FROM customer_purchases
            WHERE customer = \(customer) AND scope = \(number) AND may_give_access = 0 AND is_proven = 1
            GROUP BY is_refunded, storefront, app_transaction
            """
        ) { row in
            let purchase = CustomerPurchase(
                customer: customer,
                mayGiveAccess: false,
                isProven: true,
                isRefunded: try row.next(),
                storefront: try row.next(),
                appTransactionID: try row.next()
            )
            let number = try row.next(Int.self)
            for name in purchase.counted { counts[name.text, default: 0] += number }
        }
        return counts
    }
}

extension CustomerWriter {
    /// Brings what a purchase means to its customers from what is stored to what it is: only what differs is written.
    ///
    /// - Throws: `DatabaseError`.
    package func replaceCustomerPurchases(
        of key: LineageKey,
        stored: [CustomerPurchase],
        with purchases: [CustomerPurchase]
    ) throws {
        guard stored != purchases else { return }
        let number = try ensureNumber(of: key.scope)
        let known = Dictionary(stored.map { ($0.customer, $0) }, uniquingKeysWith: { _, last in last })
        for purchase in purchases where known[purchase.customer] != purchase {
            try post(
                """
                INSERT INTO customer_purchases
                    (scope, lineage, customer, may_give_access, is_proven, is_refunded, storefront, app_transaction)
                VALUES (\(number), \(key.lineage), \(purchase.customer), \(purchase.mayGiveAccess),
                    \(purchase.isProven), \(purchase.isRefunded), \(purchase.storefront), \(purchase.appTransactionID))
                ON CONFLICT (scope, lineage, customer) DO UPDATE SET may_give_access = excluded.may_give_access,
                    is_proven = excluded.is_proven, is_refunded = excluded.is_refunded,
                    storefront = excluded.storefront, app_transaction = excluded.app_transaction
                """
            )
            try count(known[purchase.customer]?.counted ?? [], purchase.counted, of: purchase.customer, scope: number)
        }
        let removed = Set(known.keys).subtracting(purchases.map(\.customer))
        for customer in removed.sorted() {
            try post(
                """
                DELETE FROM customer_purchases
                WHERE scope = \(number) AND lineage = \(key.lineage) AND customer = \(customer)
                """
            )
            try count(known[customer]?.counted ?? [], [], of: customer, scope: number)
        }
    }

    /// Counts a customer's stored purchases again.
    ///
    /// - Throws: `DatabaseError`.
    package func recountPurchases(of customer: CustomerID, in scope: AppScope) throws {
        let number = try ensureNumber(of: scope)
        try execute("DELETE FROM customer_purchase_counts WHERE customer = \(customer) AND scope = \(number)")
        for (name, count) in try computedCounts(of: customer, scope: number).sorted(by: { $0.key < $1.key }) {
            try add(count, to: name, of: customer, scope: number)
        }
    }

    private func count(
        _ before: [PurchaseCounts.Name],
        _ after: [PurchaseCounts.Name],
        of customer: CustomerID,
        scope: Int64
    ) throws {
        let removed = before.filter { !after.contains($0) }
        for name in removed { try add(-1, to: name.text, of: customer, scope: scope) }
        for name in after where !before.contains(name) { try add(1, to: name.text, of: customer, scope: scope) }
        guard !removed.isEmpty else { return }
        try post(
            "DELETE FROM customer_purchase_counts WHERE customer = \(customer) AND scope = \(scope) AND number = 0"
        )
    }

    private func add(_ number: Int, to name: String, of customer: CustomerID, scope: Int64) throws {
        try post(
            """
            INSERT INTO customer_purchase_counts (customer, scope, name, number)
            VALUES (\(customer), \(scope), \(name), \(number))
            ON CONFLICT (customer, scope, name) DO UPDATE SET
                number = customer_purchase_counts.number + excluded.number
            """
        )
    }
}

extension PurchaseCounts.Name {
    fileprivate static let storefrontPrefix = "storefront"
    fileprivate static let appDownloadPrefix = "download"

    fileprivate var text: String {
        switch self {
        case .purchases: "purchases"
        case .refunds: "refunds"
        case .storefront(let storefront): "\(Self.storefrontPrefix)/\(storefront.rawValue)"
        case .appDownload(let id): "\(Self.appDownloadPrefix)/\(id.rawValue)"
        }
    }

    fileprivate init?(_ text: String) {
        switch text {
        case "purchases": self = .purchases
        case "refunds": self = .refunds
        default:
            guard let slash = text.firstIndex(of: "/") else { return nil }
            let value = String(text[text.index(after: slash)...])
            switch text[..<slash] {
            case Self.storefrontPrefix: self = .storefront(StorefrontCountryCode(rawValue: value))
            case Self.appDownloadPrefix: self = .appDownload(AppTransactionID(rawValue: value))
            default: return nil
            }
        }
    }
}
