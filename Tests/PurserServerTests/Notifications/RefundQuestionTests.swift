// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Synchronization
import Testing

@testable import PurserServer

/// A version 1 notification of a refund makes the server ask Apple about that purchase, without anyone calling
/// recovery.
@Suite struct RefundQuestionTests {
    /// Which refunds Apple knows, and whether it answers.
    private final class Apple: Sendable {
        struct State: Sendable {
            var refunds: [TransactionPayload] = []
            var status = 200
        }

        let state = Mutex(State())

        func answer(_ request: HTTPClientRequest) throws -> HTTPClientResponse {
            let state = state.withLock(\.self)
            guard state.status == 200 else { return HTTPClientResponse(status: state.status) }
            guard request.url.contains("/inApps/v2/refund/lookup/") else { return HTTPClientResponse(status: 404) }
            let signed = try state.refunds.map { JSONValue.string(try TestShop.sign($0).rawValue) }
            let body: JSONValue = ["hasMore": false, "revision": "1", "signedTransactions": .array(signed)]
            return HTTPClientResponse(status: 200, body: try ServiceJSON.encode(body))
        }
    }

    private func shop(_ apple: Apple, hasKey: Bool = true) async throws -> TestShop {
        let pem = try PrivateKey.generate(.p256).pem
        return try await TestShop(transport: RecordingTransport { try apple.answer($0) }) { configuration in
            configuration.apps[0].sharedSecret = "0123456789abcdef"
            guard hasKey else { return }
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: pem,
                productionURL: "https://apple.test",
                sandboxURL: "https://apple.test"
            )
        }
    }

    private func post(_ shop: TestShop, _ type: String, _ lineage: Int64, more: JSONValue = [:]) async throws -> Int {
        let body: JSONValue = [
            "notification_type": .string(type), "password": "0123456789abcdef", "environment": "PROD",
            "bid": "com.example.coffee", "original_transaction_id": .integer(lineage),
        ]
        let members = (body.members ?? [:]).merging(more.members ?? [:]) { $1 }
        return try await shop.send(.post, "/apple/notifications/production", .object(members), key: "").status.rawValue
    }

    private func questions(_ shop: TestShop) -> Int {
        shop.transport.requests.count { $0.url.contains("/refund/lookup/") }
    }

    @Test func `a refund whose signed notification is lost is revoked by the version 1 notification's question`()
        async throws
    {
        let apple = Apple()
        let shop = try await shop(apple)
        let bought = TransactionPayload.purchase(TestShop.grinder)
        _ = try await shop.verify(bought, customer: "anna")
        _ = await shop.service.runDueJobs()
        shop.clock.advance(60)
        apple.state.withLock { $0.refunds = [bought.refunded(at: shop.clock.now)] }
        let before = questions(shop)
        #expect(try await post(shop, "REFUND", 1000) == 200)
        #expect(try await shop.isEntitled(to: "grinder"))
        shop.clock.advance(5)
        _ = await shop.service.runDueJobs()
        #expect(try await shop.isEntitled(to: "grinder") == false)
        #expect(try await shop.eventTypes().contains("purchase.refunded"))
        #expect(questions(shop) == before + 1)
        // Apple sends the notification again; nothing is left to ask.
        #expect(try await post(shop, "REFUND", 1000) == 200)
        shop.clock.advance(5)
        _ = await shop.service.runDueJobs()
        #expect(questions(shop) == before + 1)
    }

    @Test(arguments: ["CANCEL", "REVOKE"])
    func `the end of a subscription by Apple Support or family sharing is asked about, too`(type: String) async throws {
        let apple = Apple()
        let shop = try await shop(apple)
        let bought = TransactionPayload.purchase()
        _ = try await shop.verify(bought, customer: "anna")
        apple.state.withLock { $0.refunds = [bought.refunded(at: shop.clock.now.addingTimeInterval(1))] }
        shop.clock.advance(60)
        _ = try await post(shop, type, 1000)
        try await shop.service.refundQuestions.processRefundQuestions()
        #expect(try await shop.isEntitled(to: "club") == false)
    }

    @Test func `a renewal's notification asks nothing, and a canceled purchase of the receipt is asked about`()
        async throws
    {
        let apple = Apple()
        let shop = try await shop(apple)
        let bought = TransactionPayload.purchase(TestShop.beans, id: "2000")
        _ = try await shop.verify(bought, customer: "anna")
        _ = try await post(shop, "DID_RENEW", 1000)
        try await shop.service.refundQuestions.processRefundQuestions()
        #expect(questions(shop) == 0)
        let date = String(TestClock.start.millisecondsSince1970)
        let entries: [JSONValue] = (0..<50).map { number in
            [
                "product_id": "coffee.beans.100", "transaction_id": .string("\(2000 + number)"),
                "original_transaction_id": .string("\(2000 + number)"), "purchase_date_ms": .string(date),
                "cancellation_date_ms": .string(date),
            ]
        }
        let receipt: JSONValue = [
            "environment": "Production", "status": 0, "latest_receipt_info": .array(entries),
            "pending_renewal_info": [],
        ]
        _ = try await post(shop, "REFUND", 2000, more: ["unified_receipt": receipt])
        apple.state.withLock { $0.refunds = [bought.refunded(at: TestClock.start)] }
        try await shop.service.refundQuestions.processRefundQuestions()
        #expect(try await shop.balance() == 0)
        // The number of questions of one notification is bounded.
        #expect((1...20).contains(questions(shop)))
    }

    @Test func `without a key the team gets an event, the alert rises, and a key that comes later answers`()
        async throws
    {
        let apple = Apple()
        let shop = try await shop(apple, hasKey: false)
        let bought = TransactionPayload.purchase(TestShop.grinder)
        _ = try await shop.verify(bought, customer: "anna")
        shop.clock.advance(60)
        _ = try await post(shop, "REFUND", 1000)
        for _ in 0..<3 {
            try await shop.service.refundQuestions.processRefundQuestions()
            shop.clock.advance(3600)
        }
        let received = try await shop.events().filter { $0.type == .refundUnconfirmed }
        #expect(received.count == 1)
        #expect(received.first?.customer == "anna" && received.first?.originalTransaction == "1000")
        #expect(received.first?.reason == "no-server-api-key")
        #expect(received.first?.detail?.contains("appStoreServerAPI") == true)
        #expect(try await shop.isEntitled(to: "grinder"))
        #expect(try await shop.service.state.readState().refundQuestions.count == 1)
        // The signed notification comes late: nothing is left to confirm.
        try await shop.notify(.about(.refund, nil, bought.refunded(at: shop.clock.now)))
        try await shop.service.refundQuestions.processRefundQuestions()
        #expect(try await shop.service.state.readState().refundQuestions.count == 0)
    }

    @Test func `while Apple fails the question is asked again, with growing waits, until it is answered`() async throws
    {
        let apple = Apple()
        let shop = try await shop(apple)
        let bought = TransactionPayload.purchase(TestShop.grinder)
        _ = try await shop.verify(bought, customer: "anna")
        apple.state.withLock { state in
            state.refunds = [bought.refunded(at: TestClock.start.addingTimeInterval(60))]
            state.status = 503
        }
        _ = try await post(shop, "REFUND", 1000)
        var rounds = 0
        for _ in 0..<120 {
            let before = questions(shop)
            try await shop.service.refundQuestions.processRefundQuestions()
            if questions(shop) > before { rounds += 1 }
            shop.clock.advance(30)
        }
        #expect((5...9).contains(rounds))
        #expect(try await shop.isEntitled(to: "grinder"))
        apple.state.withLock { $0.status = 200 }
        shop.clock.advance(3600)
        try await shop.service.refundQuestions.processRefundQuestions()
        #expect(try await shop.isEntitled(to: "grinder") == false)
    }

    @Test func `a question that Apple never answers ends after 60 days`() async throws {
        let apple = Apple()
        let shop = try await shop(apple)
        apple.state.withLock { $0.status = 503 }
        _ = try await post(shop, "REFUND", 4000)
        shop.clock.advance(days: 61)
        try await shop.service.refundQuestions.processRefundQuestions()
        #expect(try await shop.service.state.readState().refundQuestions.count == 0)
    }
}
