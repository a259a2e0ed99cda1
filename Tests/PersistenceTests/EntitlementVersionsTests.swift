// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import PersistenceSQLite
import Testing

@Suite struct EntitlementVersionsTests {
    private static func entitlement(_ body: String) -> StoredEntitlement {
        StoredEntitlement(scope: .sandbox, entitlement: "pro", body: Data(body.utf8))
    }

    @Test func `a change of entitlements is reported with its commit, and a failed write reports none`()
        async throws
    {
        struct Refusal: Error {}
        try await StoreDriver.sqlite.withStore { store async throws in
            let watch = try #require(store.entitlementVersions)
            let before = watch.version(of: "anna")
            await #expect(throws: Refusal.self) {
                try await store.write { writer in
                    try writer.replaceEntitlements(of: "anna", in: .sandbox, with: [Self.entitlement("1")])
                    throw Refusal()
                }
            }
            #expect(watch.version(of: "anna") == before)
            try await store.write {
                try $0.replaceEntitlements(of: "anna", in: .sandbox, with: [Self.entitlement("1")])
            }
            let changed = watch.version(of: "anna")
            #expect(changed > before)
            try await store.write { try $0.ensureCustomer("anna", now: .second(1)) }
            #expect(watch.version(of: "anna") == changed)
            try await store.write { try $0.pseudonymize("anna", as: "gone-1") }
            #expect(watch.version(of: "anna") > changed)
            let erased = watch.version(of: "ben")
            try await store.write { try $0.dropProjections() }
            #expect(watch.version(of: "ben") > erased)
        }
    }

    @Test func `a store that others write to has no watch`() async throws {
        try await StoreDriver.postgreSQL.withStore { store async throws in #expect(store.entitlementVersions == nil) }
    }

    @Test(arguments: StoreDriver.allCases)
    func `only what differs is written when entitlements are replaced`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let old = ["a": "1", "b": "1", "c": "1"]
            let new = ["a": "1", "b": "2", "d": "1"]
            @Sendable func rows(_ entitlements: [String: String]) -> [StoredEntitlement] {
                entitlements.sorted { $0.key < $1.key }.map {
                    StoredEntitlement(scope: .sandbox, entitlement: EntitlementID(rawValue: $0), body: Data($1.utf8))
                }
            }
            let stored = try await store.write { writer in
                try writer.replaceEntitlements(of: "anna", in: .sandbox, stored: [], with: rows(old))
                try writer.replaceEntitlements(of: "anna", in: .sandbox, stored: rows(old), with: rows(new))
                return try writer.entitlements(of: "anna")
            }
            #expect(stored == rows(new))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `an event that is there is not written again and takes no number`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            @Sendable func event(_ id: String, _ customer: CustomerID?) -> NewEvent {
                NewEvent(id: id, scope: .sandbox, customer: customer, kind: "k", instant: .second(1), body: Data())
            }
            let isNew = try await store.write { writer in
                try [event("1", "anna"), event("1", "anna"), event("2", "anna"), event("3", nil), event("4", "ben")].map
                {
                    try writer.appendIfNew($0) != nil
                }
            }
            #expect(isNew == [true, false, true, true, true])
            let anna = try await store.read { try $0.events(of: "anna", limit: 10) }
            #expect(anna.map(\.customerSequence) == [1, 2])
            #expect(try await store.read { try $0.events(of: "ben", limit: 10) }.map(\.customerSequence) == [1])
        }
    }
}
