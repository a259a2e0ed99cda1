// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct NotificationV1Tests {
    @Test func `a notification of 2021 is read with its words and numbers`() throws {
        let json = """
            {"notification_type":"DID_CHANGE_RENEWAL_STATUS","environment":"PROD","password":"hush",\
            "bid":"com.example.app","bvrs":"7","original_transaction_id":1000000000000001,\
            "auto_renew_adam_id":"1234567890","auto_renew_product_id":"com.example.month","auto_renew_status":"false",\
            "auto_renew_status_change_date":"2021-03-14 10:30:00 Etc/GMT",\
            "auto_renew_status_change_date_ms":"1615717800000",\
            "auto_renew_status_change_date_pst":"2021-03-14 03:30:00 America/Los_Angeles","expiration_intent":1,\
            "deprecation":"Thu, 23 Mar 2023 00:00:00 GMT","unified_receipt":{"environment":"Production",\
            "latest_receipt":"bGF0ZXN0","latest_receipt_info":[],"pending_renewal_info":[{\
            "original_transaction_id":"1","auto_renew_status":"0"}],"status":0}}
            """
        let notification = try AppStoreJSON.decode(NotificationV1.self, from: Data(json.utf8))
        #expect(notification.environment == .production)
        #expect(notification.originalTransactionId == "1000000000000001")
        #expect(notification.autoRenewStatus == false)
        #expect(notification.expirationIntent == .canceled)
        #expect(notification.newestReceipt == "bGF0ZXN0")
        #expect(notification.unifiedReceipt?.pendingRenewalInfo.first?.autoRenewStatus == .off)
        let written = try tree(notification)
        #expect(written["auto_renew_status"] == "false")
        #expect(written["environment"] == "PROD")
        #expect(written["expiration_intent"] == 1)
        #expect(try AppStoreJSON.decode(NotificationV1.self, from: AppStoreJSON.encode(notification)) == notification)
    }

    @Test func `a notification of the time of iOS 6 is read`() throws {
        let json = """
            {"notification_type":"CANCEL","environment":"Sandbox","auto_renew_status":"true",\
            "latest_receipt":"b2xk","latest_receipt_info":{"unique_identifier":"0000b031","bid":"com.example.app",\
            "item_id":"5","product_id":"com.example.month","transaction_id":"2","original_transaction_id":"1",\
            "purchase_date":"2012-04-30 15:05:55 Etc/GMT","purchase_date_ms":"1335798355868",\
            "expires_date":"1335798655868"},"web_order_line_item_id":"3",\
            "cancellation_date":"2012-05-01 00:00:00 Etc/GMT"}
            """
        let notification = try AppStoreJSON.decode(NotificationV1.self, from: Data(json.utf8))
        #expect(notification.notificationType == .cancel)
        #expect(notification.environment == .sandbox)
        #expect(notification.latestReceiptInfo?.style == .transaction)
        #expect(notification.latestReceiptInfo?.expiresDate?.millisecondsSince1970 == 1_335_798_655_868)
        #expect(notification.cancellationDate?.millisecondsSince1970 == 1_335_830_400_000)
        #expect(notification.newestReceipt == "b2xk")
        #expect(try AppStoreJSON.decode(NotificationV1.self, from: AppStoreJSON.encode(notification)) == notification)
    }

    @Test func `a type no one knows is kept and no log holds the secret`() throws {
        let json = #"{"notification_type":"DID_SING","password":"hush","latest_receipt":"secret-receipt"}"#
        let notification = try expectSurvival(of: json, as: NotificationV1.self)
        #expect(notification.notificationType == "DID_SING")
        var dumped = ""
        dump(notification, to: &dumped)
        #expect(!"\(notification) \(dumped)".contains("hush"))
        #expect(!"\(notification) \(dumped)".contains("secret-receipt"))
    }
}
