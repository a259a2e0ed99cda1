// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
public import Foundation
import StoreKit
import Synchronization
import Testing

/// Decides which session is behind StoreKit's entry points.
///
/// A new session takes the place of an older one of the same test, and of one that no Swift Testing test made: XCTest
/// runs its tests one after the other and keeps their properties alive. A session of another Swift Testing test is
/// waited for, until it ends or a test with the trait is over. A test with the trait has the turn from its beginning to
/// its end, also while it has no session, or is connected to a simulator elsewhere.
///
/// On the main actor a session that would have to wait fails: at once when the other session began there too, for the two
/// tests would wait for each other, and otherwise after a second, for purchases need the main actor as well.
package final class SessionArbiter: Sendable {
    package static let shared = SessionArbiter()

    /// Lets this module's own tests make a session as another test would.
    @TaskLocal package static var stranger: String?

    /// The test that a session belongs to; nil outside Swift Testing.
    package struct Owner: Hashable, Sendable {
        var test: Test.ID
        // A case has no identity in public; what its reflection says holds its arguments.
        var testCase: String
        var stranger: String?

        init(_ test: Test, _ testCase: Test.Case?) {
            self.test = test.id
            self.testCase = String(describing: testCase)
            stranger = SessionArbiter.stranger
        }

        package static var current: Owner? { Test.current.map { Owner($0, Test.Case.current) } }
    }

    private struct State {
        var store: ObjectIdentifier?
        var owner: Owner?
        weak var session: SKTestSession?
        var limit: TimeInterval = 30
        var waiting = 0

        /// Whether the session began on the main actor.
        var isOnMainActor = false

        /// The test with the trait that has the turn.
        var reserved: Owner?

        func isHeld(forAnotherThan asking: Owner?) -> Bool {
            guard store != nil || reserved != nil, let owner else { return false }
            return owner != asking
        }
    }

    /// How many sessions may wait at once.
    ///
    /// Apple's initializer cannot suspend, so each that waits holds one of the threads that tests run on, of which
    /// there are as many as processors. Were all of them held, the test that everyone waits for could not continue.
    static let maximumWaiting = ProcessInfo.processInfo.activeProcessorCount - 1

    private let state = Mutex(State())
    private let ended = NSCondition()

    /// The session behind the entry points.
    var session: SKTestSession? { state.withLock { $0.session } }

    /// How long a session waits for another test's.
    var limit: TimeInterval {
        get { state.withLock { $0.limit } }
        set { state.withLock { $0.limit = newValue } }
    }

    func start(_ session: SKTestSession) throws {
        let owner = Owner.current
        if !acquire(session, owner) { try wait(with: session, owner) }
        StoreRuntimeControl.use(session.store)
    }

    private func wait(with session: SKTestSession, _ owner: Owner?) throws {
        let mayWait = state.withLock { state in
            guard state.waiting < Self.maximumWaiting else { return false }
            state.waiting += 1
            return true
        }
        guard mayWait else { throw SKTestError(.serviceUnavailable, reason: message) }
        defer { state.withLock { $0.waiting -= 1 } }
        let patience = patience
        let deadline = DispatchTime.now() + patience
        ended.lock()
        defer { ended.unlock() }
        while !acquire(session, owner) {
            guard DispatchTime.now() < deadline else { throw SKTestError(.serviceUnavailable, reason: message) }
            _ = ended.wait(until: Date(timeIntervalSinceNow: 0.1))
        }
    }

    /// How many seconds the caller may wait.
    private var patience: TimeInterval {
        guard Self.isOnMainActor else { return limit }
        return state.withLock { $0.isOnMainActor ? 0 : min($0.limit, 1) }
    }

    private static let mainQueue: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller holds the main actor, which runs on the main queue, though not always on the main thread.
    private static var isOnMainActor: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) == true
    }

    private func acquire(_ session: SKTestSession, _ owner: Owner?) -> Bool {
        let isOnMainActor = Self.isOnMainActor
        return state.withLock { state in
            guard !state.isHeld(forAnotherThan: owner) else { return false }
            state.store = ObjectIdentifier(session.store)
            state.owner = owner
            state.session = session
            state.isOnMainActor = isOnMainActor
            return true
        }
    }

    /// Waits, without holding a thread, until no other test has a session, and keeps others from making one.
    ///
    /// - Throws: ``SKTestError`` when another test's session does not end.
    package func reserve(for owner: Owner) async throws {
        let deadline = DispatchTime.now() + limit
        while !reserveNow(for: owner) {
            guard DispatchTime.now() < deadline else { throw SKTestError(.serviceUnavailable, reason: message) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func reserveNow(for owner: Owner) -> Bool {
        state.withLock { state in
            guard !state.isHeld(forAnotherThan: owner) else { return false }
            (state.owner, state.reserved) = (owner, owner)
            return true
        }
    }

    private var message: String {
        let other = state.withLock { $0.owner }.map { "\($0.test)" } ?? "another test"
        return "\(other) still has a session, and StoreKit's entry points can represent one at a time: run the tests "
            + "that make sessions one after the other with the trait .storeKit or .serialized, or all tests with "
            + "'swift test --no-parallel', and release each session when its test ends"
    }

    func end(_ store: SimulatedStore) {
        let wasCurrent = state.withLock { state in
            guard state.store == ObjectIdentifier(store) else { return false }
            state.store = nil
            state.owner = state.reserved
            return true
        }
        guard wasCurrent else { return }
        StoreRuntimeControl.leave(store)
        notifyWaiters()
    }

    /// A test is over: whoever still holds its session, a task that continues or a reference cycle, keeps no one waiting.
    func end(of test: Test.ID) {
        let wasItsTurn = state.withLock { state in
            guard let owner = state.owner, owner.test == test else { return false }
            state.owner = nil
            state.reserved = nil
            return true
        }
        if wasItsTurn { notifyWaiters() }
    }

    private func notifyWaiters() {
        ended.lock()
        ended.broadcast()
        ended.unlock()
    }
}

extension SKTestSession {
    /// The session behind StoreKit's entry points.
    public static var current: SKTestSession? { SessionArbiter.shared.session }

    /// How many seconds a new session waits for one of another test before it fails.
    public static var waitingLimit: TimeInterval {
        get { SessionArbiter.shared.limit }
        set { SessionArbiter.shared.limit = newValue }
    }
}
