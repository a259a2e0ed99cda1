// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// Seats that the team gives, with the simulated App Store's sandbox.
@Suite struct SeatRouteTests {
    @Test(arguments: TestDatabase.allCases)
    func `a member is invited, has what the buyer has, leaves, and the seat is free`(
        database: TestDatabase
    ) async throws {
        try await database.withStore { store in
            let world = try await SeatShop(store: store)
            defer { world.remove() }
            let purchase = try await world.buy(3)
            let invitation = try await world.invite(purchase, note: "my brother")
            #expect(invitation.state == "open" && invitation.token?.hasPrefix("seat_") == true)
            #expect(try await !world.isEntitled("ben"))
            let seat: MemberSeatBody = try await world.accept(invitation, as: "ben").json()
            let claim = try #require(seat.seatClaim)
            #expect(seat.state == "claimed" && seat.originalTransaction.rawValue == purchase)
            #expect(try await world.claimsAtApple(purchase) == [claim])
            #expect(try await world.isEntitled("ben"))
            let listed = try await world.seats(purchase)
            #expect(listed.seats == 3 && listed.occupied == 1 && listed.available == 1)
            #expect(listed.invitations.map(\.customer) == ["ben"] && listed.invitations[0].note == "my brother")
            #expect(try await world.differences() == [])

            let left = try await world.send(.delete, SeatShop.path(purchase, "/\(claim)"), as: "ben")
            #expect(left.status == .noContent, "\(left.text)")
            #expect(try await world.claimsAtApple(purchase) == [])
            #expect(try await world.isEntitled("ben") == false)
            #expect(try await world.seats(purchase).available == 2)
            let events = try await world.events(.seatClaimed, .seatReleased)
            #expect(events.map(\.type) == [.seatClaimed, .seatReleased])
            #expect(events.allSatisfy { $0.customer == "ben" && $0.seatClaim == claim && $0.seats == 3 })
            #expect(
                try await world.events(.entitlementGranted, .entitlementEnded).map(\.customer) == [
                    "paula", "ben", "ben",
                ]
            )
            #expect(try await world.differences() == [])
        }
    }

    @Test func `a member sees the subscription and not the buyer's transaction`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(3)
        _ = try await world.seat("ben", in: purchase)
        let path = "/v1/customers/ben/entitlements?environment=Sandbox"
        let seen: EntitlementList = try await world.send(.get, path, as: "ben").json()
        let club = try #require(seen.entitlements.first)
        #expect(club.isActive && club.rule == "seat-claimed")
        #expect(club.originalTransaction?.rawValue == purchase && club.transaction == nil)
    }

    @Test func `why names the invitation, the claim and who invited`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(3)
        let seat = try await world.seat("ben", in: purchase)
        let path = "/v1/customers/ben/entitlements/club/explanation?environment=Sandbox"
        let answer = try await world.send(.get, path)
        let why: JSONValue = try answer.json()
        let reason = try #require(why["reasons"]?.array?.first, "\(answer.text)")
        #expect(reason["rule"] == "seat-claimed" && reason["invitedBy"] == "purchaser")
        #expect(reason["invitation"]?.string == seat.invitation.rawValue)
        #expect(reason["seatClaimId"]?.string == seat.seatClaim?.description)
        // The invitation, its acceptance, Apple's claim and the buyer's transaction.
        #expect(reason["documents"]?.array?.count == 4, "\(answer.text)")
    }

    @Test func `a token is answered once and is found by its hash alone`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(3)
        let body: JSONValue = ["id": "first", "note": "x"]
        let path = SeatShop.path(purchase, "/invitations")
        let first: SeatInvitationBody = try await world.send(.post, path, body).json()
        let again = try await world.send(.post, path, body)
        #expect(again.status == .ok && first.token != nil)
        #expect(try again.json(SeatInvitationBody.self).token == nil)
        let token = try #require(first.token)
        #expect(try await !world.send(.get, SeatShop.path(purchase)).text.contains(token))
        #expect(try await world.accept(first, as: "ben").status == .ok)
        #expect(try await world.accept(first, as: "ben").status == .ok)
        #expect(try await world.accept(first, as: "cora").code == "invitation-used")
        #expect(try await world.claimsAtApple(purchase).count == 1)
    }

    @Test func `refusals say what to do`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(2)
        let invitation = try await world.invite(purchase)
        let path = SeatShop.path(purchase, "/invitations")
        #expect(try await world.send(.post, path, [:], as: "paula").code == "no-seat-available")
        #expect(try await world.accept(invitation, as: "paula").code == "already-a-member")
        let cancel = SeatShop.path(purchase, "/invitations/\(invitation.id)")
        #expect(try await world.send(.delete, cancel, as: "paula").status == .noContent)
        #expect(try await world.accept(invitation, as: "ben").code == "invitation-canceled")
        let far: JSONValue = [
            "expiresDate": .integer(world.now.addingTimeInterval(91 * 86_400).millisecondsSince1970)
        ]
        #expect(try await world.send(.post, path, far, as: "paula").code == "invalid-parameter")
        let next = try await world.invite(purchase)
        try await world.shop.advance("P8D")
        #expect(try await world.accept(next, as: "ben").code == "invitation-expired")
        #expect(try await world.send(.post, SeatShop.path("404", "/invitations"), [:]).status == .notFound)
        #expect(
            try await world.send(.post, "/v1/invitations/accept", ["token": "seat_x"], as: "ben").status == .notFound
        )
    }

    @Test func `the App Store's refusal of a claim is the answer, and the invitation stays open`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(2)
        let invitation = try await world.invite(purchase)
        _ = try await world.claimElsewhere(purchase)
        let refused = try await world.accept(invitation, as: "ben")
        #expect(refused.code == "no-seat-available" && refused.status == .conflict, "\(refused.text)")
        #expect(try await world.seats(purchase).invitations.map(\.state) == ["open"])
        #expect(try await world.events(.seatClaimFailed).map(\.reason) == ["no-seat-available"])
        #expect(try await !world.isEntitled("ben"))
        let body: JSONValue = ["token": .string(invitation.token ?? ""), "appTransactionId": "404404"]
        let unknown = try await world.send(.post, "/v1/invitations/accept", body, as: "ben")
        #expect(unknown.code == "app-transaction-not-found", "\(unknown.text)")
    }

    @Test func `a subscription whose members the App Store invites takes no invitations`() async throws {
        let world = try await SeatShop(management: .apple)
        defer { world.remove() }
        let purchase = try await world.buy(3)
        let answer = try await world.send(.post, SeatShop.path(purchase, "/invitations"), [:])
        #expect(answer.code == "seats-not-managed" && answer.status == .conflict)
        #expect(try await world.seats(purchase).available == 0)
    }

    @Test func `a download of the app is associated once`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(3)
        let seat = try await world.seat("ben", in: purchase)
        let claim = try #require(seat.seatClaim)
        let bought = try await world.shop.control(.post, "/purchases", ["customer": "ben", "product": "coins"])
        let download = try #require(bought["transaction"]?["appTransactionId"]?.string)
        let path = SeatShop.path(purchase, "/\(claim)/associate")
        let body: JSONValue = ["appTransactionId": .string(download)]
        #expect(try await world.send(.post, path, body, as: "ben").status == .notFound)
        for _ in 0..<2 {
            let answer = try await world.send(.post, path, body, as: "paula")
            #expect(answer.status == .noContent, "\(answer.text)")
        }
        #expect(try await world.seats(purchase).invitations.map(\.appTransaction?.rawValue) == [download])
        let unknown = try await world.send(.post, path, ["appTransactionId": "404404"])
        #expect(unknown.code == "app-transaction-not-found")
    }

    @Test func `the team may do all, the buyer what is about the own group, a member accept and leave`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(4)
        let seat = try await world.seat("ben", in: purchase)
        let claim = try #require(seat.seatClaim)
        _ = try await world.seat("cora", in: purchase)
        // A member sees none of the group, invites no one, and removes no other.
        #expect(try await world.send(.get, SeatShop.path(purchase), as: "ben").status == .notFound)
        #expect(
            try await world.send(.post, SeatShop.path(purchase, "/invitations"), [:], as: "ben").status == .notFound
        )
        #expect(try await world.send(.delete, SeatShop.path(purchase, "/\(claim)"), as: "cora").status == .notFound)
        #expect(try await world.send(.delete, SeatShop.path(purchase, "/\(claim)"), as: "dan").status == .notFound)
        // The buyer sees the group without the team's names of its members.
        let listed = try await world.seats(purchase, as: "paula")
        #expect(listed.invitations.count == 2 && listed.invitations.allSatisfy { $0.customer == nil })
        #expect(try await world.seats(purchase).invitations.map(\.customer) == ["ben", "cora"])
        let own: MemberSeatList = try await world.send(.get, "/v1/customers/ben/seats?environment=Sandbox", as: "ben")
            .json()
        #expect(own.seats == [seat])
        let other = try await world.send(.get, "/v1/customers/ben/seats?environment=Sandbox", as: "cora")
        #expect(other.status == .forbidden)
        let named: JSONValue = ["token": "seat_x", "customer": "ben"]
        let foreign = try await world.send(.post, "/v1/invitations/accept", named, as: "cora")
        #expect([.notFound, .forbidden].contains(foreign.status))
        #expect(try await world.send(.delete, SeatShop.path(purchase, "/\(claim)"), as: "paula").status == .noContent)
        #expect(try await !world.isEntitled("ben"))
    }

    @Test func `production takes no claims until the team says that Apple answers them`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        _ = try await world.shop.control(.post, "/customers", ["id": "prod"])
        let bought = try await world.shop.control(
            .post,
            "/purchases",
            ["customer": "prod", "product": "club", "seats": 3]
        )
        try await world.shop.show(bought, "prod")
        let purchase = try #require(bought["originalTransactionId"]?.string)
        let answer = try await world.send(.post, "/v1/purchases/\(purchase)/seats/invitations", [:])
        #expect(answer.code == "not-configured" && answer.text.contains("claimsSeatsInProduction"), "\(answer.text)")
    }
}
