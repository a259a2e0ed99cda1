// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// What a step about a seat changes, at which instant, and which one changes nothing.
@Suite struct SeatStepTests {
    private static let (claim, request) = (SeatScenario.claim(1), SeatScenario.request(1))
    private static let claimed: [SeatStep.Action] = [.requested(request), .claimed(claim, request: request.identifier)]
    private static let download = AppTransactionID(rawValue: "d1")

    static let repeated: [(String, [SeatStep.Action], SeatStep.Action)] = [
        ("an invitation is made once", [], .invited(SeatScenario.terms(note: "again"))),
        ("what was accepted is not canceled", [.requested(request)], .canceled),
        ("what was canceled is not accepted", [.canceled], .requested(request)),
        ("what was canceled is canceled once", [.canceled], .canceled),
        (
            "the refusal of another request", [.requested(request)],
            .refused(request: SeatScenario.request(2).identifier, code: "no-seat-available")
        ),
        (
            "the answer to another request", [.requested(request)],
            .claimed(claim, request: SeatScenario.request(2).identifier)
        ),
        ("a second answer", claimed, .claimed(SeatScenario.claim(2), request: request.identifier)),
        ("a refusal after the answer", claimed, .refused(request: request.identifier, code: "no-seat-available")),
        ("the same download", claimed + [.associated(download)], .associated(download)),
        ("the end of a seat that was left", claimed + [.released(by: "member")], .released(by: "purchaser")),
    ]

    @Test(arguments: repeated)
    func `a step that was taken before, or comes too late, changes nothing`(
        name: String,
        steps: [SeatStep.Action],
        last: SeatStep.Action
    ) throws {
        var scenario = SeatScenario()
        scenario.step("i1", .invited(SeatScenario.terms()), at: .utc("2026-12-02"))
        for (number, step) in steps.enumerated() {
            scenario.step("i1", step, "ben", at: .utc("2026-12-03") + Double(number))
        }
        let before = try #require(scenario.roster(asOf: .utc("2026-12-05"))["i1"])
        scenario.step("i1", last, "ben", at: .utc("2026-12-04"))
        #expect(scenario.roster(asOf: .utc("2026-12-05"))["i1"] == before, "\(name)")
        #expect(before.evidence.count == 1 + steps.count, "\(name)")
    }

    @Test func `an answer to a request that is not known is the member's`() {
        var scenario = SeatScenario()
        scenario.step("i1", .claimed(Self.claim, request: Self.request.identifier), "ben", at: .utc("2026-12-03"))
        #expect(scenario.roster(asOf: .utc("2026-12-04")).members == ["ben"])
    }

    // MARK: - The member's download

