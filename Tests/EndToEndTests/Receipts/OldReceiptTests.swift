// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// Apps from before iOS 7 show one receipt for each transaction: from the App Store through the server to the goods.
@Suite struct OldReceiptTests {
    private func receipt(of id: TransactionID, in town: Town) async throws -> String {
        try await town.control(.get, "/transactions/\(id)/receipt").json(ReceiptOnDevice.self).receipt
    }

    private func show(
        _ receipt: String,
        _ members: [String: JSONValue],
        in town: Town
    ) async throws -> InProcessClient.Response {
        let request = members.merging(["receipt": .string(receipt)]) { $1 }
        return try await town.ask(.post, "/v1/transactions", .object(request))
    }

    /// Gives a product the number in the catalog that Apple's receipts carry, or another one.
    private func number(_ product: ProductID, _ number: String, in town: Town) async throws {
        let listed = try await town.ask(.get, "/v1/catalog", asBackend: true).json(JSONValue.self)
        guard case .array(let products)? = listed["products"],
            case .object(var item)? = products.first(where: { $0["id"]?.string == product.rawValue })
        else { throw Unexpected("the product", try await town.ask(.get, "/v1/catalog", asBackend: true)) }
        item["itemId"] = .string(number)
        let answer = try await town.ask(.put, "/v1/catalog/products/\(product)", .object(item), asBackend: true)
        guard answer.status.rawValue < 300 else { throw Unexpected("a changed product", answer) }
    }

    @Test func `an iOS 6 receipt pays its order once, and its refund at Apple revokes the delivery`() async throws {
        let town = try await Town(seed: 21)
        let anna = try await town.welcome("anna")
        let order = try await town.order(Town.grinder, for: "anna")
        let bought = try await town.buy(Town.grinder, by: anna)
        let receipt = try await receipt(of: bought.transactionId, in: town)
        for _ in 0..<2 {
            let answer = try await show(receipt, ["order": .string(order.id)], in: town)
            let purchase = try answer.json(PurchaseBody.self)
            #expect(purchase.state == "delivered")
            #expect(purchase.order?.id.rawValue == order.id)
            #expect(purchase.transaction.id == bought.transactionId)
        }
        #expect(try await town.events(.orderDelivered).count == 1)
        #expect(try await town.entitlements(of: "anna").map(\.product) == [Town.grinder])
        try await town.advance(by: 60)
        _ = try await town.appStore.perform(.refund(bought.transactionId, decision: .full(.other), cancels: false))
        await town.appStore.runUntilIdle()
        #expect(try await town.entitlements(of: "anna").isEmpty)
        // The receipt is as old as the purchase: what Apple said since counts.
        _ = try await show(receipt, ["customer": "anna"], in: town)
        #expect(try await town.entitlements(of: "anna").isEmpty)
    }

    @Test func `an iOS 6 receipt of a subscription gives the periods that Apple knows now`() async throws {
        let town = try await Town(seed: 22)
        let anna = try await town.welcome("anna")
        let bought = try await town.buy(Town.gold, by: anna)
        let receipt = try await receipt(of: bought.transactionId, in: town)
        try await town.advance(by: 35 * 86_400)
        let answer = try await show(
            receipt,
            ["customer": "anna", "transactionId": .string(bought.transactionId.rawValue)],
            in: town
        )
        #expect(try answer.json(PurchaseBody.self).state == "delivered")
        let last = try #require(try await town.history(of: anna).last)
        #expect(last.transactionId != bought.transactionId)
        #expect(try await town.entitlements(of: "anna").map(\.transaction) == [last.transactionId])
    }

    @Test func `a receipt with another item number than the catalog's is refused by name`()
        async throws
    {
        let town = try await Town(seed: 23)
        let anna = try await town.welcome("anna")
        try await number(Town.grinder, "1234567899", in: town)
        let order = try await town.order(Town.grinder, for: "anna")
        let bought = try await town.buy(Town.grinder, by: anna)
        let receipt = try await receipt(of: bought.transactionId, in: town)
        let refused = try await show(receipt, ["order": .string(order.id)], in: town)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.json(ProblemBody.self).check == "item-id")
        let sold = try #require(try PopulationCatalog.sold().product(Town.grinder))
        try await number(Town.grinder, String(sold.appleID), in: town)
        let received = try await show(receipt, ["order": .string(order.id)], in: town)
        #expect(try received.json(PurchaseBody.self).state == "delivered")
    }

    @Test func `a receipt that was changed on its way pays nothing`() async throws {
        let town = try await Town(seed: 24)
        let anna = try await town.welcome("anna")
        let bought = try await town.buy(Town.grinder, by: anna)
        let text = try await receipt(of: bought.transactionId, in: town)
        var bytes = try #require(Data(base64Encoded: text))
        bytes[bytes.count / 2] ^= 1
        let answer = try await show(bytes.base64EncodedString(), ["customer": "anna"], in: town)
        #expect(answer.status.rawValue / 100 == 4)
        #expect(try await town.entitlements(of: "anna").isEmpty)
    }
}
