// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct NotificationPayloadTests {
    private func notification(_ members: String) -> String {
        """
        {"notificationType":"SUBSCRIBED","notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20",\
        "signedDate":1760000001000,\(members)}
        """
    }

    @Test func `a notification about a purchase survives`() throws {
        let json = notification(
            """
            "subtype":"INITIAL_BUY","version":"2.0","data":{"environment":"Production","appAppleId":41234,\
            "bundleId":"com.example.app","bundleVersion":"7","signedTransactionInfo":"a.b.c",\
            "signedRenewalInfo":"d.e.f","status":1,"consumptionRequestReason":"LEGAL"}
            """
        )
        let payload = try expectSurvival(of: json, as: NotificationPayload.self)
        #expect(payload.data?.status == .active)
        #expect(payload.documentAppAppleID == AppAppleID(rawValue: 41_234))
        #expect(payload.documentBundleID == "com.example.app")
        #expect(payload.documentEnvironment == .production)
    }

    @Test func `the oldest test notification has no version`() throws {
        let json = """
            {"notificationType":"TEST","notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20",\
            "data":{"bundleId":"com.example.app","environment":"Sandbox"},"signedDate":1681314324000}
            """
        let payload = try expectSurvival(of: json, as: NotificationPayload.self)
        #expect(payload.notificationType == .test)
        #expect(payload.version == nil)
        #expect(payload.documentAppAppleID == nil)
    }

    @Test func `a summary of extensions survives`() throws {
        let json = notification(
            """
            "summary":{"environment":"Sandbox","appAppleId":5,"bundleId":"com.example.app","productId":"p",\
            "requestIdentifier":"efb27071-45a4-4aca-9854-2a1e9146f265","storefrontCountryCodes":["CAN","MEX"],\
            "succeededCount":5,"failedCount":2}
            """
        )
        let payload = try expectSurvival(of: json, as: NotificationPayload.self)
        #expect(payload.summary?.storefrontCountryCodes == ["CAN", "MEX"])
        #expect(payload.documentEnvironment == .sandbox)
    }

    @Test(arguments: [("SANDBOX_b2158121", Environment.sandbox), ("b2158121", .production)])
    func `an external purchase token has an environment`(id: String, environment: Environment) throws {
        let json = notification(
            """
            "externalPurchaseToken":{"externalPurchaseId":"\(id)","tokenCreationDate":1698148900000,"appAppleId":55,\
            "bundleId":"com.example.app","tokenType":"ACQUISITION","tokenExpirationDate":1698148950000}
            """
        )
        let payload = try expectSurvival(of: json, as: NotificationPayload.self)
        #expect(payload.documentEnvironment == environment)
        #expect(payload.documentBundleID == "com.example.app")
    }

    @Test func `a withdrawn consent carries the app transaction`() throws {
        let json = notification(
            """
            "appData":{"environment":"Production","appAppleId":55,"bundleId":"com.example.app",\
            "signedAppTransactionInfo":"a.b.c"}
            """
        )
        let payload = try expectSurvival(of: json, as: NotificationPayload.self)
        #expect(payload.appData?.signedAppTransactionInfo == "a.b.c")
        #expect(payload.documentAppAppleID == AppAppleID(rawValue: 55))
    }

    @Test func `unclaimed seats come without app and environment`() throws {
        let json = notification(
            """
            "version":"2.0","unclaimInfo":{"unclaimSeatIds":["9c6f0c2e-6d0c-4a6e-8f0e-2f1b5d3a7c11"]}
            """
        ).replacingOccurrences(of: "SUBSCRIBED", with: "UNCLAIM_SEATS")
        let payload = try expectSurvival(of: json, as: NotificationPayload.self)
        #expect(payload.notificationType == .unclaimSeats)
        #expect(payload.unclaimInfo?.unclaimSeatIds.map(\.description) == ["9c6f0c2e-6d0c-4a6e-8f0e-2f1b5d3a7c11"])
        #expect(payload.documentBundleID == nil && payload.documentEnvironment == nil && payload.mayOmitApp)
    }

    @Test func `unclaimed seats name their app when Apple does`() throws {
        let json = notification(
            """
            "unclaimInfo":{"unclaimSeatIds":[],"environment":"Sandbox","bundleId":"com.example.app","appAppleId":5,\
            "originalTransactionId":"1"}
            """
        )
        let payload = try expectSurvival(of: json, as: NotificationPayload.self)
        #expect(payload.documentBundleID == "com.example.app" && payload.documentEnvironment == .sandbox)
        #expect(payload.documentAppAppleID == AppAppleID(rawValue: 5))
    }

    @Test(arguments: ["INCREASE_QUANTITY", "DECREASE_QUANTITY", "SEATS"])
    func `changes of seats have subtypes`(subtype: String) {
        let known: [NotificationSubtype] = [.increaseQuantity, .decreaseQuantity, .seats]
        #expect(known.contains(NotificationSubtype(rawValue: subtype)))
    }

    @Test func `a type no one knows yet is kept`() throws {
        let json = notification("\"subtype\":\"BY_MAIL\"").replacingOccurrences(of: "SUBSCRIBED", with: "GIFTED")
        let payload = try expectSurvival(of: json, as: NotificationPayload.self)
        #expect(payload.notificationType == "GIFTED")
        #expect(payload.subtype == "BY_MAIL")
        #expect(payload.documentBundleID == nil)
    }
}
