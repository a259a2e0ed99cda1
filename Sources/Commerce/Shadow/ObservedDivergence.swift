// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A difference over time: it is pending until it outlasts the grace window, then confirmed, and resolved when it is gone.
public struct ObservedDivergence: Hashable, Sendable, Codable {
    /// How far a difference is.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It may be a delay of either side.
        case pending

        /// It outlasted the grace window.
        case confirmed

        /// It is gone.
        case resolved
    }

    /// The difference as it was seen last.
    public var divergence: Divergence

    /// How far it is.
    public var state: State

    /// When it was seen first.
    public var firstSeenDate: Date

    /// When it was seen last.
    public var lastSeenDate: Date

    /// When it was confirmed.
    public var confirmedDate: Date?

    /// When it was gone.
    public var resolvedDate: Date?

    /// Begins with a difference that was just seen.
    public init(_ divergence: Divergence, at instant: Date) {
        self.divergence = divergence
        state = .pending
        firstSeenDate = instant
        lastSeenDate = instant
    }
}

extension ObservedDivergence {
    /// What a comparison changes of a customer's open differences.
    public struct Change: Hashable, Sendable {
        /// The differences as they are now, pending and confirmed ones.
        public var open: [ObservedDivergence] = []

        /// The confirmed ones that are gone.
        public var resolved: [ObservedDivergence] = []

        /// Those that were confirmed by this comparison.
        public var confirmed: [ObservedDivergence] = []

        /// How many pending ones are gone: delays.
        public var vanished = 0
    }

    /// Judges what a comparison found.
    ///
    /// A difference is confirmed when every comparison since it was first seen found it, for the length of the grace
    /// window, while the customer's documents stayed the same and no two comparisons were farther apart than the window.
    /// So two delays, each of another renewal, never add up to a difference.
    ///
    /// - Parameters:
    ///   - found: What the comparison found.
    ///   - previous: The customer's open differences.
    ///   - instant: When the comparison was made.
    ///   - policy: When a difference counts.
    /// - Returns: The change.
    public static func observe(
        _ found: [Divergence],
        previous: [ObservedDivergence],
        at instant: Date,
        under policy: ShadowPolicy
    ) -> Change {
        var change = Change()
        let known = Dictionary(previous.map { ($0.divergence.entitlement, $0) }) {
            $0.firstSeenDate <= $1.firstSeenDate ? $0 : $1
        }
        for divergence in found {
            guard var observed = known[divergence.entitlement],
                observed.continues(with: divergence, at: instant, policy)
            else {
                change.open.append(ObservedDivergence(divergence, at: instant))
                continue
            }
            observed.divergence = divergence
            observed.lastSeenDate = instant
            let age = instant.timeIntervalSince(observed.firstSeenDate)
            if observed.state == .pending, age >= Double(policy.graceWindowSeconds) {
                observed.state = .confirmed
                observed.confirmedDate = instant
                change.confirmed.append(observed)
            }
            change.open.append(observed)
        }
        let names = Set(found.map(\.entitlement))
        for (name, observed) in known.sorted(on: { $0.key }) where !names.contains(name) {
            guard observed.state == .confirmed else {
                change.vanished += 1
                continue
            }
            var closed = observed
            closed.state = .resolved
            closed.resolvedDate = instant
            change.resolved.append(closed)
        }
        return change
    }

    private func continues(with divergence: Divergence, at instant: Date, _ policy: ShadowPolicy) -> Bool {
        // What was confirmed is a difference, and stays one until a comparison finds none.
        if state == .confirmed { return true }
        let gap = instant.timeIntervalSince(lastSeenDate)
        return self.divergence.subject == divergence.subject && (0...Double(policy.graceWindowSeconds)).contains(gap)
    }
}
