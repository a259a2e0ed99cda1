// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// What may be done about a seat.
@Suite struct SeatRulesTests {
    private static let now = Date.utc("2026-12-05")

    private static func rules(_ scenario: SeatScenario, asOf now: Date = now) -> SeatRules { scenario.rules(asOf: now) }

    // MARK: - Invitations

    @Test func `as many are invited as there are free seats`() {
        var scenario = SeatScenario(seats: 3)
        for number in 1...3 {
            let ruling = Self.rules(scenario).invite(
                SeatInvitationID(rawValue: "i\(number)"),
                SeatScenario.terms(),
                isPurchaser: true
            )
            #expect(ruling.refusal == (number == 3 ? .noSeatAvailable(seats: 3) : nil))
            scenario.apply(ruling.steps, at: Self.now - 100 + Double(number))
        }
        #expect(scenario.roster(asOf: Self.now).open.count == 2)
    }

    @Test func `no one is invited to a purchase without seats that the team gives`() {
        let refusals = [
            (SeatScenario(management: nil), SeatRefusal.notAGroup),
            (SeatScenario(management: .apple), .managedByAppStore),
            (SeatScenario(management: "SOMEONE"), .managedByAppStore),
        ].map { (Self.rules($0).invite("i", SeatScenario.terms(), isPurchaser: true).refusal, $1) }
        #expect(refusals.allSatisfy { $0 == $1 })
        let later = Self.rules(SeatScenario(), asOf: .utc("2027-01-05"))
        #expect(later.invite("i", SeatScenario.terms(), isPurchaser: false).refusal == .inactive)
    }

    @Test func `the number of invitations of a purchase has a limit`() {
        var scenario = SeatScenario(seats: 10_000)
        for number in 0..<SeatRules.maximumMembers {
            scenario.step(
                SeatInvitationID(rawValue: "i\(number)"),
                .invited(SeatScenario.terms()),
                at: .utc("2026-12-02")
            )
        }
        let ruling = Self.rules(scenario).invite("more", SeatScenario.terms(), isPurchaser: false)
        #expect(ruling.refusal == .tooMany(limit: SeatRules.maximumMembers))
        for number in 0..<SeatRules.maximumPurchaserInvitations {
            scenario.step(
                SeatInvitationID(rawValue: "e\(number)"),
                .invited(SeatScenario.terms(until: .utc("2026-12-03"))),
                at: .utc("2026-12-02")
            )
        }
        let purchaser = Self.rules(scenario).invite("more", SeatScenario.terms(), isPurchaser: true)
        #expect(purchaser.refusal == .tooMany(limit: SeatRules.maximumPurchaserInvitations))
    }

    @Test func `an invitation is canceled until someone accepts it`() {
        var scenario = SeatScenario()
        scenario.step("i1", .invited(SeatScenario.terms()), at: .utc("2026-12-02"))
        let ruling = Self.rules(scenario).cancel("i1")
        #expect(ruling.steps.map(\.action) == [.canceled])
        scenario.apply(ruling.steps, at: Self.now)
        #expect(Self.rules(scenario, asOf: Self.now + 2).cancel("i1") == .unchanged("i1"))
        #expect(Self.rules(scenario).cancel("i2").refusal == .unknownInvitation)
        var occupied = SeatScenario()
        occupied.seat("ben", 3)
        #expect(Self.rules(occupied).cancel("i3").refusal == .accepted)
        let accepted = Self.rules(scenario, asOf: Self.now + 2).accept("i1", by: "ben", SeatScenario.request(1))
        #expect(accepted.refusal == .canceled)
    }

    // MARK: - Acceptance

    @Test func `a token is used once: the same member again changes nothing, another one is refused`() {
        var scenario = SeatScenario()
        scenario.step("i1", .invited(SeatScenario.terms()), at: .utc("2026-12-02"))
        let ruling = Self.rules(scenario).accept("i1", by: "ben", SeatScenario.request(1))
        #expect(ruling.steps.map(\.customer) == ["ben"])
        scenario.apply(ruling.steps, at: Self.now)
        let later = Self.rules(scenario, asOf: Self.now + 2)
        #expect(later.accept("i1", by: "ben", SeatScenario.request(2)) == .unchanged("i1"))
        #expect(later.accept("i1", by: "cora", SeatScenario.request(2)).refusal == .used)
    }

