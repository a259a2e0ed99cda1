// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// Slows down who guesses passwords, without a way for a guesser to lock the legitimate person out.
///
/// Failures count against where they come from, never against the person alone:
///
/// - A browser in which the person signed in before has a device cookie and counts separately.
/// - A network, an IPv4 address or an IPv6 /64, from which the person signed in before counts for that person alone,
///   and has room for many more tries before it waits, a minute at most.
/// - Any other network has a few tries, then each next one waits twice as long, up to 15 minutes. While a person's
///   password is being guessed from many networks, a network has one try before it waits. It always has that one.
final class SignInThrottle: Sendable {
    /// Where an attempt comes from, as far as it counts.
    struct Source: Hashable, Sendable {
        fileprivate enum Trust: Hashable, Sendable {
            /// A browser in which this person signed in before.
            case device
            /// A network from which this person signed in before.
            case knownNetwork
            case unknown
        }

        fileprivate var trust: Trust
        fileprivate var key: String
        fileprivate var name: String
        fileprivate var network: String
    }

    private struct Failures {
        var count: Int
        var last: Date
    }

    private struct State {
        var failures: [String: Failures] = [:]
        var known: [String: Date] = [:]
    }

    /// Failures of one person's name from unknown networks after which each of them has one try.
    private static let pressure = 20
    /// After this time without a failure a count begins again.
    private static let memory: TimeInterval = 86_400
    private static let capacity = 10_000

    private let state = Mutex(State())

    /// Finds out what an attempt counts against.
    ///
    /// - Parameters:
    ///   - name: The name that was entered.
    ///   - network: The network that the request came from, as ``ClientAddress/networkPrefix(of:)`` writes it.
    ///   - device: The browser's device cookie, when it is one of this person's.
    /// - Returns: The source.
    func source(name: String, network: String, device: String?) -> Source {
        let name = String(name.prefix(100))
        if let device { return Source(trust: .device, key: "device \(device)", name: name, network: network) }
        let pair = "network \(network) of \(name)"
        let isKnown = state.withLock { $0.known[pair] != nil }
        return isKnown
            ? Source(trust: .knownNetwork, key: pair, name: name, network: network)
            : Source(trust: .unknown, key: "network \(network)", name: name, network: network)
    }

    /// How many seconds one has to wait before the next try; `nil` when it may be made now.
    func wait(for source: Source, now: Date) -> Int? {
        state.withLock { state in
            guard let known = state.failures[source.key], isRecent(known, now) else { return nil }
            let (free, longest): (Int, TimeInterval)
            switch source.trust {
            case .device: (free, longest) = (10, 300)
            case .knownNetwork: (free, longest) = (30, 60)
            case .unknown:
                let guesses = state.failures["name " + source.name].map { isRecent($0, now) ? $0.count : 0 } ?? 0
                (free, longest) = (guesses >= Self.pressure ? 1 : 5, 900)
            }
            guard known.count >= free else { return nil }
            let pause = min(longest, TimeInterval(1 << min(known.count - free, 10)))
            let rest = pause - now.timeIntervalSince(known.last)
            return rest > 0 ? Int(min(rest, pause).rounded(.up)) : nil
        }
    }

    /// Counts a wrong password.
    func recordFailure(of source: Source, now: Date) {
        state.withLock { state in
            count(source.key, now, &state)
            if source.trust == .unknown { count("name " + source.name, now, &state) }
        }
    }

    /// Remembers that the person signed in from there.
    ///
    /// The network's own failures stay: who has one person's password guesses another's no faster.
    func recordSuccess(of source: Source, now: Date) {
        state.withLock { state in
            if source.trust != .unknown { state.failures[source.key] = nil }
            if state.known.count >= Self.capacity {
                for old in state.known.sorted(by: { $0.value < $1.value }).prefix(Self.capacity / 4) {
                    state.known[old.key] = nil
                }
            }
            state.known["network \(source.network) of \(source.name)"] = now
        }
    }

    private func isRecent(_ failures: Failures, _ now: Date) -> Bool {
        now.timeIntervalSince(failures.last) < Self.memory
    }

    private func count(_ key: String, _ now: Date, _ state: inout State) {
        if state.failures.count >= Self.capacity, state.failures[key] == nil {
            let old = state.failures.sorted { $0.value.last < $1.value.last }.prefix(Self.capacity / 4)
            for (key, _) in old { state.failures[key] = nil }
        }
        let before = state.failures[key].map { isRecent($0, now) ? $0.count : 0 } ?? 0
        state.failures[key] = Failures(count: before + 1, last: now)
    }
}
