// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How often and how long a request is tried again.
///
/// Waits double from the first to the longest; each is shortened by chance by up to a half, so that many callers
/// that failed together do not return together.
public struct RetryPolicy: Hashable, Sendable {
    /// How often a request is sent at most.
    public var maximumAttempts: Int

    /// The first wait.
    public var firstDelay: Duration

    /// The longest wait.
    public var maximumDelay: Duration

    /// How long everything may take, waits included.
    public var deadline: Duration

    /// Makes a policy.
    public init(
        maximumAttempts: Int = 5,
        firstDelay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(20),
        deadline: Duration = .seconds(60)
    ) {
        self.maximumAttempts = max(1, maximumAttempts)
        self.firstDelay = firstDelay
        self.maximumDelay = maximumDelay
        self.deadline = deadline
    }

    /// Sends once.
    public static let none = RetryPolicy(maximumAttempts: 1)

    /// The wait after so many failures.
    ///
    /// - Parameters:
    ///   - failures: How often the request has failed, from 1.
    ///   - chance: From 0 to 1.
    /// - Returns: Between a half and the whole of the doubled wait.
    public func delay(afterFailures failures: Int, chance: Double) -> Duration {
        var delay = firstDelay
        for _ in 1..<max(2, min(failures, 32)) where failures > 1 && delay < self.maximumDelay { delay *= 2 }
        return min(delay, self.maximumDelay) * (1 - min(max(chance, 0), 1) / 2)
    }
}
