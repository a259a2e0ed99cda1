// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// What Apple answers late, revokes, or knows better.
@Suite struct SeatAppleTests {
    @Test(arguments: TestDatabase.allCases)
    func `a claim whose answer was lost is requested again under the same identifier`(
        database: TestDatabase
    ) async throws {
        try await database.withStore { store in
            let world = try await SeatShop(store: store)
            defer { world.remove() }
            let purchase = try await world.buy(3)
            let invitation = try await world.invite(purchase)
            world.losses.lose(100)
            let answer = try await world.accept(invitation, as: "ben")
            #expect(answer.status == .accepted, "\(answer.text)")
            #expect(try answer.json(MemberSeatBody.self).state == "requested")
            #expect(try await world.claimsAtApple(purchase).count == 1)
            #expect(try await world.isEntitled("ben") == false)
            // The job finds the request, and Apple answers it with the same claim.
            world.losses.lose(0)
            try await world.shop.advance("PT10M")
            try await world.shop.server.seats.sendClaims()
            #expect(try await world.isEntitled("ben"))
            let claims = try await world.claimsAtApple(purchase)
            #expect(try await world.seats(purchase).invitations.map(\.seatClaim) == claims.map { $0 })
            #expect(try await world.events(.seatClaimed).count == 1)
            try await world.shop.server.seats.sendClaims()
            #expect(try await world.shop.server.database.read { try $0.jobBacklog(of: SeatTask.claims).count } == 0)
        }
    }

