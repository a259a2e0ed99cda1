// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import PurserClient

@Suite struct StorageTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "purser-storage-\(UUID())")

    @Test(arguments: ["order.ord_1", "paid.2000000123", "../up", ".hidden", "a/b", "名字", "with space%41", ""])
    func `any name is one private file in the folder`(name: String) async throws {
        let storage = FileStorage(folder: folder)
        let data = Data("words of \(name)".utf8)
        try await storage.write(data, as: "r" + name)
        #expect(try await storage.read("r" + name) == data)
        #expect(try await storage.names() == ["r" + name])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.count == 1)
        let file = folder.appending(path: try #require(files.first))
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        try await storage.remove("r" + name)
        try await storage.remove("r" + name)
        #expect(try await storage.read("r" + name) == nil)
        #expect(try await storage.names().isEmpty)
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `an unfinished write of an earlier run leaves the record as it was`() async throws {
        let storage = FileStorage(folder: folder)
        try await storage.write(Data("whole".utf8), as: "paid.1")
        // What a power cut between the two steps leaves.
        let torn = folder.appending(path: ".paid.1.new")
        try Data("ha".utf8).write(to: torn)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: torn.path)
        #expect(try await storage.names() == ["paid.1"])
        #expect(try await storage.read("paid.1") == Data("whole".utf8))
        try await storage.write(Data("again".utf8), as: "paid.1")
        #expect(try await storage.read("paid.1") == Data("again".utf8))
        let file = folder.appending(path: "paid.1")
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `a folder that cannot be written is said, with the system's number`() async throws {
        let storage = FileStorage(folder: URL(fileURLWithPath: "/proc/purser"))
        await #expect(throws: (any Error).self) { try await storage.write(Data(), as: "paid.1") }
        #expect(try await storage.names().isEmpty)
    }

    @Test func `orders and snapshots are bounded, paid purchases are never dropped`() async throws {
        let vault = PurchaseStorage { FileStorage(folder: folder) }
        for index in 0..<(PurchaseStorage.orderLimit + 5) {
            try await vault.save(
                OpenOrder(
                    id: "ord_\(index)",
                    token: UUID(),
                    product: "beans",
                    quantity: 1,
                    customer: "anna",
                    created: Date(timeIntervalSince1970: Double(index))
                )
            )
        }
        let orders = try await vault.orders()
        #expect(orders.count == PurchaseStorage.orderLimit)
        #expect(orders.first?.id == "ord_5")
        for index in 0..<(PurchaseStorage.snapshotLimit + 3) {
            let stored = PurchaseStorage.StoredSnapshot(
                document: "d",
                received: Date(timeIntervalSince1970: Double(index))
            )
            try await vault.save(stored, of: "customer \(index)")
        }
        let snapshots = try await vault.snapshots()
        #expect(snapshots.count == PurchaseStorage.snapshotLimit)
        #expect(snapshots["customer 0"] == nil)
        #expect(snapshots["customer \(PurchaseStorage.snapshotLimit + 2)"] != nil)
        try FileManager.default.removeItem(at: folder)
    }
}
