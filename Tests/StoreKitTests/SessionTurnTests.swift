// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct SessionTurnTests {
    @Test func `a new session knows nothing of the one before it`() async throws {
        do {
            let first = try Shop.session()
            try await Shop.buy(Shop.lamp)
            #expect(first.allTransactions().count == 1)
        }
        let second = try Shop.session()
        #expect(try await all(Transaction.all).isEmpty)
        #expect(SKPaymentQueue.default().transactions.isEmpty)
        #expect(second.allTransactions().isEmpty)
        #expect(SKTestSession.current === second)
    }

    @Test func `a test's second session takes the place of its first`() async throws {
        let first = try Shop.session()
        let second = try Shop.session()
        try await Shop.buy(Shop.lamp)
        #expect(first.allTransactions().isEmpty)
        #expect(second.allTransactions().count == 1)
    }

    @Test func `a session of another test waits, and says so when it waited too long`() throws {
        let first = try Shop.session()
        let limit = SKTestSession.waitingLimit
        SKTestSession.waitingLimit = 0.2
        defer { SKTestSession.waitingLimit = limit }
        let error = #expect(throws: SKTestError(.serviceUnavailable)) {
            try SessionTurn.$stranger.withValue("another") { try Shop.session() }
        }
        #expect(error?.errorDescription?.contains("one after the other") == true)
        withExtendedLifetime(first) {}
    }

    @Test func `a session of another test goes on when the one before it ends`() async throws {
        let first = Keeper(try Shop.session())
        async let second = Task.detached {
            // Not the test's own task any more, so not the test's own session.
            try SessionTurn.$stranger.withValue("another") { try Shop.session() }
        }.value
        first.letGo()
        #expect(try await second === SKTestSession.current)
    }

    @Test(.storeKit("Shop")) func `the trait makes a session of a configuration`() async throws {
        let session = try #require(SKTestSession.current)
        try await Shop.buy(Shop.coins)
        #expect(session.allTransactions().count == 1)
    }
}

/// Holds a session until it is told not to.
private final class Keeper: @unchecked Sendable {
    // Written by the test's own task alone.
    private var session: SKTestSession?

    init(_ session: SKTestSession) {
        self.session = session
    }

    func letGo() {
        session = nil
    }
}
