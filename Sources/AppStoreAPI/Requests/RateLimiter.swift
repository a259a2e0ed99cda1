// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// Spaces requests so that Apple's limits are not reached: a second's worth may go at once, the rest in step.
///
/// One reservation is one instant for each endpoint, so that nothing grows with the number of requests.
final class RateLimiter: Sendable {
    private let scale: Double
    private let free = Mutex<[APIEndpoint: Place]>([:])

    /// When the next request may go, and as of when that was reckoned.
    private struct Place {
        var date: Date
        var asOf: Date
    }

    /// Makes a limiter that allows a share of production's numbers.
    init(scale: Double) {
        self.scale = scale
    }

    /// Takes the next place and says how long to wait for it.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - now: The instant.
    ///   - longest: The longest wait that is of use; no place is taken when it would be longer.
    /// - Returns: The wait, zero when there is room.
    func reserve(_ endpoint: APIEndpoint, asOf now: Date, longest: TimeInterval) -> TimeInterval {
        guard let limit = endpoint.requestsPerSecond else { return 0 }
        let rate = max(Double(limit) * scale, 0.01)
        return free.withLock { free in
            var next = now
            if let place = free[endpoint] {
                // A clock that was set back takes the places with it, or no one would go until it is where it was.
                let change = now.timeIntervalSince(place.asOf)
                next = max(change < -60 ? place.date.addingTimeInterval(change) : place.date, now)
            }
            // Room for as many at once as one second allows, but at least one.
            let burst = max(rate - 1, 0) / rate
            let exact = next.timeIntervalSince(now) - burst
            // Less than a millisecond is rounding.
            let wait = exact < 0.001 ? 0 : exact
            if wait <= longest { free[endpoint] = Place(date: next.addingTimeInterval(1 / rate), asOf: now) }
            return wait
        }
    }
}
