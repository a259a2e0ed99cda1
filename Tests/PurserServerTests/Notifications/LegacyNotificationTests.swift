// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Synchronization
import Testing

@testable import PurserServer

/// What Apple answers, until a test changes it.
final class Said: Sendable {
    private let current: Mutex<String>

    init(_ text: String) {
        current = Mutex(text)
    }

    var text: String { current.withLock(\.self) }

    func change(to text: String) {
        current.withLock { $0 = text }
    }
}

@Suite struct LegacyNotificationTests {
    private static let now = TestClock.start.millisecondsSince1970
    private static let end = now + 30 * 86_400_000

    /// Apple's answer about the receipt: one subscription, its renewal on or off, canceled or not.
    private static func answer(renews: Bool, expires: Int64, canceled: Int64? = nil) -> String {
        let cancellation = canceled.map { #","cancellation_date_ms":"\#($0)","cancellation_reason":"0""# } ?? ""
        return """
            {"status":0,"environment":"Production","receipt":{"receipt_type":"Production",\
            "bundle_id":"com.example.coffee","in_app":[]},"latest_receipt":"cmVjZWlwdA==",\
            "latest_receipt_info":[{"quantity":"1","product_id":"coffee.club.monthly","transaction_id":"1000",\
            "original_transaction_id":"1000","purchase_date_ms":"\(now)","original_purchase_date_ms":"\(now)",\
            "expires_date_ms":"\(expires)","is_trial_period":"false"\(cancellation)}],\
            "pending_renewal_info":[{"auto_renew_product_id":"coffee.club.monthly",\
            "product_id":"coffee.club.monthly","original_transaction_id":"1000",\
            "auto_renew_status":"\(renews ? 1 : 0)"}]}
            """
    }

    private func shop(_ answer: Said) async throws -> TestShop {
        let transport = RecordingTransport { _ in
            HTTPClientResponse(status: 200, body: Data(answer.text.utf8))
        }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].sharedSecret = "0123456789abcdef"
            configuration.apps[0].verifyReceipt = ReceiptVerification(
                productionURL: "https://receipts.test",
                sandboxURL: "https://receipts.test"
            )
        }
        _ = try await shop.verify(.purchase(signed: TestClock.start), customer: "anna")
        shop.clock.advance(60)
        return shop
    }

    private func post(
        _ shop: TestShop,
        _ type: String,
        renews: Bool? = nil,
        secret: String = "0123456789abcdef"
    ) async throws -> InProcessClient.Response {
        var body: JSONValue = [
            "notification_type": .string(type), "password": .string(secret), "environment": "PROD",
            "bid": "com.example.coffee", "original_transaction_id": 1000,
            "unified_receipt": [
                "environment": "Production", "status": 0, "latest_receipt": "cmVjZWlwdA==", "latest_receipt_info": [],
                "pending_renewal_info": [],
            ],
        ]
        if let renews {
            body = body.with("auto_renew_status", .string(renews ? "true" : "false"))
                .with("auto_renew_status_change_date_ms", .string(String(Self.now + 1000)))
        }
        return try await shop.send(.post, "/apple/notifications/production", body, key: "")
    }

    private func subscription(_ shop: TestShop) async throws -> SubscriptionBody {
        let list: SubscriptionList = try await shop.send(.get, "/v1/customers/anna/subscriptions").json()
        return try #require(list.subscriptions.first)
    }

    @Test func `renewal turned off before the end keeps access to the end`() async throws {
        let answer = Said(Self.answer(renews: false, expires: Self.end))
        let shop = try await shop(answer)
        #expect(try await post(shop, "DID_CHANGE_RENEWAL_STATUS", renews: false).status == 200)
        let subscription = try await subscription(shop)
        #expect(subscription.willRenew == false)
        #expect(subscription.lastRenewal == TestClock.start)
        #expect(subscription.nextRenewal == Date(millisecondsSince1970: Self.end))
        #expect(try await shop.isEntitled(to: "club"))
    }

    @Test func `renewal turned off after the end shows both dates and no access`() async throws {
        let answer = Said(Self.answer(renews: false, expires: Self.end))
        let shop = try await shop(answer)
        shop.clock.advance(days: 31)
        #expect(try await post(shop, "DID_CHANGE_RENEWAL_STATUS", renews: false).status == 200)
        let subscription = try await subscription(shop)
        #expect(subscription.willRenew == false && !subscription.hasAccess)
        #expect(subscription.nextRenewal == Date(millisecondsSince1970: Self.end))
    }

    @Test func `renewal turned on again is seen`() async throws {
        let answer = Said(Self.answer(renews: false, expires: Self.end))
        let shop = try await shop(answer)
        _ = try await post(shop, "DID_CHANGE_RENEWAL_STATUS", renews: false)
        shop.clock.advance(60)
        answer.change(to: Self.answer(renews: true, expires: Self.end))
        _ = try await post(shop, "DID_CHANGE_RENEWAL_STATUS", renews: true)
        #expect(try await subscription(shop).willRenew == true)
    }

    @Test func `CANCEL is Apple's refund and takes access; the customer's own turning off is not`() async throws {
        let answer = Said(Self.answer(renews: false, expires: Self.end, canceled: Self.now + 30_000))
        let shop = try await shop(answer)
        #expect(try await post(shop, "CANCEL").status == 200)
        #expect(try await shop.isEntitled(to: "club") == false)
        #expect(try await shop.eventTypes().contains("purchase.refunded"))
    }

    @Test func `an unsigned notification changes nothing when Apple's response does not confirm it`() async throws {
        let answer = Said(Self.answer(renews: true, expires: Self.end))
        let shop = try await shop(answer)
        #expect(try await post(shop, "CANCEL").status == 200)
        #expect(try await shop.isEntitled(to: "club"))
    }

    /// Every type of version 1, those that Apple has stopped sending too.
    private static let types = [
        "CANCEL", "CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW",
        "DID_RECOVER", "DID_RENEW", "INITIAL_BUY", "INTERACTIVE_RENEWAL", "PRICE_INCREASE_CONSENT", "REFUND", "RENEWAL",
        "REVOKE", "SOMETHING_NEW",
    ]

    @Test(arguments: types)
    func `every type is kept, makes Apple be asked, and changes nothing on its word`(type: String) async throws {
        let answer = Said(Self.answer(renews: true, expires: Self.end))
        let shop = try await shop(answer)
        let before = try await shop.eventTypes()
        shop.transport.forget()
        #expect(try await post(shop, type).status == 200)
        #expect(shop.transport.requests.count { $0.url == "https://receipts.test" } == 1)
        #expect(try await shop.isEntitled(to: "club"))
        #expect(try await subscription(shop).nextRenewal == Date(millisecondsSince1970: Self.end))
        let received = try await shop.eventTypes().dropFirst(before.count)
        #expect(received.allSatisfy { !$0.contains("refunded") && !$0.contains("expired") }, "\(received)")
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        let counts = try await shop.database.read { try $0.continuing(FactCounts(), limit: 100).counts[scope] }
        #expect(counts?[.legacyNotification] == 1)
    }

    @Test func `RENEWAL is not a renewal: without one in Apple's answer the period stays, with one it moves`()
        async throws
    {
        let answer = Said(Self.answer(renews: true, expires: Self.end))
        let shop = try await shop(answer)
        _ = try await post(shop, "RENEWAL")
        #expect(try await subscription(shop).nextRenewal == Date(millisecondsSince1970: Self.end))
        answer.change(to: Self.answer(renews: true, expires: Self.end + 30 * 86_400_000))
        shop.clock.advance(60)
        _ = try await post(shop, "INTERACTIVE_RENEWAL")
        #expect(try await subscription(shop).nextRenewal == Date(millisecondsSince1970: Self.end + 30 * 86_400_000))
    }

    @Test func `a wrong shared secret is refused and nothing is kept`() async throws {
        let answer = Said(Self.answer(renews: true, expires: Self.end))
        let shop = try await shop(answer)
        #expect(try await post(shop, "CANCEL", secret: "wrong").status == 403)
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        let counts = try await shop.database.read { try $0.continuing(FactCounts(), limit: 100).counts[scope] }
        #expect(counts?[.legacyNotification] == nil)
    }

    @Test func `while Apple does not answer the notification is refused for now, so that it comes again`() async throws
    {
        let answer = Said(#"{"status":21005}"#)
        let shop = try await shop(answer)
        #expect(try await post(shop, "DID_RENEW").status == 503)
    }

    @Test func `the receipt of a notification is kept and verified with Apple again around the expiry`() async throws {
        let answer = Said(Self.answer(renews: true, expires: Self.end))
        let shop = try await shop(answer)
        _ = try await post(shop, "INITIAL_BUY")
        answer.change(to: Self.answer(renews: true, expires: Self.end + 30 * 86_400_000))
        shop.transport.forget()
        shop.clock.advance(days: 30)
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(shop.transport.requests.filter { $0.url == "https://receipts.test" }.count == 1)
        shop.clock.advance(days: 5)
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled(to: "club"))
        let forced: RecoveryReport = try await shop.send(.post, "/v1/recovery/receipts").json()
        #expect(forced.checked == 1 && forced.missing == 0 && forced.failed == 0)
    }
}
