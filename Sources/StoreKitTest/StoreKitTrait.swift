// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
public import Testing

/// Gives each test a session of its own, one test after the other.
///
/// The turn is taken before the test begins and given back after it, without blocking a thread, so tests with the
/// trait may run beside tests that do not use StoreKit. With a configuration's name the session is made too, and
/// ``SKTestSession/current`` is it; without one the test makes its own.
///
/// A test that keeps its turn for longer than ``SKTestSession/waitingLimit`` while others wait is named on standard
/// error.
///
/// ```swift
/// @Test(.storeKit("Products"))
/// func `buying gives the product`() async throws {
///     let session = try #require(SKTestSession.current)
/// ```
public struct StoreKitTrait: TestTrait, SuiteTrait, TestScoping {
    /// The name of the configuration file.
    public let configuration: String?

    // Only this module's own tests of sessions without the trait let them in.
    var letsOthersIn = false

    /// Tests inside a suite each get a turn.
    public var isRecursive: Bool { true }

    /// Takes the turn, runs the test, and gives the turn back.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: Its case; nil for a suite, which takes no turn itself.
    ///   - function: Runs it.
    /// - Throws: What the test throws, ``SKTestError`` when the configuration cannot be read, or `CancellationError`
    ///   when the test's time is over before it has the turn. ``SKTestError`` also when a test without the trait keeps
    ///   its session.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        // A suite's trait and a test's own are one turn.
        if FIFOGate.isHeld { return try await run(function) }
        try await FIFOGate.shared.enter("\(test.id)")
        do {
            if !letsOthersIn { try await SessionArbiter.shared.reserve(for: SessionArbiter.Owner(test, testCase)) }
            try await FIFOGate.$isHeld.withValue(true) { try await run(function) }
        } catch {
            await leave(test)
            throw error
        }
        await leave(test)
    }

    private func leave(_ test: Test) async {
        SessionArbiter.shared.end(of: test.id)
        await FIFOGate.shared.leave()
    }

    private func run(_ function: @concurrent @Sendable () async throws -> Void) async throws {
        let session = try configuration.map { try SKTestSession(configurationFileNamed: $0) }
        try await function()
        withExtendedLifetime(session) {}
    }
}

extension Trait where Self == StoreKitTrait {
    /// The test's turn at StoreKit; it makes its own session.
    public static var storeKit: Self { Self(configuration: nil) }

    /// A turn among the tests with the trait alone, for this project's own tests of sessions without it.
    package static var storeKitBesideOthers: Self { Self(configuration: nil, letsOthersIn: true) }

    /// The test's turn at StoreKit, with a session of the configuration file of a name.
    public static func storeKit(_ configuration: String) -> Self { Self(configuration: configuration) }
}
