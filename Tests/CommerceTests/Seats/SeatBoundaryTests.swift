// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import Commerce

/// The instants and numbers from which on another rule about seats applies.
@Suite struct SeatBoundaryTests {
    private static let now = Date.utc("2026-12-05")
    private static let (claim, request) = (SeatScenario.claim(1), SeatScenario.request(1))

    // MARK: - Invitations

    /// What becomes of an invitation after others, of which some can be accepted and some have expired.
    private static func invite(open: Int, expired: Int, isPurchaser: Bool) -> SeatRuling {
        let invitations = (0..<(open + expired)).map { number in
            var invitation = SeatInvitation(SeatInvitationID(rawValue: "i\(number)"))
            invitation.terms = SeatScenario.terms(until: number < open ? now + 1 : now)
            return invitation
        }
        let history = SeatScenario(seats: 10_000).purchases.history()
        let roster = SeatRoster(history: history, invitations: invitations, asOf: now)
        return SeatRules("1", roster, owners: ["paula"]).invite("new", SeatScenario.terms(), isPurchaser: isPurchaser)
    }

    static let numbers: [(Int, Int, Bool, Int?)] = [
        // How many invitations can be accepted and how many have expired, whether the purchaser asks, and what limits it.
        (499, 0, false, nil), (500, 0, false, 500), (500, 0, true, 500), (0, 1999, true, nil), (0, 2000, true, 2000),
        (0, 2000, false, nil), (0, 4999, false, nil), (0, 5000, false, 5000),
    ]

    @Test(arguments: numbers)
    func `a purchase has 500 members and 5000 invitations at most, of which its purchaser makes 2000`(
        open: Int,
        expired: Int,
        isPurchaser: Bool,
        limit: Int?
    ) {
        let ruling = Self.invite(open: open, expired: expired, isPurchaser: isPurchaser)
        #expect(ruling.refusal == limit.map { .tooMany(limit: $0) } && ruling.steps.count == (limit == nil ? 1 : 0))
    }

    @Test func `a subscription of the buyer's seat alone is active, but has no seat to give`() {
        let ruling = SeatScenario(seats: 1).rules(asOf: Self.now).invite("i1", SeatScenario.terms(), isPurchaser: true)
        #expect(ruling.refusal == .noSeatAvailable(seats: 1))
    }

    // MARK: - Claims

    @Test func `a refusal counts for the request at hand alone`() {
        var scenario = SeatScenario()
        scenario.step("i1", .invited(SeatScenario.terms()), at: .utc("2026-12-02"))
        scenario.step("i1", .requested(Self.request), "ben", at: .utc("2026-12-03"))
        let rules = scenario.rules(asOf: Self.now)
        let (request, other) = (Self.request.identifier, SeatScenario.request(2).identifier)
        let refused = SeatStep.Action.refused(request: request, code: "no-seat-available")
        #expect(rules.refuse("i1", request, code: "no-seat-available").steps.map(\.action) == [refused])
        #expect(rules.refuse("i1", other, code: "no-seat-available") == .unchanged("i1"))
    }

    @Test(arguments: [(599, 0), (600, 1)] as [(TimeInterval, Int)])
    func `a claim that Apple does not list is missed from ten minutes after its answer on`(
        later: TimeInterval,
        missed: Int
    ) {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        let asked = Date.utc("2026-12-03 00:00:01") + later
        #expect(scenario.rules(asOf: asked).reconcile([], asked: asked).count == missed)
    }

    @Test(arguments: [(-1, false), (0, true), (1, true)] as [(TimeInterval, Bool)])
    func `a claim that was missed is back when Apple lists it at that instant or later`(
        later: TimeInterval,
        isBack: Bool
    ) {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        scenario.step("i1", .unclaimed(Self.claim, .missing), "ben", at: Self.now)
        let steps = scenario.rules(asOf: Self.now + 60).reconcile([Self.claim], asked: Self.now + later)
        #expect(steps.map(\.action) == (isBack ? [.detected(Self.claim)] : []))
    }

    @Test(arguments: [(.missing, true), (.appStore, false), (.released, false)] as [(SeatStep.UnclaimCause, Bool)])
    func `the claim of no invitation that is gone is back only where Apple had not listed it`(
        cause: SeatStep.UnclaimCause,
        isBack: Bool
    ) {
        var scenario = SeatScenario()
        scenario.step("apple_x", .unclaimed(Self.claim, cause), at: .utc("2026-12-03"))
        scenario.step("apple_x", .detected(Self.claim), at: .utc("2026-12-04"))
        #expect(scenario.roster(asOf: Self.now).claims.map(\.claim) == (isBack ? [Self.claim] : []))
    }

    @Test(arguments: [(0, nil), (1, 1)] as [(TimeInterval, TimeInterval?)])
    func `who leaves at the instant of Apple's answer never had access`(later: TimeInterval, length: TimeInterval?) {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        let claimed = Date.utc("2026-12-03 00:00:01")
        scenario.step("i1", .released(by: "member"), "ben", at: claimed + later)
        let dates = scenario.roster(asOf: Self.now)["i1"]?.accessDates
        #expect(dates?.start == length.map { _ in claimed } && dates?.end == length.map { claimed + $0 })
    }

    // MARK: - Seats

    static let renewals: [(Int?, [CustomerID])] = [
        (nil, []), (1, ["ben", "cora", "dan"]), (2, ["cora", "dan"]), (4, []),
    ]

    @Test(arguments: renewals)
    func `the claims beyond the seats of a renewal are the newest, and none once the subscription is over`(
        seats: Int?,
        excess: [CustomerID]
    ) {
        var scenario = SeatScenario(seats: 4)
        for (number, member) in (["ben", "cora", "dan"] as [CustomerID]).enumerated() {
            scenario.seat(member, number + 1, day: number + 2)
        }
        if let seats { scenario.renew(seats: seats) }
        let roster = scenario.roster(asOf: .utc("2027-01-05"))
        #expect(roster.claims.count == 3 && roster.excess.map(\.customer) == excess)
    }

    @Test func `a step that arrives again is kept once`() {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        var (once, twice) = (SeatLedger(), SeatLedger())
        for fact in scenario.purchases.facts {
            guard case .command(.seat(let step)) = fact.content else { continue }
            once.add(step, Evidence(fact))
            for _ in 0..<2 { twice.add(step, Evidence(fact)) }
        }
        #expect(twice == once && !once.isEmpty)
    }
}
