// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import PurserClient
import StoreKitTest
import Testing

@testable import PurserServer

/// Inviting, accepting and leaving in the app.
@Suite(.storeKit) struct SeatTests {
    /// A world whose sandbox sells seats, with a subscription of three that Anna's Apple account bought.
    private static func world() async throws -> (world: World, anna: Purser, subscription: String) {
        let world = try await World(environment: .sandbox, hearsApple: true, sellsSeats: true) { app in
            app.appStoreServerAPI?.sandboxURL = "http://app-store"
        }
        let body: JSONValue = ["customer": "apple-anna", "product": .string(World.gold), "seats": 3]
        let bought: JSONValue = try await world.control(.post, "/purchases", body).json()
        let anna = await world.launch()
        _ = await anna.restore()
        return (world, anna, try #require(bought["originalTransactionId"]?.string))
    }

    @Test func `a friend accepts an invitation, has the club, and leaves`() async throws {
        let (world, anna, subscription) = try await Self.world()
        let invitation = try await anna.inviteToSeat(of: subscription, note: "Ben")
        let token = try #require(invitation.token)
        #expect(invitation.state == .open && invitation.note == "Ben")
        #expect(try await anna.seats(of: subscription).available == 1)

        try await world.useAccount("apple-ben")
        let ben = await world.launch("ben")
        #expect(await ben.isEntitled(to: "club") == false)
        let seat = try await ben.acceptSeatInvitation(token)
        #expect(seat.state == .claimed && seat.subscription == subscription && seat.environment == "Sandbox")
        #expect(await ben.isEntitled(to: "club"))
        #expect(try await ben.memberSeats() == [seat])
        #expect(try await ben.acceptSeatInvitation(token) == seat)
        let claim = try #require(seat.seatClaim)
        try await ben.releaseSeat(claim, of: subscription)
        #expect(await ben.isEntitled(to: "club") == false)
        #expect(try await ben.memberSeats().isEmpty)
    }

    @Test func `refusals carry the server's problem`() async throws {
        let (_, anna, subscription) = try await Self.world()
        let invitation = try await anna.inviteToSeat(of: subscription)
        _ = try await anna.inviteToSeat(of: subscription)
        let full = await #expect(throws: PurserError.self) { try await anna.inviteToSeat(of: subscription) }
        #expect(full?.code == .serverRefused && full?.problem == "no-seat-available")
        let own = await #expect(throws: PurserError.self) {
            try await anna.acceptSeatInvitation(invitation.token ?? "")
        }
        #expect(own?.problem == "already-a-member")
        try await anna.cancelSeatInvitation(invitation.id, of: subscription)
        #expect(try await anna.seats(of: subscription).invitations.count == 1)
        let unknown = await #expect(throws: PurserError.self) { try await anna.seats(of: "404") }
        #expect(unknown?.problem == "not-found")
    }
}
