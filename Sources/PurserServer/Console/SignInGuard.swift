// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// Slows down who guesses passwords: after five failures of a name or an address each next try waits twice as long.
final class SignInGuard: Sendable {
    private struct Failures {
        var count: Int
        var last: Date
    }

    private static let free = 5
    private static let longest: TimeInterval = 900
    private static let capacity = 10_000

    private let failures = Mutex<[String: Failures]>([:])

    /// How many seconds one has to wait before the next try; nothing when it may be made now.
    func wait(for names: [String], now: Date) -> Int? {
        failures.withLock { failures in
            let waits = names.compactMap { name -> TimeInterval? in
                guard let known = failures[name], known.count >= Self.free else { return nil }
                let pause = min(Self.longest, TimeInterval(1 << min(known.count - Self.free, 10)))
                let rest = pause - now.timeIntervalSince(known.last)
                return rest > 0 ? min(rest, pause) : nil
            }
            return waits.max().map { Int($0.rounded(.up)) }
        }
    }

    func noteFailure(of names: [String], now: Date) {
        failures.withLock { failures in
            for name in names {
                if failures.count >= Self.capacity, failures[name] == nil {
                    let old = failures.sorted { $0.value.last < $1.value.last }.prefix(Self.capacity / 4)
                    for (name, _) in old { failures[name] = nil }
                }
                failures[name] = Failures(count: (failures[name]?.count ?? 0) + 1, last: now)
            }
        }
    }

    func forget(_ names: [String]) {
        failures.withLock { failures in
            for name in names { failures[name] = nil }
        }
    }
}
