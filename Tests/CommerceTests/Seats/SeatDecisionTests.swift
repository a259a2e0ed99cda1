// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// What follows from a step about a seat, or from a document of the buyer's: entitlements, events, questions to Apple.
@Suite struct SeatDecisionTests {
    /// A world with Paula's group subscription, and Ben who accepted an invitation and got his claim.
    private static func world(seats: Int = 4) -> FulfillmentWorld {
        var world = FulfillmentWorld()
        world.now = SeatScenario.start + 60
        let scenario = SeatScenario(seats: seats)
        let documents = scenario.purchases.facts.filter { $0.kind != .command }
        world.process(documents, .shown(by: "paula"))
        perform(.invited(SeatScenario.terms()), on: &world)
        perform(.requested(SeatScenario.request(1)), "ben", on: &world)
        perform(.claimed(SeatScenario.claim(1), request: SeatScenario.request(1).identifier), "ben", on: &world)
        return world
    }

    @discardableResult
    private static func perform(
        _ action: SeatStep.Action,
        _ customer: CustomerID? = nil,
        _ invitation: SeatInvitationID = "i1",
        on world: inout FulfillmentWorld
    ) -> Decision {
        world.now += 10
        let step = SeatStep(lineage: "1", invitation: invitation, customer: customer, action: action)
        return world.process([], .command([.seat(step)]))
    }

    private static func notification(_ claims: [SeatClaimID], at now: Date) -> Fact {
        let notification = ServerNotification(
            id: NotificationUUID(rawValue: UUID()),
            type: .unclaimSeats,
            originalTransactionID: "1",
            unclaimedSeats: claims
        )
        return Fact(
            scope: .app,
            kind: .notification,
            order: FactOrder(instant: now, rank: .signed, digest: .of("\(notification)")),
            lineage: "1",
            digest: .of("\(notification)"),
            content: .notification(notification)
        )
    }

    private static func seatEvents(_ world: FulfillmentWorld) -> [DomainEvent.SeatChange] {
        world.events.compactMap { event in
            if case .seat(let change, _, _) = event.kind { change } else { nil }
        }
    }

    @Test func `a claim gives the member the entitlement, with events for the member`() throws {
        let world = Self.world()
        #expect(world.active("ben") == ["basic"] && world.active("paula") == ["basic"])
        #expect(Self.seatEvents(world) == [.claimed(SeatScenario.claim(1))])
        let event = try #require(world.events.last { $0.name == "seat" })
        #expect(event.customer == "ben" && event.lineage == "1")
        let granted = world.events.filter { $0.name == "entitlement" }.map(\.customer)
        #expect(granted == ["paula", "ben"])
    }

    @Test func `a request and a release have Apple asked, a claim has the list compared`() {
        var world = Self.world()
        #expect(Self.perform(.requested(SeatScenario.request(2)), "cora", "i2", on: &world).requestsSeats)
        let request = SeatScenario.request(2).identifier
        let claimed = Self.perform(.claimed(SeatScenario.claim(2), request: request), "cora", "i2", on: &world)
        #expect(claimed.checksSeats && !claimed.requestsSeats)
        #expect(Self.perform(.released(by: "member"), "cora", "i2", on: &world).requestsSeats)
        #expect(!Self.perform(.invited(SeatScenario.terms()), nil, "i3", on: &world).requestsSeats)
    }

    @Test func `leaving ends the entitlement once, whatever Apple says afterward`() {
        var world = Self.world()
        Self.perform(.released(by: "member"), "ben", on: &world)
        #expect(world.active("ben").isEmpty && world.active("paula") == ["basic"])
        Self.perform(.unclaimed(SeatScenario.claim(1), .released), "ben", on: &world)
        #expect(Self.seatEvents(world).dropFirst() == [.released(SeatScenario.claim(1), by: "member")])
        #expect(world.events.count { $0.name == "entitlement" } == 3)
    }

    @Test func `the App Store's notification ends the claims that it names, once`() {
        var world = Self.world()
        world.now += 100
        let decision = world.process(
            [Self.notification([SeatScenario.claim(1), SeatScenario.claim(8)], at: world.now)],
            .notified
        )
        #expect(decision.commands.count == 1 && world.active("ben").isEmpty)
        #expect(Self.seatEvents(world).last == .unclaimed(SeatScenario.claim(1), .appStore))
        world.now += 100
        let again = world.process([Self.notification([SeatScenario.claim(1)], at: world.now)], .notified)
        #expect(again.commands.isEmpty)
    }

    @Test func `a document of the buyer's changes what the members have, in the same decision`() {
        var world = Self.world()
        world.now = SeatScenario.end + 60
        var scenario = SeatScenario()
        scenario.renew(seats: 4)
        let renewal = scenario.purchases.facts.suffix(1)
        let decision = world.process(Array(renewal), .notified)
        #expect(decision.checksSeats && decision.entitlements.map(\.customer) == ["ben", "paula"])
        let end = world.entitlements["ben"]?.first?.cached.answer.endDate
        #expect(end == .utc("2027-02-01"))
        world.now += 10
        var refunded = SeatScenario()
        refunded.renew(seats: 4)
        guard case .transaction(let last)? = refunded.purchases.facts.last?.content else { return }
        refunded.purchases.refund(last, on: world.now)
        world.process(Array(refunded.purchases.facts.suffix(1)), .notified)
        #expect(world.active("ben").isEmpty && world.active("paula").isEmpty)
    }

    @Test func `a buyer's period that ends ends what the members have`() {
        var world = Self.world()
        world.now = SeatScenario.end + 1
        world.process([], .recheck())
        #expect(world.active("ben").isEmpty)
        #expect(world.events.filter { $0.name == "entitlement" }.suffix(2).map(\.customer) == ["ben", "paula"])
    }

    @Test func `a refusal and a claim that no one knew are events`() {
        var world = Self.world()
        Self.perform(.requested(SeatScenario.request(2)), "cora", "i2", on: &world)
        let request = SeatScenario.request(2).identifier
        Self.perform(.refused(request: request, code: "no-seat-available"), "cora", "i2", on: &world)
        Self.perform(.detected(SeatScenario.claim(7)), nil, "apple_7", on: &world)
        #expect(
            Self.seatEvents(world).dropFirst() == [
                .failed(code: "no-seat-available"), .detected(SeatScenario.claim(7)),
            ]
        )
        #expect(world.active("cora").isEmpty)
        // An invitation may be refused more than once.
        let isSentEachTime = world.events.filter { $0.name == "seat" }.map(\.isSentEachTime)
        #expect(isSentEachTime == [true, true, true])
    }

    @Test func `the log gives the same seats again`() throws {
        var world = Self.world()
        Self.perform(.released(by: "member"), "ben", on: &world)
        world.now += 100
        world.process([Self.notification([SeatScenario.claim(1)], at: world.now)], .notified)
        let replay = try world.replay()
        let known = LineageChange(key: world.key, known: world.facts, policy: world.policy)
        #expect(replay.change.seatRoster(asOf: world.now) == known.seatRoster(asOf: world.now))
        #expect(replay.deliveries == world.deliveries)
    }
}
