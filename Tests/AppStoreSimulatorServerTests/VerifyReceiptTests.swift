// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct VerifyReceiptTests {
    struct Receipt: Decodable {
        var receipt: String
        var sharedSecret: String
    }

    struct Question: Encodable {
        var receipt: String
        var password: String?
        var excludesOld: Bool?

        enum CodingKeys: String, CodingKey {
            case receipt = "receipt-data"
            case password
            case excludesOld = "exclude-old-transactions"
        }
    }

    private func receipt(
        of customer: String = "alice",
        _ client: InProcessClient
    ) async throws -> Receipt {
        try await client.send(.get, "/simulator/v1/customers/\(customer)/receipt").json()
    }

    private func ask(_ question: Question, _ client: InProcessClient) async throws -> [String: JSONValue] {
        try await client.send(.post, "/verifyReceipt", json: question).json([String: JSONValue].self)
    }

    private func list(_ name: String, in answer: [String: JSONValue]) -> [[String: JSONValue]] {
        guard case .array(let items)? = answer[name] else { return [] }
        return items.compactMap { if case .object(let fields) = $0 { fields } else { nil } }
    }

    private func object(_ name: String, in answer: [String: JSONValue]) -> [String: JSONValue] {
        if case .object(let fields)? = answer[name] { fields } else { [:] }
    }

    @Test func `a receipt with a subscription is described with its renewals`() async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("silver")
        let old = try await receipt(simulated.production)
        _ = try await simulated.advance(by: "P70D")
        let answer = try await ask(Question(receipt: old.receipt, password: old.sharedSecret), simulated.production)
        #expect(answer["status"] == .integer(0))
        #expect(answer["environment"] == .string("Production"))
        let inApp = list("in_app", in: object("receipt", in: answer))
        #expect(inApp.count == 1)
        let latest = list("latest_receipt_info", in: answer)
        #expect(latest.count == 3)
        #expect(latest.first?["product_id"] == .string("silver"))
        #expect(latest.first?["subscription_group_identifier"] == .string("group"))
        let pending = list("pending_renewal_info", in: answer)
        #expect(pending.first?["auto_renew_status"] == .string("1"))
        let alone = try await ask(
            Question(receipt: old.receipt, password: old.sharedSecret, excludesOld: true),
            simulated.production
        )
        #expect(list("latest_receipt_info", in: alone).count == 1)
    }

    @Test func `the app's own fields are numbers, dates come in three forms`() async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("coins")
        let answer = try await ask(
            Question(receipt: try await receipt(simulated.production).receipt),
            simulated.production
        )
        let fields = object("receipt", in: answer)
        #expect(fields["adam_id"] == .integer(1_234_567_890))
        #expect(fields["receipt_type"] == .string("Production"))
        #expect(fields["request_date"] == .string("2025-06-15 15:06:40 Etc/GMT"))
        #expect(fields["request_date_ms"] == .string("1750000000000"))
        #expect(fields["request_date_pst"] == .string("2025-06-15 08:06:40 America/Los_Angeles"))
        #expect(answer["latest_receipt"] == nil)
    }

    @Test func `each environment sends the other's receipts away`() async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("coins")
        try await simulated.buy("coins", by: "tester", in: .sandbox)
        let production = Question(receipt: try await receipt(simulated.production).receipt)
        let sandbox = Question(receipt: try await receipt(of: "tester", simulated.sandbox).receipt)
        #expect(try await ask(sandbox, simulated.production)["status"] == .integer(21007))
        #expect(try await ask(production, simulated.sandbox)["status"] == .integer(21008))
        #expect(try await ask(sandbox, simulated.sandbox)["status"] == .integer(0))
        let byName = try await simulated.production.send(
            .post,
            "/verifyReceipt",
            headers: ["Host": "sandbox.itunes.apple.com"],
            json: sandbox
        )
        #expect(try byName.json([String: JSONValue].self)["environment"] == .string("Sandbox"))
    }

    @Test func `a refunded purchase vanishes, a refunded subscription stays`() async throws {
        let simulated = try SimulatedService()
        let coins = try await simulated.buy("coins").transactionId
        let silver = try await simulated.buy("silver").transactionId
        let old = try await receipt(simulated.production)
        for id in [coins, silver] {
            _ = try await simulated.production.send(.post, "/simulator/v1/transactions/\(id)/refund")
        }
        let answer = try await ask(Question(receipt: old.receipt, password: old.sharedSecret), simulated.production)
        let inApp = list("in_app", in: object("receipt", in: answer))
        #expect(inApp.map { $0["product_id"] } == [.string("silver")])
        #expect(inApp.first?["cancellation_date_ms"] == .string("1750000000000"))
    }

    @Test func `what is wrong has Apple's status`() async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("silver")
        let good = try await receipt(simulated.production)
        #expect(try await ask(Question(receipt: "no base64!"), simulated.production)["status"] == .integer(21002))
        #expect(try await ask(Question(receipt: "AAAA"), simulated.production)["status"] == .integer(21002))
        #expect(try await ask(Question(receipt: good.receipt), simulated.production)["status"] == .integer(21004))
        let wrong = Question(receipt: good.receipt, password: "00000000000000000000000000000000")
        #expect(try await ask(wrong, simulated.production)["status"] == .integer(21004))
        let stranger = try SimulatedService { $0.authority = nil }
        try await stranger.buy("coins")
        let forged = Question(receipt: try await receipt(stranger.production).receipt)
        #expect(try await ask(forged, simulated.production)["status"] == .integer(21003))
        let read = try await simulated.production.send(.get, "/verifyReceipt")
        #expect(read.text == #"{"status":21000}"#)
        let malformed = try await simulated.production.send(.post, "/verifyReceipt", body: Data("{".utf8))
        #expect(malformed.text == #"{"status":21002}"#)
        let unknown = try SimulatedService()
        #expect(
            try await ask(Question(receipt: good.receipt, password: good.sharedSecret), unknown.production)["status"]
                == .integer(21010)
        )
        _ = try await simulated.production.send(.put, "/simulator/v1/faults", json: ["verifyReceipt": 21005])
        let fault = try await ask(Question(receipt: good.receipt), simulated.production)
        #expect(fault["status"] == .integer(21005))
        #expect(fault["is_retryable"] == .bool(true))
    }

    @Test func `a transaction's receipt of the iOS 6 style is described in its own way`() async throws {
        let simulated = try SimulatedService()
        let id = try await simulated.buy("silver").transactionId
        let old = try await simulated.production.send(
            .get,
            "/simulator/v1/transactions/\(id)/receipt"
        ).json(Receipt.self)
        let question = Question(receipt: old.receipt, password: old.sharedSecret)
        let active = try await ask(question, simulated.production)
        #expect(active["status"] == .integer(0))
        #expect(object("receipt", in: active)["product_id"] == .string("silver"))
        #expect(object("latest_receipt_info", in: active)["expires_date"] != nil)
        #expect(active["auto_renew_status"] == .integer(1))
        _ = try await simulated.production.send(
            .put,
            "/simulator/v1/customers/alice/subscriptions/group/renewal",
            json: ["on": false]
        )
        _ = try await simulated.advance(by: "P40D")
        let expired = try await ask(question, simulated.production)
        #expect(expired["status"] == .integer(21006))
        #expect(object("latest_expired_receipt_info", in: expired)["transaction_id"] == .string(id.rawValue))
        #expect(expired["expiration_intent"] == .string("1"))
        #expect(expired["auto_renew_status"] == .integer(0))
        // S2's sample of an expired subscription has these beside each other, and no latest receipt.
        for name in ["auto_renew_product_id", "receipt"] { #expect(expired[name] != nil, "\(name)") }
        #expect(expired["latest_receipt_info"] == nil)
        #expect(object("receipt", in: expired)["product_id"] == .string("silver"))
    }
}
