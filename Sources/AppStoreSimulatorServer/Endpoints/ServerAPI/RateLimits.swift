// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Synchronization

/// Counts requests by app, environment, endpoint and hour, as Apple enforces its rates.
///
/// The sandbox takes a tenth of production's. Only the current hour is kept.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/identifying-rate-limits>
final class RateLimits: Sendable {
    private struct Key: Hashable {
        var app: BundleID
        var environment: Environment
        var endpoint: String
    }

    private struct Window {
        var hour: Int64 = .min
        var counts: [Key: Int] = [:]
    }

    private static let hour: Int64 = 3_600_000
    private let window = Mutex(Window())

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - endpoint: What is asked for.
    ///   - rate: How many requests a second production takes.
    ///   - caller: The one who asks, and where.
    ///   - now: The present instant.
    /// - Returns: When requests are taken again, or nothing when this one is taken.
    func refusal(_ endpoint: String, rate: Int, _ caller: ServerAPIRoutes.Caller, at now: Date) -> Date? {
        let hour = now.millisecondsSince1970 / Self.hour
        let allowed = caller.environment == .production ? rate * 3600 : rate * 360
        let count = window.withLock { window in
            if window.hour != hour { window = Window(hour: hour) }
            let key = Key(app: caller.app, environment: caller.environment, endpoint: endpoint)
            window.counts[key, default: 0] += 1
            return window.counts[key] ?? 0
        }
        return count > allowed ? Date(millisecondsSince1970: (hour + 1) * Self.hour) : nil
    }
}
