// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

/// StoreKit's entry points are static: one test after the other, also between suites.
@MainActor
@Suite(.serialized)
enum Flows {}

/// What is sold.
enum Shop {
    static let coins = "shop.coins"
    static let lamp = "shop.lamp"
    static let gold = "shop.club.gold"

    /// A new store without a history.
    static func session() throws -> SKTestSession {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Shop.storekit")
        let session = try SKTestSession(contentsOf: file)
        session.resetToDefaultState()
        session.clearTransactions()
        session.disableDialogs = true
        return session
    }

    /// Waits until something is so.
    @MainActor
    static func eventually(_ condition: () -> Bool) async throws {
        for _ in 0..<2000 where !condition() { try await Task.sleep(nanoseconds: 5_000_000) }
        #expect(condition())
    }

    /// Defaults that no one else uses.
    static func defaults() throws -> UserDefaults {
        try #require(UserDefaults(suiteName: "flows-\(UUID())"))
    }
}
