// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct FactConformanceTests {
    @Test(arguments: StoreDriver.allCases)
    func `a fact comes back as it went in`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let fact = Fact.sample(1)
            try await store.write { writer in
                try writer.append(fact, document: Data("document".utf8), receivedDate: .second(5), source: "app")
            }
            let stored = try await store.read { try $0.facts(of: "1000", in: .sandbox) }
            #expect(stored.map(\.fact) == [fact])
            #expect(stored.first?.receivedDate == .second(5))
            #expect(stored.first?.source == "app")
            let number = try #require(stored.first?.document)
            #expect(try await store.read { try $0.document(number) } == Data("document".utf8))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `the same bytes are one fact`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let outcomes = try await store.write { writer in
                try (0..<3).map { second in
                    try writer.append(.sample(1), receivedDate: .second(second), source: "app")
                }
            }
            #expect(outcomes.map(\.isNew) == [true, false, false])
            #expect(try await store.read { try $0.facts(of: "1000", in: .sandbox).count } == 1)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `the same bytes in another scope or about another purchase are another fact`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            let isNew = try await store.write { writer in
                try [
                    Fact.sample(1), .sample(1, scope: .production), .sample(1, lineage: "2000"),
                    .sample(1, lineage: nil), .sample(1, kind: "other"),
                ].map { try writer.append($0, receivedDate: .second(0), source: "app").isNew }
            }
            #expect(isNew == [true, true, true, true, true])
            #expect(try await store.read { try $0.facts(FactKey(.sample(1)), in: .sandbox).count } == 4)
            #expect(try await store.read { try $0.scopes() } == [.production, .sandbox])
        }
    }

    @Test func `a key has the second of signed bytes, and none for bytes without a date`() throws {
        let said = Date(millisecondsSince1970: 1_767_225_600_000)
        let signed = FactKey(.transaction, said: said, digest: .sample(1))
        #expect(signed.second == 1_725_806_250)
        #expect(FactKey(.receiptAnswer, said: said, digest: .sample(1)).second == 0)
        #expect(FactKey(signed.bytes) == signed && FactKey(hexadecimal: signed.hexadecimal) == signed)
        #expect(signed.hexadecimal.hasPrefix("66ddb6aa") && signed.hexadecimal.utf8.count == 72)
        #expect(FactKey(signed.digest.bytes) == FactKey(.receiptAnswer, said: said, digest: .sample(1)))
        #expect(FactKey(hexadecimal: "+6ddb6aa" + signed.digest.hexadecimal) == nil)
        #expect(FactKey([1]) == nil && FactKey(hexadecimal: "") == nil)
    }

    @Test(arguments: StoreDriver.allCases)
    func `an answer about a receipt that comes again later is the same`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let isNew = try await store.write { writer in
                try [1, 900].map { second in
                    let fact = Fact(
                        scope: .sandbox,
                        kind: .receiptAnswer,
                        order: FactOrder(instant: .second(second), rank: .answered, digest: .sample(1)),
                        lineage: "1000",
                        digest: .sample(1),
                        content: .receiptAnswer(ReceiptRecord(part: .latest, transactions: []))
                    )
                    return try writer.append(fact, receivedDate: .second(second), source: "recovery").isNew
                }
            }
            #expect(isNew == [true, false])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `both parts of an answer about a receipt are kept`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            func fact(_ part: ReceiptRecord.Part, second: Int) -> Fact {
                Fact(
                    scope: .sandbox,
                    kind: .receiptAnswer,
                    order: FactOrder(instant: .second(second), rank: .answered, digest: .sample(1)),
                    lineage: "1000",
                    digest: .sample(1),
                    content: .receiptAnswer(ReceiptRecord(part: part, transactions: []))
                )
            }
            let facts = [fact(.embedded, second: 1), fact(.latest, second: 2)]
            try await store.write { writer in
                for fact in facts { try writer.append(fact, receivedDate: .second(0), source: "recovery") }
            }
            #expect(try await store.read { try $0.facts(of: "1000", in: .sandbox).map(\.fact) } == facts)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a command keeps its own digest and is found by its customer`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let claim = Command.claim(Claim(lineage: "1000", customer: "anna", basis: .session))
            let facts = try await store.write { writer in
                try (1...2).map { number in
                    let order = try writer.nextCommandOrder(in: .sandbox, now: .second(10 - number))
                    let fact = Fact(command: claim, scope: .sandbox, order: order, digest: .sample(UInt64(number)))
                    try writer.append(fact, receivedDate: .second(0), source: "app")
                    return fact
                }
            }
            #expect(facts.map(\.order.sequence) == [1, 2])
            #expect(facts[1].order.instant == .second(9), "a clock set back must not place a later command earlier")
            #expect(try await store.read { try $0.facts(naming: "anna", in: .sandbox).map(\.fact) } == facts)
            #expect(try await store.read { try $0.facts(of: "1000", in: .sandbox).map(\.fact) } == facts)
            #expect(try await store.read { try $0.facts(naming: "anna", in: .production) } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `facts of a range of instants are read in pages`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for number in 0..<20 {
                    try writer.append(
                        .sample(UInt64(number), second: number / 3),
                        receivedDate: .second(0),
                        source: "app"
                    )
                }
            }
            var pages: [[StoredFact]] = []
            repeat {
                let last = pages.last?.last
                pages.append(
                    try await store.read { reader throws in
                        try reader.facts(in: .sandbox, .second(1)..<(.second(5)), after: last, limit: 5)
                    }
                )
            } while pages.last?.isEmpty == false
            let instants = pages.joined().map(\.fact.order.instant)
            #expect(pages.map(\.count) == [5, 5, 2, 0])
            #expect(instants == (3..<15).map { Date.second($0 / 3) })
            #expect(Set(pages.joined().map(\.id)).count == 12)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `purchases are listed in pages, and facts counted by kind`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for number in 0..<9 {
                    let lineage = OriginalTransactionID(rawValue: "\(number % 4)")
                    try writer.append(
                        .sample(UInt64(number), lineage: lineage, kind: number < 3 ? "a" : "b"),
                        receivedDate: .second(0),
                        source: "app"
                    )
                }
            }
            let first = try await store.read { try $0.lineages(in: .sandbox, limit: 3) }
            let second = try await store.read { try $0.lineages(in: .sandbox, after: first.last, limit: 3) }
            #expect(first == ["0", "1", "2"] && second == ["3"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `facts are counted from where the counting stopped, and those of the last minutes later`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for number in 0..<9 {
                    try writer.append(
                        .sample(UInt64(number), lineage: "1", kind: number < 3 ? "a" : "b"),
                        receivedDate: .second(number),
                        source: "app"
                    )
                }
            }
            let (first, second, all) = try await store.read { reader in
                let first = try reader.continuing(FactCounts(), limit: 5)
                let second = try reader.continuing(first, receivedBefore: .second(8), limit: 5)
                return (first, second, try reader.continuing(second, limit: 5))
            }
            #expect(first.counts == [.sandbox: ["a": 3, "b": 2]] && !first.isComplete)
            #expect(second.counts == [.sandbox: ["a": 3, "b": 5]] && second.isComplete)
            #expect(all.counts == [.sandbox: ["a": 3, "b": 6]] && all.isComplete)
            #expect(try await store.read { try $0.continuing(all, limit: 5) } == all)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `an app that nothing is known of has nothing`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.read { reader throws in
                #expect(try reader.facts(of: "1", in: .production) == [])
                #expect(try reader.lineages(in: .production, limit: 1) == [])
                #expect(try reader.continuing(FactCounts(), limit: 1).counts == [:])
                #expect(try reader.document(1) == nil)
            }
        }
    }
}
