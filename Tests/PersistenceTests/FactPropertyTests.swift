// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

/// Random histories: whatever the order and repetition of intake, the store holds the same facts in the same order.
@Suite struct FactPropertyTests {
    @Test(arguments: StoreDriver.allCases, [1, 2, 3] as [UInt64])
    func `order and repetition of intake do not matter`(driver: StoreDriver, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let history = (0..<60).map { number in
            Fact.sample(
                UInt64(number),
                lineage: OriginalTransactionID(rawValue: "\(Int.random(in: 0..<4, using: &generator))"),
                second: Int.random(in: 0..<10, using: &generator)
            )
        }
        let expected = history.sorted { $0.order < $1.order }
        for _ in 0..<2 {
            let repeated = (history + history.shuffled(using: &generator).prefix(30)).shuffled(using: &generator)
            let cuts = (0..<5).map { _ in Int.random(in: 0...repeated.count, using: &generator) }.sorted()
            try await driver.withStore { store async throws in
                var newCount = 0
                for (from, to) in zip([0] + cuts, cuts + [repeated.count]) {
                    let part = repeated[from..<to]
                    newCount += try await store.write { writer in
                        try part.count { try writer.append($0, receivedDate: .second(0), source: "app").isNew }
                    }
                }
                #expect(newCount == history.count, "seed \(seed)")
                for lineage in Set(history.compactMap(\.lineage)) {
                    let stored = try await store.read { try $0.facts(of: lineage, in: .sandbox).map(\.fact) }
                    #expect(stored == expected.filter { $0.lineage == lineage }, "seed \(seed)")
                }
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `concurrent intake of the same facts keeps each once`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let newCount = try await withThrowingTaskGroup(of: Int.self) { group in
                for worker in 0..<16 {
                    group.addTask {
                        var generator = SeededGenerator(seed: UInt64(worker))
                        var count = 0
                        for number in (0..<20).shuffled(using: &generator) {
                            let appending = try await store.write { writer in
                                try writer.append(.sample(UInt64(number)), receivedDate: .second(0), source: "app")
                            }
                            count += appending.isNew ? 1 : 0
                        }
                        return count
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(newCount == 20)
            #expect(try await store.read { try $0.facts(of: "1000", in: .sandbox).count } == 20)
        }
    }
}

extension Sequence {
    fileprivate func count(where isCounted: (Element) throws -> Bool) rethrows -> Int {
        try reduce(0) { try $0 + (isCounted($1) ? 1 : 0) }
    }
}
