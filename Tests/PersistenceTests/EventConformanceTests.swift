// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

extension NewEvent {
    static func sample(_ id: String, customer: CustomerID? = "anna", second: Int = 0) -> NewEvent {
        NewEvent(
            id: id,
            scope: .sandbox,
            customer: customer,
            kind: "entitlement.granted",
            instant: .second(second),
            body: Data("{\"id\":\"\(id)\"}".utf8)
        )
    }
}

extension Database {
    /// The events after a cursor once all that were written have their places.
    func sequencedEvents(after position: Int64 = 0, count: Int) async throws -> [StoredEvent] {
        try await sequenceEvents()
        return try await read { try $0.events(after: position, limit: count) }
    }
}

@Suite struct EventConformanceTests {
    @Test(arguments: StoreDriver.allCases)
    func `events are read on from a cursor, in the order in which they were written`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            for number in 0..<5 { try await store.write { try $0.append(.sample("e\(number)")) } }
            let first = try await store.sequencedEvents(count: 3)
            let position = try #require(first.last?.position)
            let second = try await store.sequencedEvents(after: position, count: 3)
            #expect(first.map(\.event.id) == ["e0", "e1", "e2"] && second.map(\.event.id) == ["e3", "e4"])
            #expect(first.first?.event == .sample("e0"))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a customer's events are numbered without a gap, also when a write fails`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            struct Failure: Error {}
            try await store.write { try $0.append(.sample("e1")) }
            await #expect(throws: Failure.self) {
                try await store.write { writer -> Int64 in
                    try writer.append(.sample("lost"))
                    throw Failure()
                }
            }
            try await store.write { writer in
                try writer.append(.sample("x1", customer: "bob"))
                try writer.append(.sample("n1", customer: nil))
                try writer.append(.sample("e2"))
            }
            let events = try await store.read { try $0.events(of: "anna", limit: 9) }
            #expect(events.map(\.event.id) == ["e1", "e2"])
            #expect(events.map(\.customerSequence) == [1, 2])
            #expect(try await store.read { try $0.events(of: "anna", after: 1, limit: 9).map(\.event.id) } == ["e2"])
            #expect(try await store.read { try $0.event("n1")?.customerSequence } == nil)
            #expect(try await store.read { try $0.event("lost") } == nil)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `an event of a known identifier is refused`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { try $0.append(.sample("e1")) }
            await #expect(throws: DatabaseError(code: .constraint, message: "")) {
                try await store.write { try $0.append(.sample("e1")) }
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a reader that follows the cursor misses nothing while many write`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let seen = try await withThrowingTaskGroup(of: [StoredEvent].self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        for number in 0..<15 {
                            let event = NewEvent.sample("\(worker)-\(number)", customer: .number(number % 3))
                            try await store.write { try $0.append(event) }
                        }
                        return []
                    }
                }
                group.addTask {
                    var seen: [StoredEvent] = []
                    while seen.count < 120 {
                        seen += try await store.sequencedEvents(after: seen.last?.position ?? 0, count: 10)
                    }
                    return seen
                }
                return try await group.reduce([], +)
            }
            #expect(Set(seen.map(\.event.id)).count == 120)
            for customer in ["c0", "c1", "c2"] as [CustomerID] {
                let sequence = seen.filter { $0.event.customer == customer }.compactMap(\.customerSequence)
                #expect(sequence == (1...40).map(Int64.init))
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `old events are removed, but not those that an endpoint still waits for`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            let removed = try await store.write { writer in
                for number in 0..<4 { try writer.append(.sample("e\(number)", second: number)) }
                let waiting = try writer.append(.sample("waiting"))
                try writer.enqueueDeliveries(waiting, of: "anna", to: ["backend"], now: .second(0))
                var removed = 0
                var last: Int64? = 0
                while let number = last {
                    let page = try writer.removeEvents(before: .second(2), after: number, limit: 2)
                    removed += page.removed
                    last = page.last
                }
                return removed
            }
            try await store.write { try $0.append(.sample("e5")) }
            #expect(removed == 2)
            let events = try await store.sequencedEvents(count: 9)
            #expect(events.map(\.event.id) == ["e2", "e3", "waiting", "e5"])
            #expect(events.last?.customerSequence == 6)
        }
    }
}
