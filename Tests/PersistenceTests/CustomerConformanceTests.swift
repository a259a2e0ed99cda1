// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct CustomerConformanceTests {
    @Test(arguments: StoreDriver.allCases)
    func `a purchase has one owner at a time`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let first = StoredClaim(scope: .sandbox, lineage: "1", customer: "anna", claimedDate: .second(1))
            let second = StoredClaim(scope: .sandbox, lineage: "1", customer: "bob", claimedDate: .second(2))
            try await store.write { writer in
                try writer.upsert(first)
                try writer.upsert(second)
            }
            #expect(try await store.read { try $0.claim(on: "1", in: .sandbox) } == second)
            #expect(try await store.read { try $0.claims(of: "anna") } == [])
            #expect(try await store.read { try $0.claims(of: "bob") } == [second])
            try await store.write { try $0.removeClaim(on: "1", in: .sandbox) }
            #expect(try await store.read { try $0.claim(on: "1", in: .sandbox) } == nil)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a customer owns purchases of several apps`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let claims = [AppScope.sandbox, .production].map { scope in
                StoredClaim(scope: scope, lineage: "1", customer: "anna", claimedDate: .second(1))
            }
            try await store.write { writer in for claim in claims { try writer.upsert(claim) } }
            #expect(try await store.read { Set(try $0.claims(of: "anna")) } == Set(claims))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a customer is made once and keeps the first instant`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let isNew = try await store.write { writer in
                [
                    try writer.ensureCustomer("anna", now: .second(1)),
                    try writer.ensureCustomer("anna", now: .second(2)),
                ]
            }
            #expect(isNew == [true, false])
            let changed = StoredCustomer(
                id: "anna",
                createdDate: .second(9),
                erasedDate: .second(5),
                body: Data([1, 2, 3])
            )
            try await store.write { try $0.upsert(changed) }
            let stored = try await store.read { try $0.customer("anna") }
            #expect(stored?.createdDate == .second(1))
            #expect(stored?.erasedDate == .second(5) && stored?.body == Data([1, 2, 3]))
            #expect(try await store.read { try $0.customer("bob") } == nil)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `customers are found by how their identifiers begin`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let ids: [CustomerID] = ["a1", "a2", "a3", "b1", "日本"]
            try await store.write { writer in
                for id in ids { try writer.ensureCustomer(id, now: .second(0)) }
            }
            try await store.read { reader throws in
                #expect(try reader.customers(limit: 10).map(\.id) == ids)
                #expect(try reader.customers(prefix: "a", after: "a1", limit: 10).map(\.id) == ["a2", "a3"])
                #expect(try reader.customers(prefix: "a", limit: 2).map(\.id) == ["a1", "a2"])
                #expect(try reader.customers(prefix: "日", limit: 2).map(\.id) == ["日本"])
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `entitlements are replaced as a whole and can be dropped`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            @Sendable func derived(
                _ name: EntitlementID,
                _ body: String,
                _ scope: AppScope = .sandbox
            ) -> StoredEntitlement {
                StoredEntitlement(scope: scope, entitlement: name, body: Data(body.utf8))
            }
            try await store.write { writer in
                try writer.replaceEntitlements(of: "anna", in: .sandbox, with: [derived("b", "1"), derived("a", "1")])
                let other = derived("a", "3", .production)
                try writer.replaceEntitlements(of: "anna", in: .production, with: [other])
                try writer.replaceEntitlements(of: "anna", in: .sandbox, with: [derived("c", "2"), derived("a", "2")])
                try writer.replaceEntitlements(of: "bob", in: .sandbox, with: [derived("a", "4")])
            }
            #expect(
                try await store.read { try $0.entitlements(of: "anna") }
                    == [derived("a", "2"), derived("c", "2"), derived("a", "3", .production)]
            )
            try await store.write { try $0.dropProjections() }
            #expect(try await store.read { try $0.entitlements(of: "anna") + $0.entitlements(of: "bob") } == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `all customers are listed page by page`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for customer: CustomerID in ["carl", "anna", "bob"] {
                    try writer.ensureCustomer(customer, now: .second(0))
                }
            }
            #expect(try await store.read { try $0.customers(limit: 2) } == ["anna", "bob"])
            #expect(try await store.read { try $0.customers(after: "bob", limit: 2) } == ["carl"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `entitlements come due in order, once for each customer and scope`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            @Sendable func derived(_ name: EntitlementID, due: Int?) -> StoredEntitlement {
                StoredEntitlement(
                    scope: .sandbox,
                    entitlement: name,
                    body: Data("{}".utf8),
                    dueDate: due.map { .second($0) }
                )
            }
            @Sendable func due(_ reader: any DatabaseReader, _ second: Int, limit: Int = 10) throws -> [CustomerID] {
                try reader.dueEntitlements(asOf: .second(second), limit: limit).map(\.customer)
            }
            try await store.write { writer in
                try writer.replaceEntitlements(
                    of: "anna",
                    in: .sandbox,
                    with: [derived("a", due: 20), derived("b", due: 10), derived("c", due: nil)]
                )
                try writer.replaceEntitlements(of: "bob", in: .sandbox, with: [derived("a", due: 15)])
                try writer.replaceEntitlements(of: "carl", in: .sandbox, with: [derived("a", due: nil)])
                #expect(try due(writer, 9) == [])
                #expect(try due(writer, 20) == ["anna", "bob"])
                #expect(try due(writer, 20, limit: 1) == ["anna"])
                #expect(try writer.dueEntitlements(asOf: .second(20), limit: 1).map(\.scope) == [.sandbox])
                // The same entitlement that changes at another instant, or never.
                let stored = try writer.entitlements(of: "anna")
                #expect(stored.map(\.dueDate) == [.second(20), .second(10), nil])
                let later = [derived("a", due: nil), derived("b", due: 30), derived("c", due: nil)]
                try writer.replaceEntitlements(of: "anna", in: .sandbox, stored: stored, with: later)
                #expect(try due(writer, 20) == ["bob"])
                #expect(try due(writer, 30) == ["bob", "anna"])
                try writer.removeDueEntitlements(of: "bob", in: .sandbox)
                #expect(try due(writer, 30) == ["anna"])
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `reminders come due in order, once for each customer and scope`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            @Sendable func derived(_ name: EntitlementID, reminder: Int?) -> StoredEntitlement {
                StoredEntitlement(
                    scope: .sandbox,
                    entitlement: name,
                    body: Data("{}".utf8),
                    reminderDate: reminder.map { .second($0) }
                )
            }
            @Sendable func due(_ reader: any DatabaseReader, _ second: Int, limit: Int = 10) throws -> [CustomerID] {
                try reader.dueReminders(asOf: .second(second), limit: limit).map(\.customer)
            }
            try await store.write { writer in
                let rows = [
                    derived("a", reminder: 20), derived("b", reminder: 10), derived("c", reminder: nil),
                ]
                try writer.replaceEntitlements(of: "anna", in: .sandbox, with: rows)
                try writer.replaceEntitlements(of: "bob", in: .sandbox, with: [derived("a", reminder: 15)])
                #expect(try due(writer, 9) == [])
                #expect(try due(writer, 20) == ["anna", "bob"])
                #expect(try due(writer, 20, limit: 1) == ["anna"])
                #expect(try writer.dueEntitlements(asOf: .second(20), limit: 10).isEmpty)
                let stored = try writer.entitlements(of: "anna")
                #expect(stored.map(\.reminderDate) == [.second(20), .second(10), nil])
                let later = [derived("a", reminder: nil), derived("b", reminder: 30), derived("c", reminder: nil)]
                try writer.replaceEntitlements(of: "anna", in: .sandbox, stored: stored, with: later)
                #expect(try due(writer, 30) == ["bob", "anna"])
                try writer.removeReminders(of: "bob", in: .sandbox)
                #expect(try due(writer, 30) == ["anna"])
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `derived states come due in order`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            @Sendable func state(_ lineage: OriginalTransactionID, due: Int?) -> StoredLineageState {
                StoredLineageState(
                    scope: .sandbox,
                    lineage: lineage,
                    dueDate: due.map { .second($0) },
                    body: Data(lineage.rawValue.utf8)
                )
            }
            try await store.write { writer in
                for state in [state("1", due: 30), state("2", due: 10), state("3", due: nil), state("4", due: 99)] {
                    try writer.upsert(state)
                }
                try writer.upsert(state("4", due: 20))
            }
            let due = try await store.read { try $0.dueLineages(asOf: .second(20), limit: 5) }
            #expect(due == [state("2", due: 10), state("4", due: 20)])
            #expect(try await store.read { try $0.lineageState(of: "3", in: .sandbox) } == state("3", due: nil))
            #expect(try await store.read { try $0.lineageState(of: "3", in: .production) } == nil)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a transaction id and a notification id are kept as they came first`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let id = NotificationUUID(rawValue: UUID())
            try await store.write { writer in
                for lineage in ["1", "2"] {
                    try writer.record("11", of: OriginalTransactionID(rawValue: lineage), in: .sandbox)
                }
                try writer.record("11", of: "3", in: .production)
                for second in [1, 2] { try writer.record(id, in: .sandbox, receivedDate: .second(second)) }
            }
            #expect(try await store.read { try $0.lineage(of: "11", in: .sandbox) } == "1")
            #expect(try await store.read { try $0.lineage(of: "11", in: .production) } == "3")
            #expect(try await store.read { try $0.receivedDate(of: id, in: .sandbox) } == .second(1))
            #expect(try await store.read { try $0.receivedDate(of: id, in: .production) } == nil)
        }
    }
}