    @Test func `an expired invitation is refused with its date`() {
        var scenario = SeatScenario()
        scenario.step("i1", .invited(SeatScenario.terms(until: .utc("2026-12-04"))), at: .utc("2026-12-02"))
        let refusal = Self.rules(scenario).accept("i1", by: "ben", SeatScenario.request(1)).refusal
        #expect(refusal == .expired(.utc("2026-12-04")))
    }

    @Test func `the buyer and a member need no further seat`() {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        scenario.step("i2", .invited(SeatScenario.terms()), at: .utc("2026-12-02"))
        #expect(Self.rules(scenario).accept("i2", by: "paula", SeatScenario.request(2)).refusal == .purchaser)
        #expect(Self.rules(scenario).accept("i2", by: "ben", SeatScenario.request(2)).refusal == .alreadyMember("i1"))
    }

    @Test func `of two members who race for the last seat, the first has it`() {
        var scenario = SeatScenario(seats: 3)
        for id in ["i1", "i2"] as [SeatInvitationID] {
            scenario.step(id, .invited(SeatScenario.terms()), at: .utc("2026-12-02"))
        }
        // One of the two seats was refunded since.
        scenario.purchases.again(scenario.first, signed: .utc("2026-12-03")) {
            $0.multiSeatInfo?.revokedSeatQuantity = 1
        }
        let ben = Self.rules(scenario).accept("i1", by: "ben", SeatScenario.request(1))
        scenario.apply(ben.steps, at: Self.now)
        let cora = Self.rules(scenario, asOf: Self.now + 2).accept("i2", by: "cora", SeatScenario.request(2))
        #expect(!ben.steps.isEmpty && cora.refusal == .noSeatAvailable(seats: 2))
    }

    // MARK: - Claims

    @Test func `an answer counts once, and only for the request at hand`() {
        var scenario = SeatScenario()
        scenario.step("i1", .invited(SeatScenario.terms()), at: .utc("2026-12-02"))
        scenario.step("i1", .requested(SeatScenario.request(1)), "ben", at: .utc("2026-12-03"))
        let rules = Self.rules(scenario)
        let other = SeatScenario.request(2).identifier
        #expect(rules.answer("i1", to: other, SeatScenario.claim(1)) == .unchanged("i1"))
        let ruling = rules.answer("i1", to: SeatScenario.request(1).identifier, SeatScenario.claim(1))
        #expect(ruling.steps.map(\.customer) == ["ben"])
        scenario.apply(ruling.steps, at: Self.now)
        let later = Self.rules(scenario, asOf: Self.now + 2)
        #expect(later.answer("i1", to: SeatScenario.request(1).identifier, SeatScenario.claim(2)) == .unchanged("i1"))
        #expect(later.refuse("i1", SeatScenario.request(1).identifier, code: "x") == .unchanged("i1"))
    }

    @Test func `the App Store's end of an unknown claim changes nothing, unless a request is not answered`() {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        #expect(Self.rules(scenario).unclaim([SeatScenario.claim(9)], .appStore).isEmpty)
        let steps = Self.rules(scenario).unclaim([SeatScenario.claim(1), SeatScenario.claim(1)], .appStore)
        #expect(steps.map(\.customer) == ["ben"])
        scenario.apply(steps, at: Self.now)
        #expect(Self.rules(scenario, asOf: Self.now + 2).unclaim([SeatScenario.claim(1)], .appStore).isEmpty)
        scenario.step("i2", .requested(SeatScenario.request(2)), "cora", at: Self.now + 10)
        #expect(Self.rules(scenario, asOf: Self.now + 11).unclaim([SeatScenario.claim(9)], .appStore).count == 1)
    }

    @Test func `a member who leaves before Apple answered leaves with the answer`() {
        var scenario = SeatScenario()
        scenario.step("i1", .requested(SeatScenario.request(1)), "ben", at: .utc("2026-12-03"))
        let steps = Self.rules(scenario).releaseAll(of: "ben", by: "erasure")
        #expect(steps.map(\.action) == [.released(by: "erasure")])
        scenario.apply(steps, at: Self.now)
        let answered = Self.rules(scenario, asOf: Self.now + 2)
            .answer("i1", to: SeatScenario.request(1).identifier, SeatScenario.claim(1))
        scenario.apply(answered.steps, at: Self.now + 2)
        let roster = scenario.roster(asOf: Self.now + 4)
        #expect(roster.unanswered.map(\.claim) == [SeatScenario.claim(1)] && roster.members.isEmpty)
    }

