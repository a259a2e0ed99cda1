// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

@testable import PurserServer

/// An order's state does not depend on whether the app or Apple comes first.
@Suite struct OrderArrivalTests {
    enum First: CaseIterable { case app, apple }

    @Test(arguments: First.allCases)
    func `a renewal that is shown with an open order pays an order of its own`(first: First) async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase(TestShop.monthly)
        _ = try await shop.verify(bought, customer: "anna")
        shop.clock.advance(days: 30)
        let order = try await shop.order(TestShop.monthly)
        let renewal = bought.renewed(id: "2000")
        if first == .apple {
            try await shop.notify(.about(.didRenew, nil, renewal, renewalInfo: renewal.renewalInfo()))
        }
        let answer = try await shop.verify(renewal, order: order.id)
        #expect(answer.status == 409 && answer.check == "not-used-before")
        try await shop.notify(.about(.didRenew, nil, renewal, renewalInfo: renewal.renewalInfo()))
        #expect(try await shop.readOrder(order.id).state == "created")
        let delivered = try await shop.events().filter { $0.type == .orderDelivered }
        #expect(delivered.map(\.transaction) == [bought.transactionId, "2000"])
        #expect(!delivered.contains { $0.order == order.id })
    }

    @Test(arguments: First.allCases)
    func `a purchase from before the order pays an order of its own`(first: First) async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase(TestShop.beans)
        shop.clock.advance(days: 1)
        let order = try await shop.order(TestShop.beans)
        if first == .apple { try await shop.notify(.about(.oneTimeCharge, nil, bought)) }
        let answer = try await shop.verify(bought, order: order.id)
        #expect(answer.status == 409 && answer.check == "not-used-before")
        #expect(try await shop.readOrder(order.id).state == "created")
    }

    /// Shows a receipt as an old app does, with the customer's token: it brings the purchase without the order's token.
    private func showReceipt(_ id: TransactionID, at shop: TestShop) async throws -> InProcessClient.Response {
        let receipt = try TestAuthority.shared.receiptSigner.sign(AppReceipt.beans(id)).base64EncodedString()
        let body: JSONValue = ["receipt": .string(receipt), "transactionId": .string(id.rawValue)]
        return try await shop.send(.post, "/applePay/receipt", body, key: try await shop.token(of: "anna"))
    }

    @Test(arguments: First.allCases)
    func `a payment that a receipt brings first pays the order whose token it carries, once`(first: First) async throws
    {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        if first == .apple { try await shop.notify(.about(.oneTimeCharge, nil, bought)) }
        #expect(try await showReceipt(bought.transactionId, at: shop).status == 200)
        try await shop.notify(.about(.oneTimeCharge, nil, bought))
        #expect(try await shop.readOrder(order.id).state == "delivered")
        #expect(try await shop.balance() == 100)
        #expect(try await shop.events().count { $0.type == .orderDelivered } == 1)
        let delivery = try await shop.database.read {
            try $0.delivery(of: bought.transactionId, in: AppScope(bundleID: TestShop.app, environment: .production))
        }
        #expect(delivery?.order == order.id)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test func `a sandbox purchase of the ordered quantity is not a mismatch`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        _ = try await shop.verify(
            .purchase(TestShop.beans, token: order.appAccountToken, environment: .sandbox),
            order: order.id
        )
        let steps = try await shop.database.read { try $0.history(of: order.id) }
        #expect(!steps.contains { $0.detail?.contains("instead of") == true })
    }
}
