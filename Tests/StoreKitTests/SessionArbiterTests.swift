// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@Suite(.storeKit) struct SessionArbiterTests {
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

    @Test func `a session that no one holds leaves its products, and nothing that was bought`() async throws {
        do {
            let session = try Shop.session()
            try await Shop.buy(Shop.lamp)
            withExtendedLifetime(session) {}
        }
        #expect(SKTestSession.current == nil)
        #expect(try await all(Transaction.all).isEmpty)
        try await Shop.buy(Shop.lamp)
        #expect(try await all(Transaction.all).count == 1)
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
            try SessionArbiter.$stranger.withValue("another") { try Shop.session() }
        }
        #expect(error?.errorDescription?.contains("one after the other") == true)
        withExtendedLifetime(first) {}
    }

    // The limit counts the turns of the other tests too, which can take minutes on a busy machine; a session that waited would
    // wait for longer.
    @Test(.timeLimit(.minutes(10)))
    func `a session on the main actor does not wait for another one there, and names the option that helps`()
        async throws
    {
        let limit = SKTestSession.waitingLimit
        SKTestSession.waitingLimit = 1000
        defer { SKTestSession.waitingLimit = limit }
        let error = try await MainActor.run {
            let first = try Shop.session()
            return #expect(throws: SKTestError(.serviceUnavailable)) {
                defer { withExtendedLifetime(first) {} }
                return try SessionArbiter.$stranger.withValue("another") { try Shop.session() }
            }
        }
        #expect(error?.errorDescription?.contains("--no-parallel") == true)
    }

    @Test func `a session of another test waits while this one is connected elsewhere, or between two sessions`() throws
    {
        let limit = SKTestSession.waitingLimit
        SKTestSession.waitingLimit = 0.2
        defer { SKTestSession.waitingLimit = limit }
        for _ in 0..<2 {
            #expect(throws: SKTestError(.serviceUnavailable)) {
                try SessionArbiter.$stranger.withValue("another") { try Shop.session() }
            }
            withExtendedLifetime(try Shop.session()) {}
        }
    }

    // Whichever test with the trait comes after the first turn would wait in vain if the trait did not release the
    // turn; the second turn, which does not wait for long, is one of them, though not always the very next.
    @Test(arguments: 1...2) func `a session that outlives its test keeps no other test waiting`(turn: Int) async throws
    {
        let limit = SKTestSession.waitingLimit
        SKTestSession.waitingLimit = 0.2
        defer { SKTestSession.waitingLimit = limit }
        let session = try Shop.session()
        #expect(SKTestSession.current === session)
        Self.outlived.withLock { $0.append(session) }
    }

    private static let outlived = Mutex<[SKTestSession]>([])

    @Test func `a test that keeps the others waiting is named after a time`() async throws {
        let (messages, continuation) = AsyncStream.makeStream(of: String.self)
        let queue = FIFOGate(limit: { 0.01 }, notify: { continuation.yield($0) })
        try await queue.enter("the slow one")
        async let second: Void = queue.enter("another")
        let message = try #require(await first(of: messages))
        #expect(message.hasPrefix("the slow one has had the turn"))
        #expect(message.contains("waiting for it: 1"))
        await queue.leave()
        try await second
        await queue.leave()
    }

    @Test func `a test whose time is over while it waits gives its place up`() async throws {
        let queue = FIFOGate(limit: { 1000 }, notify: { _ in })
        try await queue.enter("first")
        let second = Task { try await queue.enter("second") }
        let third = Task { try await queue.enter("third") }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        await queue.leave()
        try await third.value
        await queue.leave()
        try await queue.enter("fourth")
    }

    @Test(.storeKit("Shop")) func `the trait makes a session of a configuration`() async throws {
        let session = try #require(SKTestSession.current)
        try await Shop.buy(Shop.coins)
        #expect(session.allTransactions().count == 1)
    }
}

/// Sessions of tests without the trait.
@Suite(.storeKitBesideOthers) struct StrangerTests {
    @Test func `a session of another test continues when the one before it ends`() async throws {
        let first = Keeper(try Shop.session())
        async let second = Task.detached {
            // Not the test's own task any more, so not the test's own session.
            try SessionArbiter.$stranger.withValue("another") { try Shop.session() }
        }.value
        first.letGo()
        #expect(try await second === SKTestSession.current)
    }

    @Test func `many sessions that wait do not stop the test that they wait for`() async throws {
        let first = Keeper(try Shop.session())
        let refusals = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    try SessionArbiter.$stranger.withValue("stranger \(index)") {
                        do {
                            _ = try Shop.session()
                            return false
                        } catch SKTestError.serviceUnavailable {
                            return true
                        }
                    }
                }
            }
            // Goes on although the others wait: it is theirs to take when the test lets go.
            for _ in 0..<100 { await Task.yield() }
            first.letGo()
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(refusals < 64)
    }

    @Test func `a test with the trait waits for a session without it, and then keeps others out`() async throws {
        let stranger = Keeper(try SessionArbiter.$stranger.withValue("another") { try Shop.session() })
        let owner = try #require(SessionArbiter.Owner.current)
        async let turn: Void = SessionArbiter.shared.reserve(for: owner)
        for _ in 0..<100 { await Task.yield() }
        #expect(SKTestSession.current != nil)
        stranger.letGo()
        try await turn
        let limit = SKTestSession.waitingLimit
        SKTestSession.waitingLimit = 0.1
        defer { SKTestSession.waitingLimit = limit }
        #expect(throws: SKTestError(.serviceUnavailable)) {
            try SessionArbiter.$stranger.withValue("another") { try Shop.session() }
        }
        await #expect(throws: SKTestError(.serviceUnavailable)) {
            try await SessionArbiter.$stranger.withValue("a third") {
                try await SessionArbiter.shared.reserve(for: try #require(SessionArbiter.Owner.current))
            }
        }
    }
}

/// Holds a session until it is asked not to.
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
