// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Synchronization
import Testing

@testable import PurserServer

/// What a purchase's moves between customers cost, counted in statements and rows, which no machine's speed changes.
@Suite struct MoveCostTests {
    @Test func `the cost of a move does not grow with the moves before it, but for the facts that it reads`()
        async throws
    {
        let shop = try await TestShop { $0.apps[0].restoreBehavior = .transfer }
        let counting = CountingStore(base: shop.database)
        let service = try PurserService(
            configuration: shop.service.configuration,
            database: counting,
            anchors: shop.service.anchors,
            transport: RecordingTransport(),
            clock: { [clock = shop.clock] in clock.now }
        )
        let client = InProcessClient(service.router())
        let signed = try TestShop.sign(TransactionPayload.purchase(TestShop.grinder, id: "1")).rawValue
        func move(to customer: String) async throws -> CountingStore.Count {
            let body: JSONValue = ["signedTransaction": .string(signed), "isRestore": true]
            let headers: HTTPHeaders = [
                "Authorization": "Bearer \(try await shop.token(of: customer))", "Content-Type": "application/json",
            ]
            counting.reset()
            let answer = try await client.send(
                .post,
                "/v1/transactions",
                headers: headers,
                body: try ServiceJSON.encode(body)
            )
            #expect(answer.status == 200, "\(answer.text)")
            return counting.count
        }
        var costs: [CountingStore.Count] = []
        for number in 0..<120 {
            // The day's moves are limited.
            if number.isMultiple(of: 5) { shop.clock.advance(days: 1.01) }
            costs.append(try await move(to: number.isMultiple(of: 2) ? "a" : "b"))
        }
        let (early, late) = (costs[20...24], costs[115...119])
        let (earlyMost, lateMost) = (early.map(\.statements).max() ?? 0, late.map(\.statements).max() ?? 0)
        #expect(lateMost <= earlyMost, "\(earlyMost) statements became \(lateMost)")
        // Each move leaves one fact, which each later one reads a fixed number of times.
        let growth = Double((late.map(\.rows).max() ?? 0) - (early.map(\.rows).max() ?? 0)) / 95
        #expect(growth <= 8, "\(growth) more rows for each move before")
    }
}

/// A store that counts the statements that are run and the rows that they answer.
final class CountingStore: Database {
    struct Count: Hashable, Sendable {
        var statements = 0
        var rows = 0
    }

    private let base: SQLiteDatabase
    private let counted = Counter()

    final class Counter: Sendable {
        let count = Mutex(Count())
    }

    init(base: SQLiteDatabase) {
        self.base = base
    }

    var count: Count { counted.count.withLock(\.self) }

    func reset() { counted.count.withLock { $0 = Count() } }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseReader) throws -> Value) async throws -> Value {
        try await base.read { [counted] in try body(CountingReader(base: $0, counter: counted)) }
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseWriter) throws -> Value) async throws -> Value
    {
        try await base.write { [counted] in try body(CountingWriter(base: $0, counter: counted)) }
    }

    func sequenceEvents() async throws { base.sequenceEvents() }

    func size() async throws -> Int64 { try await base.size() }

    var entitlementVersions: EntitlementVersions? { base.entitlementVersions }

    func close() async { await base.close() }
}

private struct CountingReader: DatabaseReader {
    let base: any DatabaseReader
    let counter: CountingStore.Counter

    var dialect: Dialect { base.dialect }
    var memory: TransactionCache { base.memory }

    func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
        counter.count.withLock { $0.statements += 1 }
        try base.forEach(query) { row in
            counter.count.withLock { $0.rows += 1 }
            try body(&row)
        }
    }
}

private struct CountingWriter: DatabaseWriter {
    let base: any DatabaseWriter
    let counter: CountingStore.Counter

    var dialect: Dialect { base.dialect }
    var memory: TransactionCache { base.memory }

    func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
        try CountingReader(base: base, counter: counter).forEach(query, body)
    }

    @discardableResult
    func execute(_ query: Query) throws -> Int {
        counter.count.withLock { $0.statements += 1 }
        return try base.execute(query)
    }

    func post(_ query: Query) throws {
        counter.count.withLock { $0.statements += 1 }
        try base.post(query)
    }

    func didAppendEvent() { base.didAppendEvent() }
}
