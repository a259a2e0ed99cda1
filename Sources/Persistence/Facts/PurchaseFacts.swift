// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce

/// The facts that a purchase's history follows from, the oldest ones folded where there are many.
package struct PurchaseFacts: Sendable {
    /// What the oldest facts come to; `nil` when all of them are among the others.
    package var folded: FoldedFacts?

    /// The other facts, in the total order.
    package var facts: [StoredFact] = []
}

/// How many of a purchase's facts are kept unfolded.
package struct FoldingLimits: Hashable, Sendable {
    /// The number of unfolded facts from which on the oldest of them are folded.
    package var maximumUnfolded: Int

    /// The number of the newest facts that stay unfolded: a document that comes late sorts among them, and not among
    /// the folded ones, which would have to be folded again.
    package var newestUnfolded: Int

    /// Creates limits.
    package init(maximumUnfolded: Int, newestUnfolded: Int) {
        self.maximumUnfolded = max(1, maximumUnfolded)
        self.newestUnfolded = min(max(0, newestUnfolded), maximumUnfolded)
    }

    /// The limits of a server: a monthly subscription is folded for the first time after two years, a weekly one after half a
    /// year.
    package static let standard = FoldingLimits(maximumUnfolded: 48, newestUnfolded: 16)
}

extension FactReader {
    /// The facts that a purchase's history follows from, the oldest ones folded where there are many; without
    /// notifications, which say nothing about it that the documents inside them do not say.
    ///
    /// - Throws: `DatabaseError`.
    package func purchaseFacts(of lineage: OriginalTransactionID, in scope: AppScope) throws -> PurchaseFacts {
        guard let number = try number(of: scope) else { return PurchaseFacts() }
        // One statement, so that both parts are of one moment.
        let query: Query = """
            SELECT id, content, kind, lineage, sort_key, digest, document, received, source FROM facts
            WHERE scope = \(number) AND lineage = \(lineage) AND kind <> \(FactKind.notification)
                AND sort_key > COALESCE(
                    (SELECT last_key FROM folded_facts WHERE scope = \(number) AND lineage = \(lineage)), \([UInt8]())
                )
            UNION ALL
            SELECT facts, body, \(FoldedRow.kind), lineage, last_key, NULL, NULL, 0, '' FROM folded_facts
            WHERE scope = \(number) AND lineage = \(lineage)
            """
        return try purchases(query, in: scope)[lineage] ?? PurchaseFacts()
    }

    /// The same of several purchases.
    ///
    /// - Throws: `DatabaseError`.
    package func purchaseFacts(
        of lineages: [OriginalTransactionID],
        in scope: AppScope
    ) throws -> [OriginalTransactionID: PurchaseFacts] {
        guard let number = try number(of: scope), !lineages.isEmpty else { return [:] }
        // SQLite has no way to the database that would be worth sparing.
        guard dialect.sparesRoundTrips else {
            var found: [OriginalTransactionID: PurchaseFacts] = [:]
            for lineage in lineages { found[lineage] = try purchaseFacts(of: lineage, in: scope) }
            return found
        }
        let wanted = lineages.map(\.rawValue).joined(separator: "\n")
        let query: Query = """
            SELECT id, content, kind, facts.lineage, sort_key, digest, document, received, source
            FROM unnest(string_to_array(\(wanted), E'\\n')) AS wanted (lineage)
            LEFT JOIN folded_facts ON folded_facts.scope = \(number) AND folded_facts.lineage = wanted.lineage
            JOIN facts ON facts.scope = \(number) AND facts.lineage = wanted.lineage
                AND facts.kind <> \(FactKind.notification)
                AND facts.sort_key > COALESCE(folded_facts.last_key, \([UInt8]()))
            UNION ALL
            SELECT facts, body, \(FoldedRow.kind), lineage, last_key, NULL, NULL, 0, '' FROM folded_facts
            WHERE scope = \(number) AND lineage = ANY (string_to_array(\(wanted), E'\\n'))
            """
        return try purchases(query, in: scope)
    }

    /// What a purchase's oldest facts come to as it is stored; `nil` when there are too few.
    ///
    /// - Throws: `DatabaseError`.
    package func foldedFacts(of key: LineageKey) throws -> FoldedFacts? {
        guard let number = try number(of: key.scope) else { return nil }
        let row = try first(
            """
            SELECT last_key, facts, body FROM folded_facts WHERE scope = \(number) AND lineage = \(key.lineage)
            """
        ) { (last: try $0.next([UInt8].self), count: try $0.next(Int.self), body: try $0.next([UInt8].self)) }
        guard let row else { return nil }
        return try FoldedRow(key, last: row.last, count: row.count, body: row.body).folded
    }

