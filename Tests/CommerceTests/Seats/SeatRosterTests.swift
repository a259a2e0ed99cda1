// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// The members at an instant follow from the steps, whatever the order of their arrival.
@Suite struct SeatRosterTests {
    @Test func `an invitation is open until it is accepted, and the seat is the member's with Apple's claim`() throws {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        let states = ["2026-12-01 12:00:00", "2026-12-02", "2026-12-03", "2026-12-03 00:00:01"].map { text in
            scenario.roster(asOf: .utc(text)).invitations.map { $0.state(asOf: .utc(text)) }
        }
        #expect(states == [[], [.open], [.requested], [.claimed]])
        let seat = try #require(scenario.roster(asOf: .utc("2026-12-04")).claims.first)
        #expect(seat.customer == "ben" && seat.claim == SeatScenario.claim(1) && seat.terms?.invitedBy == "purchaser")
    }

    @Test func `each open invitation and each claim holds a seat beside the buyer's`() {
        var scenario = SeatScenario(seats: 4)
        scenario.seat("ben", 1)
        let counts = ["2026-12-01", "2026-12-02", "2026-12-04"].map { text in
            let roster = scenario.roster(asOf: .utc(text))
            return [roster.seats, roster.free, roster.claimable, roster.occupied]
        }
        #expect(counts == [[4, 3, 3, 0], [4, 2, 3, 0], [4, 2, 2, 1]])
    }

    @Test func `an invitation that no one accepts frees its seat when it expires`() {
        var scenario = SeatScenario(seats: 2)
        scenario.step("i1", .invited(SeatScenario.terms(until: .utc("2026-12-08"))), at: .utc("2026-12-02"))
        #expect(scenario.roster(asOf: .utc("2026-12-07 23:59:59")).free == 0)
        let after = scenario.roster(asOf: .utc("2026-12-08"))
        #expect(after.free == 1 && after.invitations.map { $0.state(asOf: after.asOf) } == [.expired])
    }

    @Test func `a released seat is free when Apple has freed it`() {
        var scenario = SeatScenario(seats: 2)
        scenario.seat("ben", 1)
        scenario.step("i1", .released(by: "member"), "ben", at: .utc("2026-12-10"))
        scenario.step("i1", .unclaimed(SeatScenario.claim(1), .released), "ben", at: .utc("2026-12-11"))
        #expect(scenario.roster(asOf: .utc("2026-12-10")).claimable == 0)
        #expect(scenario.roster(asOf: .utc("2026-12-10")).members.isEmpty)
        #expect(scenario.roster(asOf: .utc("2026-12-11")).claimable == 1)
    }

    @Test func `a refusal opens the invitation again`() {
        var scenario = SeatScenario(seats: 2)
        scenario.step("i1", .invited(SeatScenario.terms()), at: .utc("2026-12-02"))
        scenario.step("i1", .requested(SeatScenario.request(1)), "ben", at: .utc("2026-12-03"))
        let request = SeatScenario.request(1).identifier
        scenario.step(
            "i1",
            .refused(request: request, code: "no-seat-available"),
            "ben",
            at: .utc("2026-12-03 00:00:01")
        )
        let invitation = scenario.roster(asOf: .utc("2026-12-04"))["i1"]
        #expect(invitation?.state(asOf: .utc("2026-12-04")) == .open && invitation?.customer == nil)
        #expect(invitation?.refusal == "no-seat-available")
    }

