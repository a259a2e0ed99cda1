// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct RecordConformanceTests {
    @Test(arguments: StoreDriver.allCases)
    func `a record is replaced, listed and removed`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            @Sendable func product(_ name: String, _ body: String, second: Int = 0) -> StoredRecord {
                StoredRecord(
                    collection: .products,
                    owner: "com.example.app",
                    name: name,
                    updatedDate: .second(second),
                    body: Data(body.utf8)
                )
            }
            let isRemoved = try await store.write { writer in
                for record in [product("b", "1"), product("a", "1"), product("b", "2", second: 5), product("c", "1")] {
                    try writer.upsert(record)
                }
                return [
                    try writer.removeRecord(.products, owner: "com.example.app", name: "c"),
                    try writer.removeRecord(.products, owner: "com.example.app", name: "c"),
                ]
            }
            #expect(isRemoved == [true, false])
            try await store.read { reader throws in
                #expect(
                    try reader.records(.products, owner: "com.example.app")
                        == [product("a", "1"), product("b", "2", second: 5)]
                )
                #expect(try reader.records(.products, owner: "com.example.app", after: "a").map(\.name) == ["b"])
                #expect(try reader.record(.products, owner: "com.example.app", name: "a") == product("a", "1"))
                #expect(try reader.record(.settings, owner: "com.example.app", name: "a") == nil)
                #expect(try reader.records(.products) == [])
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a key is found by its hash alone, also after it was revoked`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            var key = StoredAppKey(
                hash: .sample(1),
                id: "key-1",
                app: "com.example.app",
                kind: "publishable",
                name: "iOS app",
                createdDate: .second(1)
            )
            let made = key
            let outcomes = try await store.write { writer in
                [
                    try writer.add(made), try writer.add(made),
                    try writer.revokeAppKey(id: "key-1", now: .second(2)),
                    try writer.revokeAppKey(id: "key-1", now: .second(3)),
                ]
            }
            key.revokedDate = .second(2)
            #expect(outcomes == [true, false, true, false])
            #expect(try await store.read { try $0.appKey(hash: .sample(1)) } == key)
            #expect(try await store.read { try $0.appKey(hash: .sample(2)) } == nil)
            #expect(try await store.read { try $0.appKeys(of: "com.example.app") } == [key])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `the audit log is read newest first and forgets by age alone`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let entries = (0..<4).map { (number: Int) -> AuditEntry in
                AuditEntry(
                    instant: .second(number),
                    actor: "key-1",
                    action: "grant",
                    target: number % 2 == 0 ? "anna" : "bob",
                    app: number == 3 ? nil : "com.example.app",
                    body: number == 0 ? nil : Data([UInt8(number)])
                )
            }
            try await store.write { writer in for entry in entries { try writer.append(entry) } }
            let newest = try await store.read { try $0.auditEntries(limit: 3).map(\.entry) }
            #expect(newest == entries.reversed().prefix(3).map(\.self))
            let oldest = try await store.read { reader throws in
                let last = try reader.auditEntries(limit: 3).last?.id ?? 0
                return try reader.auditEntries(before: last, limit: 3).map(\.entry)
            }
            #expect(oldest == [entries[0]])
            #expect(try await store.read { try $0.auditEntries(target: "anna", limit: 9).count } == 2)
            let own = try await store.read { try $0.auditEntries(app: "com.example.app", limit: 2).map(\.entry) }
            #expect(own == [entries[2], entries[1]])
            let both = try await store.read { try $0.auditEntries(app: "com.example.app", target: "bob", limit: 9) }
            #expect(both.map(\.entry) == [entries[1]])
            #expect(try await store.write { try $0.removeAuditEntries(before: .second(3)) } == 3)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `entries from before version 8 of the schema are of the app whose key made them`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            let key = StoredAppKey(
                hash: .sample(1),
                id: "k1",
                app: "com.example.app",
                kind: "secret",
                name: "backend",
                createdDate: .second(1)
            )
            let apps = try await store.write { writer in
                try writer.add(key)
                for actor in ["key k1", "key k2", "operator anna"] {
                    try writer.append(AuditEntry(instant: .second(0), actor: actor, action: "a", target: "t"))
                }
                try writer.execute("DROP INDEX audit_log_by_app")
                try writer.execute("ALTER TABLE audit_log DROP COLUMN app")
                try Migration.repeatMigration(8, writer)
                return try writer.auditEntries(limit: 9).map(\.entry.app)
            }
            #expect(apps == [nil, nil, "com.example.app"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `records are counted with their bytes, and the oldest go first`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let kind = RecordCollection(rawValue: "samples")
            try await store.write { writer in
                for (number, owner) in ["", "", "", "other"].enumerated() {
                    try writer.upsert(
                        StoredRecord(
                            collection: kind,
                            owner: owner,
                            name: "\(number)",
                            updatedDate: .second(10 - number),
                            body: Data(repeating: 0, count: 100)
                        )
                    )
                }
            }
            #expect(try await store.read { try $0.recordsSize(kind) } == RecordsSize(count: 4, bytes: 400))
            #expect(try await store.read { try $0.newestRecords(kind).map(\.name) } == ["0", "1", "2"])
            #expect(try await store.read { try $0.newestRecords(kind, limit: 1).map(\.name) } == ["0"])
            #expect(try await store.read { try $0.newestRecords(kind, since: .second(9)).map(\.name) } == ["0", "1"])
            #expect(try await store.write { try $0.removeOldestRecords(kind, limit: 2) } == 2)
            #expect(try await store.read { try $0.records(kind).map(\.name) } == ["0"])
            #expect(try await store.read { try $0.recordsSize(RecordCollection(rawValue: "none")) } == RecordsSize())
        }
    }
}
