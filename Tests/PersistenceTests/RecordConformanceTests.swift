// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct RecordConformanceTests {
    private static let ages = OwnedRecordStore<BundleID, String, Int>("ages")

    @Test(arguments: StoreDriver.allCases)
    func `a value is replaced, listed and removed`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let ages = Self.ages["com.example.app"]
            let isRemoved = try await store.write { writer in
                for (second, (name, age)) in [("b", 1), ("a", 1), ("b", 2), ("c", 1)].enumerated() {
                    try writer.upsert(age, as: name, in: ages, now: .second(second))
                }
                return [try writer.removeRecord("c", in: ages), try writer.removeRecord("c", in: ages)]
            }
            #expect(isRemoved == [true, false])
            try await store.read { reader throws in
                #expect(try reader.values(in: ages) == [1, 2])
                #expect(try reader.records(in: ages).map(\.name) == ["a", "b"])
                #expect(try reader.records(in: ages, after: "a").map(\.name) == ["b"])
                #expect(try reader.record("b", in: ages)?.updatedDate == .second(2))
                #expect(try reader.value("a", in: ages) == 1)
                #expect(try reader.value("a", in: RecordStore<String, Int>("others")) == nil)
                #expect(try reader.records(in: Self.ages["com.example.other"]).isEmpty)
                #expect(try reader.recordCounts(Self.ages).mapValues(\.count) == ["com.example.app": 2])
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a damaged value or name is an error that names the store and the record`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let ages = Self.ages["com.example.app"]
            try await store.write { writer in
                for name in ["whole", "broken"] { try writer.upsert(1, as: name, in: ages, now: .second(0)) }
                try writer.execute("UPDATE records SET body = \(Data("{".utf8)) WHERE name = 'broken'")
            }
            let value = await #expect(throws: DatabaseError.self) { try await store.read { try $0.values(in: ages) } }
            #expect(value?.code == .damaged)
            #expect(value?.message.contains("value of record 'broken' in 'ages'") == true)
            // The others can still be read, one by one.
            #expect(try await store.read { try $0.records(in: ages).map { try? $0.value } } == [nil, 1])
            let numbered = OwnedRecordStore<BundleID, NumberedName, Int>("ages")["com.example.app"]
            let name = await #expect(throws: DatabaseError.self) {
                try await store.read { try $0.records(in: numbered).count }
            }
            #expect(name?.code == .damaged && name?.message.contains("name of record 'broken' in 'ages'") == true)
        }
    }

    @Test func `keys come back from their texts, and numbered names sort by their numbers`() {
        let scope = AppScope(bundleID: "com.example.app", environment: .sandbox)
        #expect(AppScope(recordKey: scope.recordKey) == scope)
        #expect(AppScope(recordKey: "com.example.app") == nil)
        let names = [NumberedName(0), NumberedName(2), NumberedName(2, suffix: " x"), NumberedName(10)]
        #expect(names.map { NumberedName(recordKey: $0.recordKey) } == names)
        #expect(names.map(\.recordKey).sorted() == names.map(\.recordKey) && names.sorted() == names)
        #expect(NumberedName(recordKey: "12") == nil && NumberedName(-1) == NumberedName(0))
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
    func `records are counted with their bytes, and the oldest go first`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let texts = OwnedRecordStore<String, String, String>("texts")
            let own = texts["own"]
            try await store.write { writer in
                for (number, owner) in ["own", "own", "own", "other"].enumerated() {
                    let text = String(repeating: "x", count: 98)
                    try writer.upsert(text, as: "\(number)", in: texts[owner], now: .second(10 - number))
                }
            }
            #expect(try await store.read { try $0.recordsSize(texts) } == RecordsSize(count: 4, bytes: 400))
            #expect(try await store.read { try $0.newestRecords(in: own).map(\.name) } == ["0", "1", "2"])
            #expect(try await store.read { try $0.newestRecords(in: own, limit: 1).map(\.name) } == ["0"])
            #expect(
                try await store.read { try $0.newestRecords(in: own, since: .second(9)).map(\.name) } == ["0", "1"]
            )
            #expect(try await store.write { try $0.removeOldestRecords(in: own, limit: 2) } == 2)
            #expect(try await store.read { try $0.records(in: own).map(\.name) } == ["0"])
            #expect(try await store.read { try $0.recordsSize(Self.ages) } == RecordsSize())
        }
    }
}