    @Test func `a renewal with fewer seats lists the newest claims and cuts none`() {
        var scenario = SeatScenario(seats: 4)
        for (number, member) in ["ben", "cora", "dan"].enumerated() {
            scenario.seat(CustomerID(rawValue: member), number + 1, day: number + 2)
        }
        scenario.renew(seats: 2)
        #expect(scenario.roster(asOf: SeatScenario.end - 1).excess.isEmpty)
        let after = scenario.roster(asOf: SeatScenario.end)
        #expect(after.seats == 2 && after.claims.count == 3 && after.free == 0 && after.claimable == 0)
        #expect(after.excess.map(\.customer) == ["cora", "dan"])
        #expect(
            ["ben", "cora", "dan"].allSatisfy { scenario.isActive(CustomerID(rawValue: $0), asOf: SeatScenario.end) }
        )
    }

    @Test func `refunded seats are not there any more`() {
        var scenario = SeatScenario(seats: 4)
        scenario.seat("ben", 1)
        scenario.purchases.again(scenario.first, signed: .utc("2026-12-10")) {
            $0.multiSeatInfo?.revokedSeatQuantity = 2
        }
        let roster = scenario.roster(asOf: .utc("2026-12-11"))
        #expect(roster.seats == 2 && roster.free == 0 && roster.excess.isEmpty)
    }

    /// The steps of two members, one of whom leaves, with a claim that Apple revoked before its answer was stored.
    private static var eventful: SeatScenario {
        var scenario = SeatScenario(seats: 5)
        scenario.seat("ben", 1)
        scenario.seat("cora", 2, day: 4)
        scenario.step("i1", .released(by: "purchaser"), "ben", at: .utc("2026-12-10"))
        scenario.step("i1", .unclaimed(SeatScenario.claim(1), .released), "ben", at: .utc("2026-12-10 00:00:01"))
        scenario.step("i3", .invited(SeatScenario.terms(until: .utc("2026-12-30"))), at: .utc("2026-12-11"))
        scenario.step("i3", .requested(SeatScenario.request(3)), "dan", at: .utc("2026-12-12"))
        scenario.step("apple_x", .unclaimed(SeatScenario.claim(3), .appStore), at: .utc("2026-12-13"))
        let request = SeatScenario.request(3).identifier
        scenario.step("i3", .claimed(SeatScenario.claim(3), request: request), "dan", at: .utc("2026-12-14"))
        scenario.step("apple_y", .detected(SeatScenario.claim(4)), at: .utc("2026-12-15"))
        scenario.renew(seats: 3)
        return scenario
    }

    @Test(arguments: 0..<20) func `the order of arrival changes nothing`(seed: UInt64) {
        let scenario = Self.eventful
        var generator = SeededGenerator(seed: seed)
        let shuffled = (scenario.purchases.facts + scenario.purchases.facts.suffix(4)).shuffled(using: &generator)
        var account = CustomerAccount(customer: "cora", catalogs: [.reader])
        for fact in shuffled { account.add(fact) }
        for day in 1...40 {
            let instant = SeatScenario.start.addingTimeInterval(Double(day) * 86_400 - 3600)
            #expect(account.seatRoster(of: SeatScenario.key, asOf: instant) == scenario.roster(asOf: instant))
            #expect(
                account.entitlements(asOf: instant) == scenario.account(of: "cora").entitlements(asOf: instant)
            )
        }
    }

    @Test func `a claim that was gone before its answer was stored gives nothing`() {
        let scenario = Self.eventful
        #expect(scenario.roster(asOf: .utc("2026-12-14"))["i3"]?.state(asOf: .utc("2026-12-14")) == .released)
        #expect(!scenario.isActive("dan", asOf: .utc("2026-12-14 12:00:00")))
    }

    @Test func `a claim that Apple has and no one knew holds a seat without a member`() {
        let roster = Self.eventful.roster(asOf: .utc("2026-12-20"))
        #expect(roster.claims.map(\.customer) == ["cora", nil] && roster.occupied == 2 && roster.free == 2)
    }

    @Test func `a detected claim is the member's once the answer is known`() {
        var scenario = SeatScenario()
        scenario.step("i1", .invited(SeatScenario.terms()), at: .utc("2026-12-02"))
        scenario.step("i1", .requested(SeatScenario.request(1)), "ben", at: .utc("2026-12-03"))
        scenario.step("apple_z", .detected(SeatScenario.claim(1)), at: .utc("2026-12-03 00:00:01"))
        let request = SeatScenario.request(1).identifier
        scenario.step("i1", .claimed(SeatScenario.claim(1), request: request), "ben", at: .utc("2026-12-03 00:00:02"))
        #expect(scenario.roster(asOf: .utc("2026-12-04")).claims.map(\.customer) == ["ben"])
    }

    @Test func `a claim that was missed and is found again is the member's again`() {
        var scenario = SeatScenario()
        scenario.seat("ben", 1)
        scenario.step("i1", .unclaimed(SeatScenario.claim(1), .missing), "ben", at: .utc("2026-12-10"))
        scenario.step("i1", .detected(SeatScenario.claim(1)), "ben", at: .utc("2026-12-11"))
        #expect(
            !scenario.isActive("ben", asOf: .utc("2026-12-10 12:00:00"))
                || scenario.isActive("ben", asOf: .utc("2026-12-12"))
        )
        #expect(scenario.isActive("ben", asOf: .utc("2026-12-12")))
        #expect(scenario.roster(asOf: .utc("2026-12-10 12:00:00")).claims.isEmpty)
    }
}
