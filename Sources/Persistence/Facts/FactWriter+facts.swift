// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension FactWriter {
    /// Adds a fact if it is new: if no fact of its scope, kind and lineage was made from the same bytes.
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - document: The document it was made from, exactly as it came.
    ///   - receivedDate: The instant now.
    ///   - source: Where it came from.
    /// - Returns: Its number, and whether it is new.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func append(
        _ fact: Fact,
        document: Data? = nil,
        receivedDate: Date,
        source: String
    ) throws -> AppendResult {
        var preparation = DocumentPreparation()
        return try append(try preparation.fact(fact, document: document), receivedDate: receivedDate, source: source)
    }

    /// Adds a fact that was made ready beforehand, if it is new.
    ///
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func append(_ prepared: PreparedFact, receivedDate: Date, source: String) throws -> AppendResult {
        let fact = prepared.fact
        let scope = try ensureNumber(of: fact.scope)
        let lineage = fact.keyLineage
        if let id = try factNumber(FactKey(fact), scope: scope, kind: fact.kind, lineage: lineage) {
            return .duplicate(id)
        }
        let document = try prepared.document.map { try addDocument($0) }
        let id = try insert(prepared, scope: scope, document: document, receivedDate: receivedDate, source: source)
        try insertKey(of: fact, scope: scope, id: id)
        return .inserted(id)
    }

    private func insertKey(of fact: Fact, scope: Int64, id: Int64) throws {
        let key = FactKey(fact)
        try post(
            """
            INSERT INTO fact_keys (minute, digest, scope, kind, lineage, fact)
            VALUES (\(Int64(key.minute)), \(key.digest.bytes), \(scope), \(fact.kind), \(fact.keyLineage), \(id))
            """
        )
    }

    /// Adds one of our own commands at the place that was just given to it, which makes it new.
    ///
    /// A step of an order is found by its order and its customer, never by its digest.
    ///
    /// - Throws: `DatabaseError`.
    package func append(command fact: Fact, content: StoredContent, receivedDate: Date, source: String) throws {
        let prepared = PreparedFact(fact, content: content)
        let scope = try ensureNumber(of: fact.scope)
        if case .command(.order) = fact.content {
            return try post(
                insertion(of: prepared, scope: scope, document: nil, receivedDate: receivedDate, source: source)
            )
        }
        let id = try insert(prepared, scope: scope, document: nil, receivedDate: receivedDate, source: source)
        try insertKey(of: fact, scope: scope, id: id)
    }

    /// The place of a command that is about to be recorded: after every command of its scope, at `now` or later.
    ///
    /// - Throws: `DatabaseError`.
    package func nextCommandOrder(in scope: AppScope, now: Date) throws -> FactOrder {
        let places = try nextCommandOrders(1, in: scope, now: now)
        return places[0]
    }

    /// The places of commands that are about to be recorded together, one after another.
    ///
    /// - Throws: `DatabaseError`.
    package func nextCommandOrders(_ count: Int, in scope: AppScope, now: Date) throws -> [FactOrder] {
        let number = try ensureNumber(of: scope)
        let places: [FactOrder]
        if let query = dialect.nextCommands?(now, count) {
            places = try rows(query) { row in
                let sequence = try row.next(Int64.self)
                return FactOrder(instant: try row.next(Date.self), sequence: sequence)
            }
        } else {
            let last = try first(
                """
                INSERT INTO command_numbers (scope, sequence, instant) VALUES (\(number), \(count), \(now))
                ON CONFLICT (scope) DO UPDATE SET sequence = command_numbers.sequence + excluded.sequence,
                    instant = CASE WHEN command_numbers.instant < excluded.instant
                        THEN excluded.instant ELSE command_numbers.instant END
                RETURNING sequence, instant
                """
            ) { (sequence: try $0.next(Int64.self), instant: try $0.next(Date.self)) }
            places =
                last.map { last in
                    (0..<count).map {
                        FactOrder(instant: last.instant, sequence: last.sequence - Int64(count - 1 - $0))
                    }
                } ?? []
        }
        guard places.count == count else {
            throw DatabaseError(code: .statement, message: "the number of a command was not answered")
        }
        return places
    }

    private func insert(
        _ prepared: PreparedFact,
        scope: Int64,
        document: Int64?,
        receivedDate: Date,
        source: String
    ) throws -> Int64 {
        let insertion = insertion(
            of: prepared,
            scope: scope,
            document: document,
            receivedDate: receivedDate,
            source: source
        )
        let id = try first("\(insertion) RETURNING id") { try $0.next(Int64.self) }
        guard let id else {
            throw DatabaseError(code: .statement, message: "the number of a new fact was not answered")
        }
        return id
    }

    private func insertion(
        of prepared: PreparedFact,
        scope: Int64,
        document: Int64?,
        receivedDate: Date,
        source: String
    ) -> Query {
        let fact = prepared.fact
        // A document's place ends with its digest; then the column need not hold it once more.
        let digest = fact.order.tie == .digest(fact.digest) ? nil : fact.digest.bytes
        return """
            INSERT INTO facts
                (scope, kind, lineage, customer, sort_key, instant, digest, content, document, received, source)
            VALUES (\(scope), \(fact.kind), \(fact.lineage), \(fact.customer), \(prepared.sortKey), \(fact.order.milliseconds),
                \(digest), \(prepared.content), \(document), \(receivedDate), \(source))
            """
    }
}

extension Fact {
    /// What tells facts of one document apart: the lineage, and for an answer about a receipt its part.
    fileprivate var keyLineage: String {
        let lineage = lineage?.rawValue ?? ""
        guard case .receiptAnswer(let answer) = content else { return lineage }
        return "\(lineage)/\(answer.part)"
    }
}

extension FactReader {
    fileprivate func factNumber(_ key: FactKey, scope: Int64, kind: FactKind, lineage: String) throws -> Int64? {
        try first(
            """
            SELECT fact FROM fact_keys WHERE minute = \(Int64(key.minute)) AND digest = \(key.digest.bytes)
                AND scope = \(scope) AND kind = \(kind) AND lineage = \(lineage)
            """
        ) { try $0.next() }
    }
}
