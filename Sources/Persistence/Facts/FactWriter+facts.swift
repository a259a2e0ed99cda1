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
        try unfold(before: [fact])
        let id = try insert(prepared, scope: scope, document: document, receivedDate: receivedDate, source: source)
        try insertKeys(of: [(fact, id)])
        return .inserted(id)
    }

    /// Adds facts that were made ready beforehand and of which none is stored, by ``FactReader/storedKeys(of:)``.
    ///
    /// - Parameters:
    ///   - facts: The facts.
    ///   - numbers: The numbers that were drawn for them.
    ///   - receivedDate: The instant now.
    ///   - source: Where they came from.
    /// - Throws: `DatabaseError`.
    package func insert(
        _ facts: [PreparedFact],
        _ numbers: FactNumbers,
        receivedDate: Date,
        source: String
    ) throws {
        var numbers = numbers
        try unfold(before: facts.lazy.map(\.fact))
        // A notification's documents come with facts of their own: those first, so that they need not be looked for.
        for prepared in facts where prepared.fact.kind != .notification {
            if let document = prepared.document { _ = try addDocument(document, number: &numbers.documents) }
        }
        var keys: [(fact: Fact, id: Int64)] = []
        var rows: [Query] = []
        for prepared in facts {
            let scope = try ensureNumber(of: prepared.fact.scope)
            let document = try prepared.document.map { try addDocument($0, number: &numbers.documents) }
            if let drawn = numbers.facts.popLast() {
                let columns = columns(
                    of: prepared,
                    scope: scope,
                    document: document,
                    receivedDate: receivedDate,
                    source: source
                )
                rows.append("(\(drawn), \(columns))")
                keys.append((prepared.fact, drawn))
            } else {
                let id = try insert(
                    prepared,
                    scope: scope,
                    document: document,
                    receivedDate: receivedDate,
                    source: source
                )
                keys.append((prepared.fact, id))
            }
        }
        for query in Query.inserting("INSERT INTO facts (id, \(Self.columnNames))", rows: rows) { try post(query) }
        try insertKeys(of: keys)
    }

    private func insertKeys(of facts: [(fact: Fact, id: Int64)]) throws {
        let rows = try facts.map { fact, id -> Query in
            let key = FactKey(fact)
            let scope = try ensureNumber(of: fact.scope)
            return "(\(Int64(key.second)), \(key.digest.bytes), \(scope), \(fact.kind), \(fact.keyLineage), \(id))"
        }
        let insertion: Query = "INSERT INTO fact_keys (second, digest, scope, kind, lineage, fact)"
        for query in Query.inserting(insertion, rows: rows) { try post(query) }
    }

    /// Adds our own commands at the places that were just given to them, which makes them new.
    ///
    /// A step of an order is found by its order and its customer, never by its digest.
    ///
    /// - Throws: `DatabaseError`.
    package func append(commands: [(fact: Fact, content: StoredContent)], receivedDate: Date, source: String) throws {
        try unfold(before: commands.lazy.map(\.fact))
        var steps: [Query] = []
        func flush() throws {
            for query in Query.inserting("INSERT INTO facts (\(Self.columnNames))", rows: steps) { try post(query) }
            steps = []
        }
        for (fact, content) in commands {
            let prepared = PreparedFact(fact, content: content)
            let scope = try ensureNumber(of: fact.scope)
            guard case .command(.order) = fact.content else {
                // Facts are numbered in the order in which they were recorded.
                try flush()
                let id = try insert(
                    prepared,
                    scope: scope,
                    document: nil,
                    receivedDate: receivedDate,
                    source: source
                )
                try insertKeys(of: [(fact, id)])
                continue
            }
            let columns = columns(of: prepared, scope: scope, document: nil, receivedDate: receivedDate, source: source)
            steps.append("(\(columns))")
        }
        try flush()
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
        if dialect.nextCommands != nil {
            places = try drawCommandOrders(count, now: now)
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
        let columns = columns(
            of: prepared,
            scope: scope,
            document: document,
            receivedDate: receivedDate,
            source: source
        )
        let id = try first("INSERT INTO facts (\(Self.columnNames)) VALUES (\(columns)) RETURNING id") {
            try $0.next(Int64.self)
        }
        guard let id else {
            throw DatabaseError(code: .statement, message: "the number of a new fact was not answered")
        }
        return id
    }

    private static var columnNames: Query {
        "scope, kind, lineage, customer, sort_key, instant, digest, content, document, received, source"
    }

    private func columns(
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
            \(scope), \(fact.kind), \(fact.lineage), \(fact.customer), \(prepared.sortKey), \(fact.order.milliseconds),
            \(digest), \(prepared.content), \(document), \(receivedDate), \(source)
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

/// What distinguishes a stored fact from all others.
package struct StoredFactKey: Hashable, Sendable {
    let second: Int64
    let digest: [UInt8]
    let scope: AppScope
    let kind: String
    let lineage: String

    /// The key of a fact.
    package init(_ fact: Fact) {
        let key = FactKey(fact)
        second = Int64(key.second)
        digest = key.digest.bytes
        scope = fact.scope
        kind = fact.kind.rawValue
        lineage = fact.keyLineage
    }

    fileprivate init(_ row: inout Row, scope: AppScope) throws {
        second = try row.next()
        digest = try row.next()
        kind = try row.next()
        lineage = try row.next()
        self.scope = scope
    }
}

/// Numbers that were drawn for facts and documents; none where a row gets its number when it is inserted.
package struct FactNumbers: Sendable {
    var facts: [Int64] = []
    var documents: [Int64] = []
}

extension FactReader {
    /// Which of some facts are stored already: the same bytes about the same.
    ///
    /// - Throws: `DatabaseError`.
    package func storedKeys(of facts: [PreparedFact]) throws -> Set<StoredFactKey> {
        var known: Set<StoredFactKey> = []
        for (scope, prepared) in Dictionary(grouping: facts, by: \.fact.scope) {
            guard let number = try number(of: scope) else { continue }
            let keys = prepared.map { StoredFactKey($0.fact) }
            for start in stride(from: 0, to: keys.count, by: Self.keysOfQuery) {
                let conditions = keys[start..<min(keys.count, start + Self.keysOfQuery)].map { key -> Query in
                    """
                    (second = \(key.second) AND digest = \(key.digest) AND scope = \(number) AND kind = \(key.kind)
                    AND lineage = \(key.lineage))
                    """
                }
                guard let first = conditions.first else { continue }
                let condition = conditions.dropFirst().reduce(first) { "\($0) OR \($1)" }
                try forEach("SELECT second, digest, kind, lineage FROM fact_keys WHERE \(condition)") { row in
                    known.insert(try StoredFactKey(&row, scope: scope))
                }
            }
        }
        return known
    }

    /// Of how many facts one query asks.
    private static var keysOfQuery: Int { 16 }

    /// Draws the places of commands from counters beside the tables; none where the places are counted in a table.
    ///
    /// - Throws: `DatabaseError`.
    package func drawCommandOrders(_ count: Int, now: Date) throws -> [FactOrder] {
        guard let query = dialect.nextCommands?(now, count) else { return [] }
        return try rows(query) { row in
            let sequence = try row.next(Int64.self)
            return FactOrder(instant: try row.next(Date.self), sequence: sequence)
        }
    }

    /// Draws the numbers of facts that are about to be inserted, where that spares ways to the database.
    ///
    /// - Throws: `DatabaseError`.
    package func drawNumbers(for facts: [PreparedFact]) throws -> FactNumbers {
        var numbers = FactNumbers()
        let documents = Set(facts.compactMap(\.document?.lookup)).count
        guard let query = dialect.drawFactNumbers?(facts.count, documents) else { return numbers }
        try forEach(query) { row in
            let isDocument = try row.next(Int.self) == 1
            let number = try row.next(Int64.self)
            if isDocument { numbers.documents.append(number) } else { numbers.facts.append(number) }
        }
        // The last one is taken first.
        numbers.facts.reverse()
        numbers.documents.reverse()
        return numbers
    }

    fileprivate func factNumber(_ key: FactKey, scope: Int64, kind: FactKind, lineage: String) throws -> Int64? {
        try first(
            """
            SELECT fact FROM fact_keys WHERE second = \(Int64(key.second)) AND digest = \(key.digest.bytes)
                AND scope = \(scope) AND kind = \(kind) AND lineage = \(lineage)
            """
        ) { try $0.next() }
    }
}
