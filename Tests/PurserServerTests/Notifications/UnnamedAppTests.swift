// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// Apple's notification of unclaimed seats may leave out its app.
@Suite struct UnnamedAppTests {
    private static func notification(bundleID: BundleID? = nil) -> NotificationPayload {
        var payload = NotificationPayload(
            notificationType: .unclaimSeats,
            notificationUUID: NotificationUUID(rawValue: UUID()),
            version: "2.0",
            signedDate: TestClock.start
        )
        payload.unclaimInfo = UnclaimInfo(
            unclaimSeatIds: [SeatClaimID(rawValue: UUID())],
            environment: .production,
            bundleId: bundleID
        )
        return payload
    }

    private static func shop(apps: Int) async throws -> TestShop {
        try await TestShop { configuration in
            for number in 1..<apps {
                configuration.apps.append(
                    AppConfiguration(
                        bundleID: BundleID(rawValue: "com.example.other\(number)"),
                        appAppleID: AppAppleID(rawValue: Int64(9_000 + number))
                    )
                )
            }
        }
    }

    @Test func `a notification that names no app is the only app's`() async throws {
        let shop = try await Self.shop(apps: 1)
        let answer = try await shop.notify(Self.notification())
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test func `one that names no app is refused where it could be any of several`() async throws {
        let shop = try await Self.shop(apps: 2)
        let answer = try await shop.notify(Self.notification())
        #expect(answer.code == "wrong-bundle-id" && answer.text.contains("names no app"), "\(answer.text)")
        let named = try await shop.notify(Self.notification(bundleID: "com.example.other1"))
        #expect(named.code != "wrong-bundle-id", "\(named.text)")
    }
}

/// What names no app is found by what it names of ours.
extension UnnamedAppTests {
    /// A group subscription of the coffee app, of which Ben has a seat.
    private static func seated(_ shop: TestShop) async throws -> (lineage: OriginalTransactionID, claim: SeatClaimID) {
        var bought = TransactionPayload.purchase(TestShop.monthly, id: "8100")
        bought.quantity = 3
        bought.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
        #expect(try await shop.verify(bought, customer: "paula").status == .ok)
        let key = LineageKey(
            scope: AppScope(bundleID: TestShop.app, environment: .production),
            lineage: bought.originalTransactionId
        )
        let app = try #require(shop.service.apps[TestShop.app])
        let claim = SeatClaimID(rawValue: UUID())
        let request = SeatStep.Request(identifier: UUID(), acceptedBy: "member")
        let terms = SeatStep.Invitation(
            tokenHash: try FactDigest(sha256Of: [1]).hexadecimal,
            expirationDate: shop.clock.now + 100,
            invitedBy: "purchaser"
        )
        for action in [.invited(terms), .requested(request), .claimed(claim, request: request.identifier)]
            as [SeatStep.Action]
        {
            let step = SeatStep(lineage: key.lineage, invitation: "i1", customer: "ben", action: action)
            try await shop.service.seats.recorder.record(key, app: app, by: "test", now: shop.clock.now) { _, _ in
                [step]
            }
        }
        #expect(try await shop.isEntitled("ben", to: "club"))
        return (key.lineage, claim)
    }

    private static func unclaim(_ info: UnclaimInfo) -> NotificationPayload {
        var payload = notification()
        payload.unclaimInfo = info
        return payload
    }

    @Test(arguments: [1, 2], ["claim", "purchase", "number", "bundle"])
    func `unclaimed seats end what their members have, whatever the notification names`(
        apps: Int,
        names: String
    ) async throws {
        let shop = try await Self.shop(apps: apps)
        let (lineage, claim) = try await Self.seated(shop)
        var info = UnclaimInfo(unclaimSeatIds: [claim, SeatClaimID(rawValue: UUID())])
        switch names {
        case "purchase": info.originalTransactionId = lineage
        case "number": info.appAppleId = AppAppleID(rawValue: 1_234_567_890)
        case "bundle": (info.bundleId, info.originalTransactionId) = (TestShop.app, lineage)
        default: break
        }
        for _ in 0..<2 {
            let answer = try await shop.notify(Self.unclaim(info))
            #expect(answer.status == .ok, "\(answer.text)")
        }
        #expect(try await !shop.isEntitled("ben", to: "club"))
        #expect(try await shop.isEntitled("paula", to: "club"))
        let released = try await shop.events().filter { $0.type == .seatReleased }
        #expect(released.map(\.seatClaim) == [claim] && released.first?.reason == "app-store")
    }
}