    private func purchases(_ query: Query, in scope: AppScope) throws -> [OriginalTransactionID: PurchaseFacts] {
        var found: [OriginalTransactionID: PurchaseFacts] = [:]
        var unreadable: [OriginalTransactionID] = []
        try forEach(query) { row in
            let id = try row.next(Int64.self)
            let content = try row.next([UInt8].self)
            let kind = try row.next(FactKind.self)
            guard kind.rawValue == FoldedRow.kind else {
                let fact = try storedFact(id, content: content, kind: kind, &row, scope: scope)
                guard let lineage = fact.fact.lineage else { return }
                found[lineage, default: PurchaseFacts()].facts.append(fact)
                return
            }
            let lineage = try row.next(OriginalTransactionID.self)
            let key = LineageKey(scope: scope, lineage: lineage)
            let folded = try FoldedRow(key, last: try row.next(), count: Int(id), body: content).folded
            if folded == nil { unreadable.append(lineage) }
            found[lineage, default: PurchaseFacts()].folded = folded
        }
        // Another version of the program folded them.
        for lineage in unreadable {
            found[lineage] = PurchaseFacts(facts: try lifeFacts(of: lineage, in: scope))
        }
        return found.mapValues { purchase in
            var purchase = purchase
            purchase.facts = purchase.facts.inTotalOrder
            return purchase
        }
    }
}

extension FactWriter {
    /// Folds the oldest facts of a purchase that was just read, when there are many.
    ///
    /// What was read stays true: facts that come in the same transaction are newer, or remove the row again.
    ///
    /// - Throws: `DatabaseError`.
    package func foldOldest(of key: LineageKey, _ purchase: PurchaseFacts) throws {
        memory.learnFolded(purchase.folded?.lastOrder, of: key)
        let limits = memory.folding
        guard purchase.facts.count >= limits.maximumUnfolded else { return }
        let oldest = purchase.facts.map(\.fact).dropLast(limits.newestUnfolded)
        // One instant stays in one part, so that what was said at it can be compared.
        guard let end = oldest.last?.order.milliseconds else { return }
        let isCut = purchase.facts[oldest.count...].first?.fact.order.milliseconds == end
        let folding = isCut ? oldest.prefix { $0.order.milliseconds < end } : oldest
        guard let folded = FoldedFacts(key, after: purchase.folded, adding: folding) else { return }
        let body = try folded.bytes
        // What the form does not give back exactly is read fact by fact.
        guard
            try FoldedFacts(body, of: key, lastOrder: folded.lastOrder, count: folded.count) == folded
        else { return }
        let number = try ensureNumber(of: key.scope)
        try post(
            """
            INSERT INTO folded_facts (scope, lineage, last_key, facts, body)
            VALUES (\(number), \(key.lineage), \(folded.lastOrder.sortKey), \(folded.count), \(body))
            ON CONFLICT (scope, lineage) DO UPDATE
            SET last_key = excluded.last_key, facts = excluded.facts, body = excluded.body
            """
        )
        memory.learnFolded(folded.lastOrder, of: key)
    }

    /// Removes what a purchase's oldest facts come to, so that they are read one by one and folded again.
    ///
    /// - Throws: `DatabaseError`.
    package func unfold(_ key: LineageKey) throws {
        guard let number = try number(of: key.scope) else { return }
        try post("DELETE FROM folded_facts WHERE scope = \(number) AND lineage = \(key.lineage)")
        memory.learnFolded(nil, of: key)
    }

    /// Removes what purchases' oldest facts come to where one of some new facts sorts among them.
    func unfold(before facts: some Sequence<Fact>) throws {
        for fact in facts where fact.kind != .notification {
            guard let lineage = fact.lineage else { continue }
            let key = LineageKey(scope: fact.scope, lineage: lineage)
            switch memory.folded(of: key) {
            case .none?: continue
            case .some(let last?): if fact.order <= last { try unfold(key) }
            case nil:
                guard let number = try number(of: key.scope) else { continue }
                try post(
                    """
                    DELETE FROM folded_facts
                    WHERE scope = \(number) AND lineage = \(lineage) AND last_key >= \(fact.order.sortKey)
                    """
                )
            }
        }
    }
}

/// A row of folded facts.
private struct FoldedRow {
    /// What its column says instead of a fact's kind.
    static let kind = "folded"

    /// What it holds; `nil` when another version of the program wrote it.
    let folded: FoldedFacts?

    init(_ key: LineageKey, last: [UInt8], count: Int, body: [UInt8]) throws {
        guard let order = FactOrder(sortKey: last) else { throw CompactContent.unreadable }
        folded = try FoldedFacts(body, of: key, lastOrder: order, count: count)
    }
}

extension [StoredFact] {
    /// The facts in the total order, in which they mostly come.
    fileprivate var inTotalOrder: [StoredFact] {
        let isSorted = zip(self, dropFirst()).allSatisfy { $0.fact.order <= $1.fact.order }
        return isSorted ? self : sorted { ($0.fact.order, $0.id) < ($1.fact.order, $1.id) }
    }
}
