// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
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
