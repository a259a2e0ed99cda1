// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What a client takes from the world besides the network: the time, waiting, and chance.
public struct APIEnvironment: Sendable {
    /// The instant.
    public var now: @Sendable () -> Date

    /// Waits.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// A number from 0 to 1, the ends included, for jitter.
    public var random: @Sendable () -> Double

    /// Makes a runtime; only the time has no default.
    public init(
        now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }
}
