// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension FactReader {
    /// All facts about a purchase's transaction history, in the total order.
    ///
    /// - Throws: `DatabaseError`.
    package func facts(of lineage: OriginalTransactionID, in scope: AppScope) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        return try facts("scope = \(number) AND lineage = \(lineage) ORDER BY sort_key, id", in: scope)
    }

    /// The facts that a purchase's transaction history follows from, in the total order: all but Apple's notifications,
    /// which say nothing about it that the documents inside them do not say.
    ///
    /// - Throws: `DatabaseError`.
    package func lifeFacts(of lineage: OriginalTransactionID, in scope: AppScope) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        return try facts(
            """
            scope = \(number) AND lineage = \(lineage) AND kind <> \(FactKind.notification) ORDER BY sort_key, id
            """,
            in: scope
        )
    }

    /// The facts naming a customer that an account follows from, in the total order.
    ///
    /// The steps of orders that are for no device are left out, as long as none of the customer's orders is for one:
    /// they
    /// are the most by far, and no entitlement rests on them.
    ///
    /// - Throws: `DatabaseError`.
    package func accountFacts(naming customer: CustomerID, in scope: AppScope) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        let reporting = try facts(
            """
            customer = \(customer) AND scope = \(number) AND \(Query(stringLiteral: dialect.indexesAccounts))
            ORDER BY sort_key, id
            """,
            in: scope
        )
        guard reporting.contains(where: \.namesDevice) else { return reporting }
        return try facts(naming: customer, in: scope)
    }

    /// The facts naming a customer that are about no purchase, without the steps of orders that are for no device.
    ///
    /// - Throws: `DatabaseError`.
    package func ownFacts(of customer: CustomerID, in scope: AppScope) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        return try facts(
            """
            customer = \(customer) AND scope = \(number) AND lineage IS NULL
                AND \(Query(stringLiteral: dialect.indexesAccounts))
            """,
            in: scope
        )
    }

    /// The facts about no purchase and no customer, in the order in which they were recorded: the rules in force among
    /// them.
    ///
    /// - Throws: `DatabaseError`.
    package func ruleFacts(in scope: AppScope) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        return try facts(
            "scope = \(number) AND lineage IS NULL AND customer IS NULL AND kind = \(FactKind.command) ORDER BY id",
            in: scope
        )
    }

    /// All facts that name a customer, which are our own commands, in the total order.
    ///
    /// - Throws: `DatabaseError`.
    package func facts(naming customer: CustomerID, in scope: AppScope) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        return try facts("customer = \(customer) AND scope = \(number) ORDER BY sort_key, id", in: scope)
    }

    /// The facts with this key; one document can be about several lineages.
    ///
    /// - Throws: `DatabaseError`.
    package func facts(_ key: FactKey, in scope: AppScope) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        return try facts(
            """
            id IN (SELECT fact FROM fact_keys
                WHERE second = \(Int64(key.second)) AND digest = \(key.digest.bytes) AND scope = \(number))
            ORDER BY id
            """,
            in: scope
        )
    }

    /// The facts of a scope whose instants lie in a range, a page at a time, oldest first.
    ///
    /// - Parameters:
    ///   - scope: The app and environment.
    ///   - range: The instants.
    ///   - last: The last fact of the page before.
    ///   - limit: How many at most.
    /// - Returns: The facts.
    /// - Throws: `DatabaseError`.
    package func facts(
        in scope: AppScope,
        _ range: Range<Date>,
        after last: StoredFact? = nil,
        limit: Int
    ) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        let instant = last?.fact.order.milliseconds ?? range.lowerBound.millisecondsSince1970
        return try facts(
            """
            scope = \(number) AND instant >= \(instant) AND instant < \(range.upperBound)
                AND (instant > \(instant) OR id > \(last?.id ?? Int64.min))
            ORDER BY instant, id LIMIT \(limit)
            """,
            in: scope
        )
    }

    /// The newest notifications of Apple, a page at a time.
    ///
    /// - Parameters:
    ///   - scope: The app and environment.
    ///   - last: The date and number of the last fact of the page before (default: none).
    ///   - limit: How many at most.
    /// - Returns: The facts, the newest first.
    /// - Throws: `DatabaseError`.
    package func newestNotifications(
        in scope: AppScope,
        before last: (milliseconds: Int64, id: Int64)? = nil,
        limit: Int
    ) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        let end = last?.milliseconds ?? .max
        // The kind is in the text, not bound to it, as the index `facts_of_notifications` says it.
        return try facts(
            """
            scope = \(number) AND kind = 'notification' AND instant <= \(end)
                AND (instant < \(end) OR id < \(last?.id ?? .max))
            ORDER BY instant DESC, id DESC LIMIT \(limit)
            """,
            in: scope
        )
    }

    /// The purchases of a scope that there are facts about, a page at a time, in the order of their identifiers.
    ///
    /// - Throws: `DatabaseError`.
    package func lineages(
        in scope: AppScope,
        after last: OriginalTransactionID? = nil,
        limit: Int
    ) throws -> [OriginalTransactionID] {
        guard let number = try number(of: scope) else { return [] }
        return try rows(
            """
            SELECT DISTINCT lineage FROM facts
            WHERE scope = \(number) AND lineage IS NOT NULL AND lineage > \(last?.rawValue ?? "")
            ORDER BY lineage LIMIT \(limit)
            """
        ) { try $0.next() }
    }

    /// All facts about the purchases whose identifiers lie in a range, in the order of purchase, then of facts.
    ///
    /// - Throws: `DatabaseError`.
    package func facts(
        ofLineages range: ClosedRange<OriginalTransactionID>,
        in scope: AppScope
    ) throws -> [StoredFact] {
        guard let number = try number(of: scope) else { return [] }
        return try facts(
            """
            scope = \(number) AND lineage >= \(range.lowerBound) AND lineage <= \(range.upperBound)
            ORDER BY lineage, sort_key, id
            """,
            in: scope
        )
    }

    private func facts(_ condition: Query, in scope: AppScope) throws -> [StoredFact] {
        try rows(
            """
            SELECT id, content, kind, lineage, sort_key, digest, document, received, source FROM facts
            WHERE \(condition)
            """
        ) { row in
            let id = try row.next(Int64.self)
            let content = try row.next([UInt8].self)
            return try storedFact(id, content: content, kind: try row.next(), &row, scope: scope)
        }
    }

    /// The fact of a row whose first columns were read.
    func storedFact(
        _ id: Int64,
        content: [UInt8],
        kind: FactKind,
        _ row: inout Row,
        scope: AppScope
    ) throws -> StoredFact {
        // What is read quickly need not be remembered.
        let isPacked = content.first != CompactContent.form
        if isPacked, let known = memory.fact(id, content: content) { return known }
        let fact = try StoredFact(id: id, content: content, kind: kind, &row, scope: scope)
        if isPacked { memory.cache(fact, content: content) }
        return fact
    }
}

extension StoredFact {
    /// Whether it is an order's that is for one device.
    package var namesDevice: Bool {
        guard case .command(.order(let step)) = fact.content, case .created(let terms) = step.action else {
            return false
        }
        return terms.device != nil
    }

    fileprivate init(
        id: Int64,
        content packed: [UInt8],
        kind: FactKind,
        _ row: inout Row,
        scope: AppScope
    ) throws {
        self.id = id
        let lineage = try row.next(OriginalTransactionID?.self)
        let order = FactOrder(sortKey: try row.next())
        let storedDigest = try row.next([UInt8]?.self)
        guard let order, let digest = storedDigest.map({ FactDigest($0) }) ?? order.digest else {
            throw DatabaseError(
                code: .damaged,
                message: "the place of fact \(id) is not a place; run the integrity check"
            )
        }
        let content = try CompactContent.unpack(packed)
        fact = Fact(scope: scope, kind: kind, order: order, lineage: lineage, digest: digest, content: content)
        document = try row.next()
        receivedDate = try row.next()
        source = try row.next()
    }
}

extension FactOrder {
    fileprivate var digest: FactDigest? {
        guard case .digest(let digest) = tie else { return nil }
        return digest
    }
}