    // MARK: - Reconciliation

    @Test func `what Apple lists and what is known are compared and corrected`() {
        var scenario = SeatScenario(seats: 6)
        scenario.seat("ben", 1)
        scenario.seat("cora", 2)
        let steps = Self.rules(scenario).reconcile([SeatScenario.claim(2), SeatScenario.claim(7)], asked: Self.now)
        #expect(
            steps.map(\.action) == [.unclaimed(SeatScenario.claim(1), .missing), .detected(SeatScenario.claim(7))]
        )
        scenario.apply(steps, at: Self.now)
        let again = Self.rules(scenario, asOf: Self.now + 5)
        #expect(again.reconcile([SeatScenario.claim(2), SeatScenario.claim(7)], asked: Self.now + 5).isEmpty)
        // Apple lists the one again that it had left out.
        let returned = again.reconcile((0..<8).map(SeatScenario.claim), asked: Self.now + 5).map(\.invitation)
        #expect(returned.contains("i1"))
    }

    @Test func `a claim that Apple has just given is not missed`() {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        let claimed = Date.utc("2026-12-03 00:00:01")
        let early = claimed + SeatRules.listingDelay - 1
        #expect(Self.rules(scenario, asOf: early).reconcile([], asked: early).isEmpty)
        #expect(Self.rules(scenario, asOf: early + 1).reconcile([], asked: early + 1).count == 1)
    }

    @Test func `an unknown claim says nothing while a request is not answered`() {
        var scenario = SeatScenario()
        scenario.step("i1", .requested(SeatScenario.request(1)), "ben", at: .utc("2026-12-03"))
        #expect(Self.rules(scenario).reconcile([SeatScenario.claim(1)], asked: Self.now).isEmpty)
    }

    /// Random requests of members, the team and Apple: at every instant the claims fit, or the excess is listed.
    @Test(arguments: 0..<30) func `claims never exceed the seats, or the excess is listed`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var scenario = SeatScenario(seats: Int.random(in: 2...5, using: &generator))
        var now = SeatScenario.start + 100
        var revoked = 0
        var open: [SeatInvitationID] = []
        for number in 1...40 {
            now += 3600
            let rules = scenario.rules(asOf: now)
            let roster = scenario.roster(asOf: now)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1:
                let id = SeatInvitationID(rawValue: "i\(number)")
                let terms = SeatScenario.terms(until: now + Double.random(in: 1...20_000, using: &generator))
                let ruling = rules.invite(id, terms, isPurchaser: true)
                if ruling.refusal == nil { open.append(id) }
                scenario.apply(ruling.steps, at: now)
            case 2, 3:
                guard let id = open.randomElement(using: &generator) else { continue }
                let member = CustomerID(rawValue: "m\(Int.random(in: 0..<6, using: &generator))")
                let ruling = rules.accept(id, by: member, SeatScenario.request(number))
                scenario.apply(ruling.steps, at: now)
                guard !ruling.steps.isEmpty else { continue }
                let answer = scenario.rules(asOf: now + 2)
                    .answer(id, to: SeatScenario.request(number).identifier, SeatScenario.claim(number))
                scenario.apply(answer.steps, at: now + 2)
            case 4:
                guard let claim = roster.claims.randomElement(using: &generator)?.claim else { continue }
                scenario.apply(rules.release(claim, by: "member").steps, at: now)
                scenario.apply(scenario.rules(asOf: now + 2).unclaim([claim], .released), at: now + 2)
            default:
                guard roster.seats > 2 else { continue }
                revoked += 1
                let count = revoked
                scenario.purchases.again(scenario.first, signed: now) { $0.multiSeatInfo?.revokedSeatQuantity = count }
            }
            let after = scenario.roster(asOf: now + 10)
            let overfull = max(0, after.claims.count + SeatRoster.buyersSeats - after.seats)
            #expect(after.excess.count == overfull)
            #expect(overfull == 0 || revoked > 0)
            #expect(after.occupied + after.free + SeatRoster.buyersSeats <= max(after.seats, after.occupied + 1))
            #expect(after.members.count == after.invitations.count { $0.state(asOf: now + 10) == .claimed })
        }
    }
}
