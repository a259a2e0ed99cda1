// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import PersistenceSQLite
import SQLite
import Synchronization
import TestSupport
import Testing

/// A power cut at any moment: nothing that was acknowledged is lost, and nothing is half there.
@Suite struct PowerCutTests {
    /// What a cut left, and what had been acknowledged before it.
    struct Cut: Sendable {
        let image: FaultyDisk.Image
        let acknowledged: Set<Int>
    }

    /// Collects cuts while writers run.
    final class Recorder: Sendable {
        let cuts = Mutex<[Cut]>([])
        let acknowledged = Mutex<Set<Int>>([])
        let generator: Mutex<SeededGenerator>

        init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

        func acknowledge(_ number: Int) { acknowledged.withLock { _ = $0.insert(number) } }

        func record(_ image: FaultyDisk.Image) {
            let before = acknowledged.withLock(\.self)
            cuts.withLock { $0.append(Cut(image: image, acknowledged: before)) }
        }
    }

    /// One write: two facts and a delivery that belong together.
    static func store(_ number: Int, in writer: any DatabaseWriter) throws {
        let lineage = OriginalTransactionID(rawValue: "\(number % 7)")
        let transaction = TransactionID(rawValue: "\(number)")
        for part in 0...1 {
            try writer.append(
                .sample(UInt64(number * 2 + part), lineage: lineage, second: number),
                document: Data("document \(number) \(part) ".utf8) + Data(repeating: UInt8(number % 200), count: 300),
                receivedDate: .second(number),
                source: "test"
            )
        }
        let delivery = Delivery(
            scope: .sandbox,
            transaction: transaction,
            lineage: lineage,
            product: "com.example.coins",
            deliveredDate: .second(number)
        )
        guard try writer.deliver(delivery) else {
            throw DatabaseError(code: .constraint, message: "delivered twice")
        }
    }

    /// The numbers whose writes are in a store, each whole.
    static func numbers(in store: SQLiteDatabase, upTo count: Int) async throws -> Set<Int> {
        try await store.read { reader in
            var numbers: Set<Int> = []
            var parts = 0
            for lineage in try reader.lineages(in: .sandbox, limit: 100) {
                parts += try reader.facts(of: lineage, in: .sandbox).count
            }
            for number in 0..<count
            where try reader.delivery(of: TransactionID(rawValue: "\(number)"), in: .sandbox) != nil {
                numbers.insert(number)
            }
            guard parts == numbers.count * 2 else {
                throw DatabaseError(code: .damaged, message: "\(parts) facts of \(numbers.count) writes")
            }
            return numbers
        }
    }

    /// Writes from many tasks at once and collects cuts at random moments.
    static func run(seed: UInt64, count: Int, oneIn chance: Int) async throws -> [Cut] {
        try await cuts(seed: seed, oneIn: chance) { store, acknowledge in
            try await withThrowingTaskGroup { group in
                for worker in 0..<6 {
                    group.addTask {
                        for number in stride(from: worker, to: count, by: 6) {
                            try await store.write { try Self.store(number, in: $0) }
                            acknowledge(number)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Runs writers and collects cuts at random moments.
    static func cuts(
        seed: UInt64,
        oneIn chance: Int,
        _ work: (SQLiteDatabase, @escaping @Sendable (Int) -> Void) async throws -> Void
    ) async throws -> [Cut] {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let disk = FaultyDisk(seed: seed)
        let recorder = Recorder(seed: seed &* 31)
        disk.cut(
            when: { _ in recorder.generator.withLock { Int.random(in: 0..<chance, using: &$0) == 0 } },
            { recorder.record($0) }
        )
        var configuration = SQLiteDatabase.Configuration(path: folder.file("db"))
        configuration.fileSystem = disk.name
        configuration.writesPerCommit = 8
        configuration.pagesPerCheckpoint = 20
        let store = try await SQLiteDatabase(configuration)
        try await work(store) { recorder.acknowledge($0) }
        await store.close()
        return recorder.cuts.withLock(\.self)
    }

    /// Opens what a cut left and answers what is there.
    static func recover(_ cut: Cut, upTo count: Int) async throws -> Set<Int> {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try await open(cut, in: folder)
        let numbers = try await numbers(in: store, upTo: count)
        await store.close()
        return numbers
    }

    /// Opens what a cut left, and makes sure that it is sound.
    static func open(_ cut: Cut, in folder: TemporaryFolder) async throws -> SQLiteDatabase {
        for (path, bytes) in cut.image {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        let store = try await SQLiteDatabase(SQLiteDatabase.Configuration(path: folder.file("db")))
        let problems = try await store.integrityProblems()
        guard problems.isEmpty else { throw DatabaseError(code: .damaged, message: problems.joined(separator: "; ")) }
        return store
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `nothing acknowledged is lost and no write is half there`(seed: UInt64) async throws {
        let cuts = try await Self.run(seed: seed, count: 120, oneIn: 12)
        #expect(cuts.count > 5)
        for (index, cut) in cuts.enumerated() {
            let recovered = try await Self.recover(cut, upTo: 120)
            let lost = cut.acknowledged.subtracting(recovered)
            #expect(lost.isEmpty, "seed \(seed), cut \(index): \(lost.count) acknowledged writes are lost")
        }
    }

    @Test func `a database that does not sync loses writes, and this test would see it`() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let disk = FaultyDisk(seed: 1)
        let recorder = Recorder(seed: 1)
        disk.cut(when: { $0 % 5 == 0 }, { recorder.record($0) })
        let connection = try SQLiteConnection(path: folder.file("db"), fileSystem: disk.name)
        try connection.executeScript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
        try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
        for number in 1...40 {
            try connection.execute("INSERT INTO t VALUES (\(number))")
            recorder.acknowledge(number)
        }
        let losses = try recorder.cuts.withLock(\.self).filter { cut in
            let folder = try TemporaryFolder()
            for (path, bytes) in cut.image {
                let name = path.split(separator: "/").last.map(String.init) ?? ""
                try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
            }
            let copy = try SQLiteConnection(path: folder.file("db"))
            let count = try? copy.first("SELECT COUNT(*) FROM t", as: Int.self)
            return (count ?? 0) < cut.acknowledged.count
        }
        #expect(!losses.isEmpty)
    }
}
