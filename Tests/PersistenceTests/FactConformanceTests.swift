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
        try await driver.withStore { store in
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
        try await driver.withStore { store in
            let outcomes = try await store.write { writer in
                try (0..<3).map { second in
                    try writer.append(.sample(1), receivedDate: .second(second), source: "app")
                }
            }
            #expect(outcomes.map(\.isNew) == [true, false, false])
            #expect(try await store.read { try $0.facts(of: "1000", in: .sandbox).count } == 1)
        }
    }
}
