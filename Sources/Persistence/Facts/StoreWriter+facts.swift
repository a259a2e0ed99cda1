// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension StoreWriter {
    /// Adds a fact if it is new: if no fact of its scope, kind and lineage was made from the same bytes.
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - document: The document it was made from, exactly as it came.
    ///   - receivedDate: The instant now.
    ///   - source: Where it came from.
    /// - Returns: Its number, and whether it is new.
    /// - Throws: `StoreError`.
    @discardableResult
    package func append(
        _ fact: Fact,
        document: Data? = nil,
        receivedDate: Date,
        source: String
    ) throws -> FactAppending {
        var preparation = Preparation()
        return try append(try preparation.fact(fact, document: document), receivedDate: receivedDate, source: source)
    }

    /// Adds a fact that was made ready beforehand, if it is new.
    ///
    /// - Throws: `StoreError`.
    @discardableResult
    package func append(_ prepared: PreparedFact, receivedDate: Date, source: String) throws -> FactAppending {
        let fact = prepared.fact
        let scope = try ensureNumber(of: fact.scope)
        let lineage = fact.keyLineage
        if let id = try factNumber(fact.digest, scope: scope, kind: fact.kind, lineage: lineage) {
            return .duplicate(id)
        }
        let document = try prepared.document.map { try addDocument($0) }
        let id = try insert(prepared, scope: scope, document: document, receivedDate: receivedDate, source: source)
        try execute(
            """
            INSERT INTO fact_keys (digest, scope, kind, lineage, fact)
            VALUES (\(fact.digest.bytes), \(scope), \(fact.kind), \(lineage), \(id))
            """
        )
        return .inserted(id)
    }

    /// The place of a command that is about to be recorded: after every command of its scope, at `now` or later.
    ///
    /// - Throws: `StoreError`.
    package func nextCommandOrder(in scope: AppScope, now: Date) throws -> FactOrder {
        let number = try ensureNumber(of: scope)
        let counter: Query = """
            INSERT INTO command_numbers (scope, sequence, instant) VALUES (\(number), 1, \(now))
            ON CONFLICT (scope) DO UPDATE SET sequence = command_numbers.sequence + 1,
                instant = CASE WHEN command_numbers.instant < excluded.instant
                    THEN excluded.instant ELSE command_numbers.instant END
            RETURNING sequence, instant
            """
        let last = try first(dialect.nextCommand?(now) ?? counter) { row in
            (sequence: try row.next(Int64.self), instant: try row.next(Date.self))
        }
        guard let last else {
            throw StoreError(code: .statement, message: "the number of a command was not answered")
        }
        return FactOrder(instant: last.instant, sequence: last.sequence)
    }

    private func insert(
        _ prepared: PreparedFact,
        scope: Int64,
        document: Int64?,
        receivedDate: Date,
        source: String
    ) throws -> Int64 {
        let fact = prepared.fact
        // A document's place ends with its digest; then the column need not hold it once more.
        let digest = fact.order.tie == .digest(fact.digest) ? nil : fact.digest.bytes
        let id = try first(
            """
            INSERT INTO facts
                (scope, kind, lineage, customer, sort_key, instant, digest, content, document, received, source)
            VALUES (\(scope), \(fact.kind), \(fact.lineage), \(fact.customer), \(prepared.sortKey), \(fact.order.milliseconds),
                \(digest), \(prepared.content), \(document), \(receivedDate), \(source))
            RETURNING id
            """
        ) { try $0.next(Int64.self) }
        guard let id else { throw StoreError(code: .statement, message: "the number of a new fact was not answered") }
        return id
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

extension StoreReader {
    fileprivate func factNumber(_ digest: FactDigest, scope: Int64, kind: FactKind, lineage: String) throws -> Int64? {
        try first(
            """
            SELECT fact FROM fact_keys WHERE digest = \(digest.bytes) AND scope = \(scope) AND kind = \(kind)
                AND lineage = \(lineage)
            """
        ) { try $0.next() }
    }
}
