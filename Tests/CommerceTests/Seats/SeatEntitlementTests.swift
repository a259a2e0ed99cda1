// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// A member has what the buyer's subscription gives, while the claim lasts.
@Suite struct SeatEntitlementTests {
    private static var story: SeatStory {
        var story = SeatStory()
        story.seat("ben", 1)
        return story
    }

    @Test func `a member is entitled from Apple's claim until the end of the buyer's period`() {
        let story = Self.story
        let claimed = Date.utc("2026-12-03 00:00:01")
        #expect(!story.isActive("ben", asOf: claimed - 1) && story.isActive("ben", asOf: claimed))
        #expect(story.isActive("ben", asOf: SeatStory.end - 1) && !story.isActive("ben", asOf: SeatStory.end))
        #expect(story.isActive("paula", asOf: SeatStory.start))
        #expect(!story.isActive("cora", asOf: claimed))
    }

    @Test func `the reason names the invitation, the claim, who made it and the records`() throws {
        let decision = Self.story.account(of: "ben").entitlement("basic", asOf: .utc("2026-12-05"))
        let reason = decision.reason
        #expect(reason.rule == .seatClaimed && reason.invitation == "i1" && reason.seatClaim == SeatStory.claim(1))
        #expect(reason.invitedBy == "purchaser" && reason.lineage == "1" && reason.transactionID == "11")
        #expect(reason.startDate == .utc("2026-12-03 00:00:01") && reason.endDate == SeatStory.end)
        #expect(reason.evidence.map(\.kind) == [.command, .command, .command, .transaction])
        #expect(decision.willRenew == false && decision.otherReasons.isEmpty)
    }

    @Test func `a reason survives its stored form`() throws {
        let reason = Self.story.account(of: "ben").entitlement("basic", asOf: .utc("2026-12-05")).reason
        let stored = try JSONEncoder().encode(reason)
        #expect(try JSONDecoder().decode(Reason.self, from: stored) == reason)
    }

    @Test func `a released or revoked seat gives nothing from then on, and the reason says which`() {
        var left = Self.story
        left.step("i1", .released(by: "member"), "ben", at: .utc("2026-12-10"))
        #expect(left.isActive("ben", asOf: .utc("2026-12-10") - 1))
        #expect(left.rule("ben", asOf: .utc("2026-12-10")) == .seatReleased)
        var taken = Self.story
        taken.step("i1", .unclaimed(SeatStory.claim(1), .appStore), "ben", at: .utc("2026-12-10"))
        #expect(taken.rule("ben", asOf: .utc("2026-12-10")) == .seatUnclaimed)
        #expect(taken.isActive("ben", asOf: .utc("2026-12-09")))
    }

    @Test func `a member follows the buyer's lapse and return`() {
        var story = Self.story
        #expect(story.rule("ben", asOf: .utc("2027-01-02")) == .groupSubscriptionEnded)
        story.renew(from: .utc("2027-01-10"), to: .utc("2027-02-10"), seats: 4)
        #expect(!story.isActive("ben", asOf: .utc("2027-01-09")) && story.isActive("ben", asOf: .utc("2027-01-10")))
        #expect(story.isActive("ben", asOf: .utc("2027-02-09")) && !story.isActive("ben", asOf: .utc("2027-02-10")))
    }

    @Test func `a member has the buyer's grace period`() {
        var story = Self.story
        story.purchases.renewalInfo(signed: SeatStory.end) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2027-01-17")
        }
        #expect(story.isActive("ben", asOf: .utc("2027-01-16")) && !story.isActive("ben", asOf: .utc("2027-01-17")))
    }

    @Test func `a refund of the whole purchase ends what the members have`() {
        var story = Self.story
        story.purchases.refund(story.first, on: .utc("2026-12-10"))
        #expect(!story.isActive("ben", asOf: .utc("2026-12-11")) && !story.isActive("paula", asOf: .utc("2026-12-11")))
    }

    @Test func `a plan without seats gives the members nothing`() {
        var story = Self.story
        story.purchases.transaction(nil, "monthly", from: SeatStory.end, to: .utc("2027-02-01")) {
            $0.reason = .renewal
        }
        #expect(story.isActive("paula", asOf: .utc("2027-01-02")) && !story.isActive("ben", asOf: .utc("2027-01-02")))
    }

    @Test func `the members of a group that the App Store manages have nothing by a claim`() {
        var story = SeatStory(management: .apple)
        story.seat("ben", 1)
        #expect(!story.isActive("ben", asOf: .utc("2026-12-05")))
    }

    @Test func `a member's service is known to end only when the buyer's does not renew`() {
        for willRenew in [true, false] {
            var story = Self.story
            story.purchases.renewalInfo(signed: .utc("2026-12-02")) { $0.willAutoRenew = willRenew }
            let decision = story.account(of: "ben").entitlement("basic", asOf: .utc("2026-12-05"))
            #expect(decision.willRenew == willRenew)
            let derived = story.account(of: "ben").derivedEntitlements(asOf: .utc("2026-12-05")).entitlements
            // The charge is the buyer's: a member is reminded of none.
            #expect(derived.count == 1 && derived.first?.renewing == nil)
        }
    }

    @Test func `while the renewal is awaited, nothing has ended for the member`() {
        var story = Self.story
        story.purchases.renewalInfo(signed: .utc("2026-12-02")) { $0.willAutoRenew = true }
        let decision = story.account(of: "ben").entitlement("basic", asOf: SeatStory.end + 60)
        #expect(!decision.isActive && decision.isRenewalPending)
    }

    @Test func `an own subscription beside a seat is a conflict, and the seat is the one to stay`() throws {
        var own = PurchaseHistory(lineage: "2")
        own.transaction(nil, "monthly", from: .utc("2026-12-01"), to: .utc("2027-01-01"))
        own.claim(by: "ben", at: .utc("2026-12-01"))
        let account = Self.story.account(of: "ben", facts: Self.story.purchases.facts + own.facts)
        let conflict = try #require(ConflictFinder(account, asOf: .utc("2026-12-05")).conflicts.first)
        #expect(conflict.kind == .ownAndFamily && conflict.keptPurchase.seatClaim == SeatStory.claim(1))
        #expect(conflict.redundantPurchase.lineage == "2")
    }

    @Test func `what was recorded counts now, whatever the other instance's clock showed`() {
        var account = Self.story.account(of: "ben")
        let early = Date.utc("2026-12-03")
        #expect(!account.entitlement("basic", asOf: early).isActive)
        account.present = early
        #expect(account.entitlement("basic", asOf: early).isActive)
    }

    @Test func `a customer who was never a member learns nothing of the group`() {
        let decision = Self.story.account(of: "cora").entitlement("basic", asOf: .utc("2026-12-05"))
        #expect(decision.reason.rule == .neverBought && decision.otherReasons.isEmpty)
    }
}
