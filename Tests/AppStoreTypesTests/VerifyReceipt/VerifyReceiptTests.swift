// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct VerifyReceiptTests {
    private let transaction = """
        {"quantity":"1","product_id":"com.example.month","transaction_id":"2","original_transaction_id":"1",\
        "purchase_date":"2021-03-14 10:30:00 Etc/GMT","purchase_date_ms":"1615717800000",\
        "purchase_date_pst":"2021-03-14 03:30:00 America/Los_Angeles",\
        "original_purchase_date":"2020-11-01 08:59:59 Etc/GMT","original_purchase_date_ms":"1604221199000",\
        "original_purchase_date_pst":"2020-11-01 01:59:59 America/Los_Angeles",\
        "expires_date":"2021-04-14 10:30:00 Etc/GMT","expires_date_ms":"1618396200000",\
        "expires_date_pst":"2021-04-14 03:30:00 America/Los_Angeles","web_order_line_item_id":"3",\
        "cancellation_date":"2021-03-15 00:00:00 Etc/GMT","cancellation_date_ms":"1615766400000",\
        "cancellation_date_pst":"2021-03-14 17:00:00 America/Los_Angeles","cancellation_reason":"1",\
        "is_trial_period":"false","is_in_intro_offer_period":"true","in_app_ownership_type":"FAMILY_SHARED",\
        "is_upgraded":"true","promotional_offer_id":"loyal","offer_code_ref_name":"spring",\
        "app_account_token":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","subscription_group_identifier":"21000001"}
        """

    @Test func `an app receipt's answer survives with its texts and numbers`() throws {
        let json = """
            {"status":0,"environment":"Sandbox","latest_receipt":"bGF0ZXN0","latest_receipt_info":[\(transaction)],\
            "pending_renewal_info":[{"auto_renew_product_id":"com.example.year","product_id":"com.example.month",\
            "original_transaction_id":"1","auto_renew_status":"1","expiration_intent":"2",\
            "is_in_billing_retry_period":"1","grace_period_expires_date":"2021-04-20 00:00:00 Etc/GMT",\
            "grace_period_expires_date_ms":"1618876800000",\
            "grace_period_expires_date_pst":"2021-04-19 17:00:00 America/Los_Angeles","price_consent_status":"0",\
            "price_increase_status":"1","offer_code_ref_name":"spring","promotional_offer_id":"loyal"}],\
            "receipt":{"receipt_type":"ProductionSandbox","adam_id":0,"app_item_id":0,"bundle_id":"com.example.app",\
            "application_version":"3","download_id":0,"version_external_identifier":0,\
            "receipt_creation_date":"2021-03-14 10:30:05 Etc/GMT","receipt_creation_date_ms":"1615717805000",\
            "receipt_creation_date_pst":"2021-03-14 03:30:05 America/Los_Angeles",\
            "request_date":"2021-03-14 10:30:06 Etc/GMT","request_date_ms":"1615717806123",\
            "request_date_pst":"2021-03-14 03:30:06 America/Los_Angeles",\
            "original_purchase_date":"2013-08-01 07:00:00 Etc/GMT","original_purchase_date_ms":"1375340400000",\
            "original_purchase_date_pst":"2013-08-01 00:00:00 America/Los_Angeles",\
            "original_application_version":"1.0","in_app":[\(transaction)]}}
            """
        let response = try expectSurvival(of: json, as: VerifyReceiptResponse.self)
        #expect(response.style == .app)
        #expect(response.receipt?.inApp.first == response.latestReceiptInfo.first)
        #expect(response.allTransactions.count == 1)
        #expect(response.pendingRenewalInfo.first?.expirationIntent == .billingError)
        #expect(response.latestReceiptInfo.first?.cancellationReason == .appIssue)
        #expect(response.latestReceiptInfo.first?.isUpgraded == true)
        #expect(response.receipt?.requestDate?.millisecondsSince1970 == 1_615_717_806_123)
    }

    @Test func `an iOS 6 receipt's answer survives`() throws {
        let old = """
            {"original_purchase_date":"2012-04-30 15:05:55 Etc/GMT","original_purchase_date_ms":"1335798355868",\
            "original_purchase_date_pst":"2012-04-30 08:05:55 America/Los_Angeles","unique_identifier":"0000b031",\
            "unique_vendor_identifier":"CC3A","original_transaction_id":"1000000046178817","transaction_id":"1000000046178818",\
            "quantity":"1","product_id":"com.example.month","item_id":"521129812","app_item_id":"5","bid":"com.example.app",\
            "bvrs":"20120427","version_external_identifier":"9","purchase_date":"2012-04-30 15:05:55 Etc/GMT",\
            "purchase_date_ms":"1335798355868","purchase_date_pst":"2012-04-30 08:05:55 America/Los_Angeles",\
            "expires_date":"1335798655868","expires_date_formatted":"2012-04-30 15:10:55 Etc/GMT",\
            "expires_date_formatted_pst":"2012-04-30 08:10:55 America/Los_Angeles","web_order_line_item_id":"1"}
            """
        let json = """
            {"status":21006,"receipt":\(old),"latest_expired_receipt_info":\(old),"auto_renew_status":0,\
            "auto_renew_product_id":"com.example.month","expiration_intent":"1","is_in_billing_retry_period":"0"}
            """
        let response = try expectSurvival(of: json, as: VerifyReceiptResponse.self)
        #expect(response.style == .transaction)
        #expect(response.status == .expired && response.status.isGood)
        #expect(response.transactionReceipt?.expiresDate?.millisecondsSince1970 == 1_335_798_655_868)
        #expect(response.autoRenewStatus == .off)
        let latest = try expectSurvival(
            of: #"{"status":0,"receipt":\#(old),"latest_receipt":"eA==","latest_receipt_info":\#(old)}"#,
            as: VerifyReceiptResponse.self
        )
        #expect(latest.latestReceiptInfo.count == 1)
    }

    @Test(arguments: [
        (#"{"status":21010,"environment":"Production","is_retryable":false}"#, false, false),
        (#"{"status":21199,"is_retryable":1}"#, true, false),
        (#"{"status":21100,"is-retryable":"0"}"#, false, true),
        (#"{"status":21150,"is-retryable":true}"#, true, true),
        (#"{"status":"21005"}"#, true, false),
        (#"{"status":21007}"#, false, false),
    ])
    func `whether to try again is read in every spelling`(json: String, retry: Bool, hyphen: Bool) throws {
        let response = try AppStoreJSON.decode(VerifyReceiptResponse.self, from: Data(json.utf8))
        #expect(response.shouldRetry == retry)
        #expect(response.spellsRetryableWithHyphen == hyphen)
        let spelled = try tree(response)
        #expect((spelled["is-retryable"] != nil) == hyphen)
    }

    @Test(arguments: [
        #"{"purchase_date":"0001-03-15 00:00:00 Etc/GMT","expires_date_formatted":"2012-04-30 15:10:55 Etc/GMT"}"#,
        #"{"purchase_date_ms":"1","expires_date_formatted":""}"#, #"{"purchase_date_ms":"1"}"#,
    ])
    func `an old receipt with few of its members stays one when it is written`(members: String) throws {
        // Found by fuzzing: without the members that only old receipts have, its copy was taken for an app's receipt.
        let ids = #""product_id":"p","transaction_id":"2","original_transaction_id":"1","#
        let json = #"{"status":21006,"receipt":{\#(ids)\#(members.dropFirst())}"#
        let response = try AppStoreJSON.decode(VerifyReceiptResponse.self, from: Data(json.utf8))
        #expect(response.style == .transaction)
        let written = try AppStoreJSON.encode(response)
        let again = try AppStoreJSON.decode(VerifyReceiptResponse.self, from: written)
        #expect(again.style == .transaction && again.transactionReceipt?.transactionId == "2")
        #expect(again.transactionReceipt?.expiresDate == response.transactionReceipt?.expiresDate)
        #expect(try AppStoreJSON.encode(again) == written)
    }

    @Test func `every status says what it means`() {
        for raw in [0, 21_000, 21_001, 21_002, 21_003, 21_004, 21_005, 21_006, 21_007, 21_008, 21_009, 21_010, 21_101] {
            #expect(!VerifyReceiptStatus(rawValue: raw).explanation.contains("not known"))
        }
        #expect(VerifyReceiptStatus(rawValue: 7).explanation.contains("not known"))
    }

    @Test func `dates on the Pacific coast save daylight`() throws {
        // From the second Sunday of March, two o'clock, until the first of November; earlier rules before 2007.
        let expected: [(Int64, String)] = [
            (1_615_715_999_000, "2021-03-14 01:59:59"), (1_615_716_000_000, "2021-03-14 03:00:00"),
            (1_636_275_599_000, "2021-11-07 01:59:59"), (1_636_275_600_000, "2021-11-07 01:00:00"),
            (1_143_972_000_000, "2006-04-02 03:00:00"), (1_162_112_400_000, "2006-10-29 01:00:00"),
            (0, "1969-12-31 16:00:00"),
        ]
        for (milliseconds, text) in expected {
            let item = ReceiptTransaction(
                productId: "p",
                transactionId: "1",
                originalTransactionId: "1",
                purchaseDate: Date(millisecondsSince1970: milliseconds)
            )
            #expect(try tree(item)["purchase_date_pst"] == .string(text + " America/Los_Angeles"))
        }
    }

    @Test func `a date without milliseconds is read from its text`() throws {
        let json =
            #"{"product_id":"p","transaction_id":1,"original_transaction_id":"1","purchase_date":"2024-02-29 23:59:59 Etc/GMT"}"#
        let item = try AppStoreJSON.decode(ReceiptTransaction.self, from: Data(json.utf8))
        #expect(item.purchaseDate.millisecondsSince1970 == 1_709_251_199_000)
        #expect(item.transactionId == "1")
        #expect(try tree(item)["purchase_date"] == "2024-02-29 23:59:59 Etc/GMT")
    }

    @Test func `every second survives its text`() throws {
        var generator = SeededGenerator(seed: 20_260_701)
        for _ in 0..<500 {
            let date = Date(
                timeIntervalSince1970: Double(Int64.random(in: -2_000_000_000...9_000_000_000, using: &generator))
            )
            let item = ReceiptTransaction(
                productId: "p",
                transactionId: "1",
                originalTransactionId: "1",
                purchaseDate: date
            )
            guard case .object(var members) = try tree(item) else { continue }
            members["purchase_date_ms"] = nil
            let again = try AppStoreJSON.decode(
                ReceiptTransaction.self,
                from: AppStoreJSON.encode(JSONValue.object(members))
            )
            #expect(again.purchaseDate == date, "seed 20260701")
        }
    }

    @Test(arguments: ["{}", #"{"status":null}"#, #"{"status":"x"}"#, "[]", #"{"status":0,"receipt":{"in_app":[]}}"#])
    func `an answer without what it must have is refused`(json: String) {
        #expect(throws: DecodingError.self) {
            try AppStoreJSON.decode(VerifyReceiptResponse.self, from: Data(json.utf8))
        }
    }

    @Test func `a request is spelled with hyphens and shows no secret`() throws {
        let request = VerifyReceiptRequest(receiptData: "cmVjZWlwdA==", password: "hush", excludeOldTransactions: true)
        #expect(
            try tree(request)
                == ["receipt-data": "cmVjZWlwdA==", "password": "hush", "exclude-old-transactions": true]
        )
        var dumped = ""
        dump(request, to: &dumped)
        #expect(!"\(request) \(dumped)".contains("hush"))
    }
}
