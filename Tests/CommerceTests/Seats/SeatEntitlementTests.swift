// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// A member has what the buyer's subscription gives, while the claim lasts.
@Suite struct SeatEntitlementTests {
    private static var scenario: SeatScenario {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        return scenario
    }

    @Test func `a member is entitled from Apple's claim until the end of the buyer's period`() {
        let scenario = Self.scenario
        let claimed = Date.utc("2026-12-03 00:00:01")
        #expect(!scenario.isActive("ben", asOf: claimed - 1) && scenario.isActive("ben", asOf: claimed))
        #expect(
            scenario.isActive("ben", asOf: SeatScenario.end - 1) && !scenario.isActive("ben", asOf: SeatScenario.end)
        )
        #expect(scenario.isActive("paula", asOf: SeatScenario.start))
        #expect(!scenario.isActive("cora", asOf: claimed))
    }

    @Test func `the reason names the invitation, the claim, who made it and the records`() throws {
        let decision = Self.scenario.account(of: "ben").entitlement("basic", asOf: .utc("2026-12-05"))
        let reason = decision.reason
        #expect(reason.rule == .seatClaimed && reason.invitation == "i1" && reason.seatClaim == SeatScenario.claim(1))
        #expect(reason.invitedBy == "purchaser" && reason.lineage == "1" && reason.transactionID == "11")
        #expect(reason.startDate == .utc("2026-12-03 00:00:01") && reason.endDate == SeatScenario.end)
        #expect(reason.evidence.map(\.kind) == [.command, .command, .command, .transaction])
        #expect(decision.willRenew == false && decision.otherReasons.isEmpty)
    }

    @Test func `a reason survives its stored form`() throws {
        let reason = Self.scenario.account(of: "ben").entitlement("basic", asOf: .utc("2026-12-05")).reason
        let stored = try JSONEncoder().encode(reason)
        #expect(try JSONDecoder().decode(Reason.self, from: stored) == reason)
    }

    @Test func `a released or revoked seat gives nothing from then on, and the reason says which`() {
        var left = Self.scenario
        left.step("i1", .released(by: "member"), "ben", at: .utc("2026-12-10"))
        #expect(left.isActive("ben", asOf: .utc("2026-12-10") - 1))
        #expect(left.rule("ben", asOf: .utc("2026-12-10")) == .seatReleased)
        var occupied = Self.scenario
        occupied.step("i1", .unclaimed(SeatScenario.claim(1), .appStore), "ben", at: .utc("2026-12-10"))
        #expect(occupied.rule("ben", asOf: .utc("2026-12-10")) == .seatUnclaimed)
        #expect(occupied.isActive("ben", asOf: .utc("2026-12-09")))
    }

    @Test func `a member follows the buyer's lapse and return`() {
        var scenario = Self.scenario
        #expect(scenario.rule("ben", asOf: .utc("2027-01-02")) == .groupSubscriptionEnded)
        scenario.renew(from: .utc("2027-01-10"), to: .utc("2027-02-10"), seats: 4)
        #expect(
            !scenario.isActive("ben", asOf: .utc("2027-01-09")) && scenario.isActive("ben", asOf: .utc("2027-01-10"))
        )
        #expect(
            scenario.isActive("ben", asOf: .utc("2027-02-09")) && !scenario.isActive("ben", asOf: .utc("2027-02-10"))
        )
    }

    @Test func `a member has the buyer's grace period`() {
        var scenario = Self.scenario
        scenario.purchases.renewalInfo(signed: SeatScenario.end) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2027-01-17")
        }
        #expect(
            scenario.isActive("ben", asOf: .utc("2027-01-16")) && !scenario.isActive("ben", asOf: .utc("2027-01-17"))
        )
    }

    @Test func `a refund of the whole purchase ends what the members have`() {
        var scenario = Self.scenario
        scenario.purchases.refund(scenario.first, on: .utc("2026-12-10"))
        #expect(
            !scenario.isActive("ben", asOf: .utc("2026-12-11")) && !scenario.isActive("paula", asOf: .utc("2026-12-11"))
        )
    }

    @Test func `a plan without seats gives the members nothing`() {
        var scenario = Self.scenario
        scenario.purchases.transaction(nil, "monthly", from: SeatScenario.end, to: .utc("2027-02-01")) {
            $0.reason = .renewal
        }
        #expect(
            scenario.isActive("paula", asOf: .utc("2027-01-02")) && !scenario.isActive("ben", asOf: .utc("2027-01-02"))
        )
    }

    @Test func `the members of a group that the App Store manages have nothing by a claim`() {
        var scenario = SeatScenario(management: .apple)
        scenario.seat("ben", 1)
        #expect(!scenario.isActive("ben", asOf: .utc("2026-12-05")))
    }

    @Test func `a member's service is known to end only when the buyer's does not renew`() {
        for willRenew in [true, false] {
            var scenario = Self.scenario
            scenario.purchases.renewalInfo(signed: .utc("2026-12-02")) { $0.willAutoRenew = willRenew }
            let decision = scenario.account(of: "ben").entitlement("basic", asOf: .utc("2026-12-05"))
            #expect(decision.willRenew == willRenew)
            let derived = scenario.account(of: "ben").derivedEntitlements(asOf: .utc("2026-12-05")).entitlements
            // The charge is the buyer's: a member is reminded of none.
            #expect(derived.count == 1 && derived.first?.renewing == nil)
        }
    }

    @Test func `while the renewal is awaited, nothing has ended for the member`() {
        var scenario = Self.scenario
        scenario.purchases.renewalInfo(signed: .utc("2026-12-02")) { $0.willAutoRenew = true }
        let decision = scenario.account(of: "ben").entitlement("basic", asOf: SeatScenario.end + 60)
        #expect(!decision.isActive && decision.isRenewalPending)
    }

    @Test func `an own subscription beside a seat is a conflict, and the seat is the one to stay`() throws {
        var own = PurchaseHistory(lineage: "2")
        own.transaction(nil, "monthly", from: .utc("2026-12-01"), to: .utc("2027-01-01"))
        own.claim(by: "ben", at: .utc("2026-12-01"))
        let account = Self.scenario.account(of: "ben", facts: Self.scenario.purchases.facts + own.facts)
        let conflict = try #require(ConflictFinder(account, asOf: .utc("2026-12-05")).conflicts.first)
        #expect(conflict.kind == .ownAndFamily && conflict.keptPurchase.seatClaim == SeatScenario.claim(1))
        #expect(conflict.redundantPurchase.lineage == "2")
    }

    @Test func `what was recorded counts now, whatever the other instance's clock showed`() {
        var account = Self.scenario.account(of: "ben")
        let early = Date.utc("2026-12-03")
        #expect(!account.entitlement("basic", asOf: early).isActive)
        account.present = early
        #expect(account.entitlement("basic", asOf: early).isActive)
    }

    @Test func `a customer who was never a member learns nothing of the group`() {
        let decision = Self.scenario.account(of: "cora").entitlement("basic", asOf: .utc("2026-12-05"))
        #expect(decision.reason.rule == .neverBought && decision.otherReasons.isEmpty)
    }
}
