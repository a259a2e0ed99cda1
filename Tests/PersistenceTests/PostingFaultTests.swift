// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import PersistencePostgreSQL
import PersistenceSQLite
import Synchronization
import Testing

/// Postings of many writers at once, of connections that are ended, and of power cuts: the books balance after all of them.
@Suite struct PostingFaultTests {
    /// Random requests of a few customers, each sent by two tasks, as when answers were lost.
    private static func requests(seed: UInt64, count: Int) -> [LedgerRequest] {
        var generator = SeededGenerator(seed: seed)
        let customers: [CustomerID] = ["anna", "bob", "carl"]
        return (0..<count).map { number in
            let customer = customers[Int.random(in: 0..<3, using: &generator)]
            let amount = Int64.random(in: 1...80, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1: return PostingConformanceTests.request("k\(number)", amount, .purchase, of: customer)
            case 2:
                return PostingConformanceTests.request(
                    "k\(number)",
                    amount,
                    .bonus,
                    of: customer,
                    expires: .second(number + 20)
                )
            case 3, 4: return PostingConformanceTests.request("k\(number)", -amount, .spend, of: customer)
            default:
                let other = customers[(Int.random(in: 1...2, using: &generator) + number) % 3]
                if other == customer {
                    return PostingConformanceTests.request("k\(number)", -amount, .refund, of: customer)
                }
                return PostingConformanceTests.request("k\(number)", -amount, .transfer, of: customer, to: other)
            }
        }
    }

    @Test(arguments: StoreDriver.allCases, [1, 2, 3] as [UInt64])
    func `after any interleaving the books balance and no one spent what was not there`(
        driver: StoreDriver,
        seed: UInt64
    ) async throws {
        try await driver.withStore { store async throws in
            let requests = Self.requests(seed: seed, count: 120)
            let posted = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for worker in 0..<6 {
                    group.addTask {
                        var amounts: [Int64] = []
                        // Workers 0 and 1 send the same requests, and so on.
                        for index in stride(from: worker / 2, to: requests.count, by: 3) {
                            let outcome = try await store.write {
                                try PostingConformanceTests.post(requests[index], in: $0, second: index)
                            }
                            if case .posted(let amount) = outcome { amounts.append(amount) }
                        }
                        return amounts
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(!posted.isEmpty)
            try await Self.check(store, "seed \(seed)")
        }
    }

    private static func check(_ store: any Database, _ name: String) async throws {
        try await store.read { reader throws in
            #expect(try reader.ledgerProblems() == [], "\(name)")
            for customer in ["anna", "bob", "carl"] as [CustomerID] {
                let lines = try reader.postings(of: customer, account: "wallet", currency: "gems", limit: 10_000)
                let sum = lines.reduce(0) { $0 + $1.amount }
                #expect(try reader.balance(of: "wallet", customer: customer, currency: "gems") == sum, "\(name)")
                #expect(Set(lines.map(\.key)).count == lines.count, "\(name): a key is booked twice")
                var balance: Int64 = 0
                for line in lines.reversed() {
                    balance += line.amount
                    #expect(balance >= 0, "\(name): \(customer) fell to \(balance)")
                }
            }
        }
    }

    /// What happened while connections were ended.
    private final class Interruptions: Sendable {
        private let processes = Mutex<[Int64]>([])
        private let terminated = Mutex<Int64>(0)
        private let answered = Mutex<[Int]>([])

        var victim: Int64? { processes.withLock { $0.randomElement() } }
        var count: Int64 { terminated.withLock(\.self) }
        var posted: [Int] { answered.withLock(\.self) }

        func saw(_ process: Int64) { processes.withLock { $0 = $0.suffix(5) + [process] } }
        func ended(_ count: Int64) { terminated.withLock { $0 += count } }
        func record(_ index: Int) { answered.withLock { $0.append(index) } }

        /// Posts until there is an answer, as a client does that was cut off.
        func post(_ request: LedgerRequest, _ index: Int, in store: PostgresDatabase) async throws {
            while true {
                do {
                    let outcome = try await store.write { writer in
                        try writer.forEach("SELECT pg_backend_pid()") { self.saw(try $0.next()) }
                        return try PostingConformanceTests.post(request, in: writer, second: index)
                    }
                    switch outcome {
                    case .posted, .repeated: record(index)
                    default: break
                    }
                    return
                } catch let error as DatabaseError where error.isRetryable {
                    continue
                }
            }
        }
    }

    /// Every connection dies again and again in the middle of its work; whoever got no answer asks again.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `when the database's processes are ended at any moment the books balance and every change is there once`(
        seed: UInt64
    ) async throws {
        try await PrivatePostgres.withSchema { configuration in
            let requests = Self.requests(seed: seed &+ 80, count: 90)
            let store = try await PostgresDatabase(configuration)
            var single = configuration
            single.connections = 1
            let executioner = try await PostgresDatabase(single)
            let interruptions = Interruptions()
            try await withThrowingTaskGroup { group in
                for worker in 0..<3 {
                    group.addTask {
                        for index in stride(from: worker, to: requests.count, by: 3) {
                            if index % 10 == 4, let victim = interruptions.victim {
                                let end: Query = """
                                    SELECT CASE WHEN pg_terminate_backend(CAST(\(victim) AS INTEGER))
                                    THEN CAST(1 AS BIGINT) ELSE CAST(0 AS BIGINT) END
                                    """
                                try await executioner.write { writer in
                                    try writer.forEach(end) { interruptions.ended(try $0.next()) }
                                }
                            }
                            try await interruptions.post(requests[index], index, in: store)
                        }
                    }
                }
                try await group.waitForAll()
            }
            // Whether a writer is notified depends on what its process did just then: the store asks again
            // automatically where it can.
            #expect(interruptions.count > 0, "no process was ended")
            try await Self.check(store, "seed \(seed)")
            for index in interruptions.posted {
                let again = try await store.write {
                    try PostingConformanceTests.post(requests[index], in: $0, second: 1000)
                }
                guard case .repeated = again else {
                    Issue.record("seed \(seed): an answered change is lost: \(again)")
                    continue
                }
            }
            await executioner.close()
            await store.close()
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `after a power cut the books balance and every acknowledged change is there once`(seed: UInt64) async throws {
        let requests = Self.requests(seed: seed &+ 50, count: 60)
        let cuts = try await PowerCutTests.cuts(seed: seed, oneIn: 15) { store, acknowledge in
            try await withThrowingTaskGroup { group in
                for worker in 0..<4 {
                    group.addTask {
                        for index in stride(from: worker, to: requests.count, by: 4) {
                            let outcome = try await store.write {
                                try PostingConformanceTests.post(requests[index], in: $0, second: index)
                            }
                            if case .posted = outcome { acknowledge(index) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(cuts.count > 3)
        for (number, cut) in cuts.enumerated() {
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let store = try await PowerCutTests.open(cut, in: folder)
            try await Self.check(store, "seed \(seed), cut \(number)")
            for index in cut.acknowledged {
                let again = try await store.write {
                    try PostingConformanceTests.post(requests[index], in: $0, second: 1000)
                }
                guard case .repeated = again else {
                    Issue.record("seed \(seed), cut \(number): an acknowledged change is lost")
                    continue
                }
            }
            await store.close()
        }
    }
}
