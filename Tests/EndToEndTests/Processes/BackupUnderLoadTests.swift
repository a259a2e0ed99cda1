// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Foundation
import Persistence
import PersistenceSQLite
import Testing

/// A backup that is taken while customers buy is the shop at one moment.
@Suite(.serialized) struct BackupUnderLoadTests {
    @Test func `a backup taken under load restores to a state in which everything agrees`() async throws {
        let shop = try await ServedShop()
        let shoppers = Shoppers(shop)
        let (copy, restored) = (shop.folder.path + "/copy.sqlite", shop.folder.path + "/restored.sqlite")
        let program = try #require(Bundle.main.executableURL?.deletingLastPathComponent().path) + "/purser"
        func run(_ arguments: String...) async throws {
            let (text, code) = try await Shell.run(program, arguments, in: shop.folder.path)
            #expect(code == 0, "\(arguments.joined(separator: " ")): \(text)")
        }
        let before = try await withThrowingTaskGroup(of: Void.self) { group in
            for customer in ["alice", "bob", "carol"] { group.addTask { try await shoppers.buy(as: customer) } }
            while shoppers.acknowledged.orders.count < 10 { try await Task.sleep(for: .milliseconds(20)) }
            let before = shoppers.acknowledged.orders
            try await run("backup", "--database", "sqlite:\(shop.folder.path)/purser.sqlite", copy)
            shoppers.close()
            try await group.waitForAll()
            return before
        }
        try await run("restore", "--database", "sqlite:\(restored)", copy)
        let store = try await SQLiteDatabase(SQLiteDatabase.Configuration(path: restored))
        #expect(try await store.integrityProblems() == [])
        for order in before.keys {
            let stored = try await store.read { try $0.order(OrderID(rawValue: order)) }
            #expect(stored?.storedState == "delivered", "order \(order)")
        }
        await store.close()
    }
}