    @Test func `a crash between the request and Apple loses nothing`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(3)
        let invitation = try await world.invite(purchase)
        let key = LineageKey(
            scope: AppScope(bundleID: "com.example.coffee", environment: .sandbox),
            lineage: OriginalTransactionID(rawValue: purchase)
        )
        let app = try #require(world.shop.server.apps.configuration.apps.first)
        let request = SeatStep.Request(identifier: UUID(), acceptedBy: "member")
        // What the route records before it asks Apple; then the server ends.
        try await world.shop.server.seats.recorder.record(key, app: app, by: "customer", now: world.now) {
            rules,
            _ in
            try rules.accept(invitation.id, by: "ben", request).accepted
        }
        #expect(try await world.claimsAtApple(purchase).isEmpty)
        try await world.shop.advance("PT1M")
        try await world.shop.server.seats.sendClaims()
        #expect(try await world.claimsAtApple(purchase).count == 1)
        #expect(try await world.isEntitled("ben"))
    }

    @Test func `a release that Apple does not answer ends the access at once, and the seat later`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(3)
        let claim = try #require(try await world.seat("ben", in: purchase).seatClaim)
        world.losses.lose(100)
        let left = try await world.send(.delete, SeatShop.path(purchase, "/\(claim)"), as: "ben")
        #expect(left.status == .accepted && left.body.isEmpty)
        #expect(try await !world.isEntitled("ben"))
        #expect(try await world.seats(purchase).invitations.map(\.state) == ["releasing"])
        // Apple has freed it: that it does not know the claim any more is the answer.
        world.losses.lose(0)
        try await world.shop.advance("PT10M")
        try await world.shop.server.seats.sendClaims()
        #expect(try await world.seats(purchase).invitations.isEmpty)
        #expect(try await world.events(.seatReleased).count == 1)
    }

    @Test func `a request that Apple never answers is abandoned after a day, and the invitation is open again`()
        async throws
    {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(3)
        let invitation = try await world.invite(purchase)
        world.losses.lose(10_000)
        _ = try await world.accept(invitation, as: "ben")
        for _ in 0..<26 {
            try await world.shop.advance("PT1H")
            try await world.shop.server.seats.sendClaims()
        }
        #expect(try await world.seats(purchase).invitations.map(\.state) == ["open"])
        #expect(try await world.events(.seatClaimFailed).map(\.reason) == ["app-store-unavailable"])
        // Apple had given the claim all the same: the comparison finds it.
        world.losses.lose(0)
        try await world.shop.server.seats.recorder.scheduleCheck(of: world.key(purchase), at: world.now)
        try await world.shop.server.seats.checkClaims()
        #expect(try await world.events(.seatClaimDetected).count == 1)
        #expect(try await world.seats(purchase).occupied == 1)
        #expect(try await world.differences() == [])
    }

    @Test(arguments: TestDatabase.allCases)
    func `a refund of seats ends the claims that the App Store names`(database: TestDatabase) async throws {
        try await database.withStore { store in
            let world = try await SeatShop(store: store)
            defer { world.remove() }
            let purchase = try await world.buy(4)
            for member in ["ben", "cora", "dan"] { try await world.seat(member, in: purchase) }
            _ = try await world.shop.control(.post, "/transactions/\(purchase)/refund", ["seats": 2])
            await world.shop.appStore.runUntilIdle()
            let remaining = try await world.claimsAtApple(purchase)
            let listed = try await world.seats(purchase)
            #expect(
                remaining.count == 1 && listed.seats == 2 && listed.invitations.map(\.seatClaim) == remaining.map { $0 }
            )
            #expect(listed.excess.isEmpty)
            var entitled: [String] = []
            for member in ["ben", "cora", "dan"] where try await world.isEntitled(member) { entitled.append(member) }
            #expect(entitled == ["ben"])
            #expect(try await world.events(.seatReleased).map(\.reason) == ["app-store", "app-store"])
            #expect(try await world.differences() == [])
        }
    }

    @Test func `a renewal with fewer seats lists the newest claims, and no one is invited`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(4)
        for member in ["ben", "cora", "dan"] { try await world.seat(member, in: purchase) }
        _ = try await world.shop.control(.put, "/customers/paula/subscriptions/club/seats", ["seats": 2])
        try await world.shop.advance("P32D")
        let listed = try await world.seats(purchase)
        #expect(listed.seats == 2 && listed.invitations.count == 3 && listed.available == 0)
        #expect(listed.excess == listed.invitations.suffix(2).compactMap(\.seatClaim))
        #expect(try await world.isEntitled("dan"))
        #expect(try await world.send(.post, SeatShop.path(purchase, "/invitations"), [:]).code == "no-seat-available")
    }

    @Test func `the members follow the buyer's renewal, lapse and return`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(3)
        try await world.seat("ben", in: purchase)
        try await world.shop.advance("P32D")
        #expect(try await world.isEntitled("ben"))
        _ = try await world.shop.control(.put, "/customers/paula/subscriptions/club/renewal", ["on": false])
        try await world.shop.advance("P32D")
        try await world.shop.server.lifecycle.advanceLifecycles()
        #expect(try await !world.isEntitled("ben"))
        #expect(try await world.events(.entitlementEnded).map(\.customer) == ["ben", "paula"])
        // The App Store begins the group again: the comparison finds that the claim is gone.
        _ = try await world.buy(3)
        #expect(try await world.isEntitled("ben"))
        try await world.shop.advance("PT20M")
        try await world.shop.server.seats.checkClaims()
        #expect(try await world.claimsAtApple(purchase).isEmpty)
        #expect(try await world.isEntitled("ben") == false)
        #expect(try await world.events(.seatReleased).map(\.reason) == ["not-at-app-store"])
        #expect(try await world.differences() == [])
    }

    @Test func `a claim that Apple has and no one knew is listed, and can be released`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(4)
        try await world.seat("ben", in: purchase)
        let claim = try await world.claimElsewhere(purchase)
        try await world.shop.advance("PT2M")
        try await world.shop.server.seats.checkClaims()
        #expect(try await world.events(.seatClaimDetected).map(\.seatClaim) == [claim])
        #expect(try await world.seats(purchase).invitations.map(\.customer) == ["ben", nil])
        #expect(try await world.send(.delete, SeatShop.path(purchase, "/\(claim)")).status == .noContent)
        #expect(try await world.claimsAtApple(purchase).count == 1)
        try await world.shop.advance("P1D")
        try await world.shop.server.seats.checkClaims()
        #expect(try await world.events(.seatClaimDetected).count == 1)
    }

    @Test func `an erased member leaves, and an erased buyer's notes go`() async throws {
        let world = try await SeatShop()
        defer { world.remove() }
        let purchase = try await world.buy(3)
        let invitation = try await world.invite(purchase, note: "my brother Ben")
        #expect(try await world.accept(invitation, as: "ben").status == .ok)
        #expect(try await world.send(.delete, "/v1/customers/ben").status.rawValue < 300)
        try await world.shop.advance("PT1M")
        try await world.shop.server.seats.sendClaims()
        #expect(try await world.claimsAtApple(purchase).isEmpty)
        let facts = try await world.shop.server.database.read { reader in
            try reader.lifeFacts(of: OriginalTransactionID(rawValue: purchase), in: world.key(purchase).scope)
        }
        let steps = facts.map(\.fact).seatSteps
        #expect(!steps.isEmpty && !steps.contains { $0.customer == "ben" || "\($0)".contains("my brother") })
        #expect(try await world.differences() == [])
    }
}

extension SeatShop {
    func key(_ purchase: String) -> LineageKey {
        LineageKey(
            scope: AppScope(bundleID: "com.example.coffee", environment: .sandbox),
            lineage: OriginalTransactionID(rawValue: purchase)
        )
    }
}
