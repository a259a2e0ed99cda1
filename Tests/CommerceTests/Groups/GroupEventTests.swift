// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import Commerce

/// What documents about seats and commitments are reported as.
@Suite struct GroupEventTests {
    /// What is new with a fact that comes after others.
    private static func events(of fact: Fact, after known: [Fact]) -> [DomainEvent.Kind] {
        var change = LineageChange(key: LineageKey(scope: .app, lineage: "1"), known: known, policy: .standard)
        change.add(fact)
        return LifecycleEvents(change: change, entitlements: { _ in [] }).all.map(\.kind)
    }

    @Test func `added seats are an event with the sum, and only once`() {
        let facts = SeatExample().purchases.facts
        #expect(facts.count == 3)
        let addition = SeatExample().addition
        #expect(
            Self.events(of: facts[1], after: [facts[0]]) == [.acquired(.seatsAdded(seats: 12), addition, [])]
        )
        #expect(Self.events(of: facts[2], after: Array(facts[..<2])).isEmpty)
    }

    @Test func `refunded seats are an event with their number and what is left`() throws {
        var example = SeatExample()
        let known = example.purchases.facts
        example.again(example.first, signed: .utc("2026-12-20")) { $0.multiSeatInfo?.revokedSeatQuantity = 3 }
        let events = Self.events(of: try #require(example.purchases.facts.last), after: known)
        let changed = try #require(example.history.record(of: example.first.id)).transaction
        #expect(events == [.seatsRefunded(changed, 3, seats: 9, [])])
    }

    @Test func `another number of seats that renew is an event, unless it is what there is`() throws {
        var example = SeatExample()
        example.purchases.renewalInfo(signed: SeatExample.added) { $0.renewalQuantity = 12 }
        var known = example.purchases.facts
        func changes(to seats: Int, signed: Date) throws -> [Int] {
            example.purchases.renewalInfo(signed: signed) { $0.renewalQuantity = seats }
            let fact = try #require(example.purchases.facts.last)
            defer { known.append(fact) }
            return Self.events(of: fact, after: known).compactMap { kind in
                if case .renewal(.seatChangeScheduled(let next), _, _, _) = kind { next } else { nil }
            }
        }
        #expect(try changes(to: 6, signed: .utc("2026-12-18")) == [6])
        #expect(try changes(to: 6, signed: .utc("2026-12-19")).isEmpty)
        #expect(try changes(to: 12, signed: .utc("2026-12-20")).isEmpty)
    }

    @Test func `a commitment that is canceled turns auto-renew off, although its months are charged`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: SeatExample.start, to: SeatExample.end) { $0.billingPlan = .monthly }
        purchases.renewalInfo(signed: SeatExample.start) {
            $0.commitment = RenewalCommitmentInfo(commitmentAutoRenewStatus: .on)
        }
        let known = purchases.facts
        purchases.renewalInfo(signed: SeatExample.added) {
            $0.commitment = RenewalCommitmentInfo(commitmentAutoRenewStatus: .off)
        }
        let events = Self.events(of: try #require(purchases.facts.last), after: known)
        let isTurnedOff = events.contains { kind in
            if case .renewal(.autoRenewDisabled, _, _, _) = kind { true } else { false }
        }
        #expect(isTurnedOff && events.count == 1)
    }
}