    @Test func `a member's download is recorded once, and only for a claim that there is`() {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        let now = Date.utc("2026-12-05")
        let ruling = scenario.rules(asOf: now).associate(Self.claim, with: Self.download)
        #expect(ruling.steps.map(\.action) == [.associated(Self.download)])
        #expect(
            scenario.rules(asOf: now).associate(SeatScenario.claim(9), with: Self.download).refusal == .unknownClaim
        )
        scenario.apply(ruling.steps, at: now)
        let later = scenario.rules(asOf: now + 2)
        #expect(scenario.roster(asOf: now + 2)["i1"]?.appTransactionID == Self.download)
        #expect(later.associate(Self.claim, with: Self.download) == .unchanged("i1"))
        #expect(later.associate(Self.claim, with: AppTransactionID(rawValue: "d2")).steps.count == 1)
        scenario.step("i1", .unclaimed(Self.claim, .appStore), at: now + 3)
        #expect(scenario.rules(asOf: now + 4).associate(Self.claim, with: Self.download).refusal == .unknownClaim)
    }

    // MARK: - Members

    @Test func `a member is who has a claim and has not left`() {
        var scenario = SeatScenario()
        let key = SeatScenario.key
        #expect(!scenario.account(of: "").hasSeatSteps(of: LineageKey(scope: .app, lineage: "9")))
        #expect(!scenario.account(of: "").hasSeatSteps(of: key))
        scenario.seat("ben", 1)
        #expect(scenario.account(of: "").seatMembers(of: key) == ["ben"])
        #expect(scenario.account(of: "").hasSeatSteps(of: key))
        var left = scenario
        left.step("i1", .released(by: "member"), "ben", at: .utc("2026-12-10"))
        #expect(left.account(of: "").seatMembers(of: key).isEmpty)
        scenario.step("i1", .unclaimed(Self.claim, .appStore), at: .utc("2026-12-10"))
        #expect(scenario.account(of: "").seatMembers(of: key).isEmpty)
    }

    @Test func `what a seat gives is among the entitlements that are known`() {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        #expect(scenario.account(of: "ben").knownEntitlements(asOf: .utc("2026-12-10")) == ["basic"])
        #expect(scenario.account(of: "cora").knownEntitlements(asOf: .utc("2026-12-10")).isEmpty)
    }

    static let renewals: [(Bool?, Bool, Bool)] = [(nil, false, true), (true, true, false), (false, false, false)]

    @Test(arguments: renewals)
    func `a member's service renews as the buyer's does, from the claim on`(
        stated: Bool?,
        renews: Bool,
        mayRenew: Bool
    ) throws {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        if let stated { scenario.purchases.renewalInfo(signed: .utc("2026-12-02")) { $0.willAutoRenew = stated } }
        let claimed = Date.utc("2026-12-03 00:00:01")
        let derived = scenario.account(of: "ben").derivedEntitlements(asOf: claimed).entitlements
        #expect(derived.map(\.answer.willRenew) == [renews] && derived.map(\.mayRenew) == [mayRenew])
        // An instance whose clock is behind.
        var account = scenario.account(of: "ben")
        account.present = claimed - 60
        #expect(account.entitlement("basic", asOf: claimed - 60).willRenew == renews)
    }

    @Test func `time alone ends a member's grace period, and not the period`() {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        let now = Date.utc("2026-12-10")
        #expect(scenario.account(of: "ben").spans(of: "basic", asOf: now).nextChange(after: now) == nil)
        scenario.purchases.renewalInfo(signed: SeatScenario.end) {
            ($0.isInBillingRetryPeriod, $0.gracePeriodExpirationDate) = (true, .utc("2027-01-17"))
        }
        let spans = scenario.account(of: "ben").spans(of: "basic", asOf: now)
        #expect(spans.nextChange(after: .utc("2027-01-05")) == .utc("2027-01-17"))
    }

    /// A scenario in which Apple gives a claim at an instant, to an invitation of December.
    private static func claiming(at instant: Date) -> SeatScenario {
        var scenario = SeatScenario()
        scenario.step("i1", .invited(SeatScenario.terms(until: .utc("2027-02-01"))), at: .utc("2026-12-20"))
        scenario.step("i1", .requested(request), "ben", at: .utc("2026-12-21"))
        scenario.step("i1", .claimed(claim, request: request.identifier), "ben", at: instant)
        return scenario
    }

    @Test func `a claim of the instant at which the subscription ends gives no time`() {
        let spans = Self.claiming(at: SeatScenario.end).account(of: "ben").spans(of: "basic", asOf: SeatScenario.end)
        #expect(spans.isEmpty)
        let before = Self.claiming(at: SeatScenario.end - 1).account(of: "ben")
        #expect(before.spans(of: "basic", asOf: SeatScenario.end).map(\.startDate) == [SeatScenario.end - 1])
    }

    @Test func `a claim of a subscription that is over is explained from its instant on`() {
        let instant = Date.utc("2027-01-02")
        let scenario = Self.claiming(at: instant)
        #expect(scenario.rule("ben", asOf: instant - 1) == .neverBought)
        #expect(scenario.rule("ben", asOf: instant) == .groupSubscriptionEnded)
    }

    // MARK: - Lifetimes

    @Test func `an invitation lasts a week, and 90 days at most`() {
        let day: TimeInterval = 24 * 60 * 60
        #expect(SeatRules.invitationLifetime == 7 * day && SeatRules.maximumLifetime == 90 * day)
    }
}
