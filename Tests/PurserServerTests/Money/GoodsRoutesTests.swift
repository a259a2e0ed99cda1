// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct GoodsRoutesTests {
    /// A shop whose beans cost 12 yuan in China.
    private static func shop() async throws -> TestShop {
        let shop = try await TestShop()
        var catalogue = TestShop.catalogue
        for index in catalogue.products.indices where catalogue.products[index].product.id == TestShop.beans {
            catalogue.products[index].product.prices = [
                CatalogPrice(storefront: "CHN", price: Money(milliunits: 12_000, currency: "CNY"))
            ]
        }
        try await shop.service.shelve(
            catalogue,
            of: TestShop.app,
            audit: AuditRecord(actor: "test", action: "catalogue.put", target: "", instant: shop.clock.now),
            now: shop.clock.now
        )
        return shop
    }

    private static let goods: JSONValue = [
        "name": "a lamp", "price": ["milliunits": 10_500, "currency": "CNY"], "storefront": "CHN", "currency": "gems",
        "unitsPerMoney": "100", "keptShare": "0.6664",
    ]

    private static let order: JSONValue = ["customer": "anna", "goods": goods, "idempotencyKey": "lamp 1"]

    private static func gems(_ shop: TestShop) async throws -> Int64 {
        try await shop.balance("anna", "gems")
    }

    @Test func `goods at 10.50 are paid with the product at 12 and 66 gems for each yuan come back`() async throws {
        let shop = try await Self.shop()
        let quote: GoodsQuote = try await shop.send(.post, "/v1/goods/quotes", Self.goods).json()
        #expect(quote.product == TestShop.beans && quote.charged == Money(milliunits: 12_000, currency: "CNY"))
        #expect(quote.credit == 99)
        let dear = Self.goods.with("price", ["milliunits": 12_001, "currency": "CNY"])
        #expect(try await shop.send(.post, "/v1/goods/quotes", dear).code == "unknown-product")
    }

    @Test func `the credit is booked with the order's delivery, once, and a refund takes it back`() async throws {
        let shop = try await Self.shop()
        let first: GoodsOrder = try await shop.send(.post, "/v1/goods/orders", Self.order).json()
        let again: GoodsOrder = try await shop.send(.post, "/v1/goods/orders", Self.order).json()
        #expect(first.order.id == again.order.id && first.quote.credit == 99)
        var other = Self.goods.with("name", "a chair")
        other = Self.order.with("goods", other)
        #expect(try await shop.send(.post, "/v1/goods/orders", other).code == "idempotency-conflict")
        #expect(try await Self.gems(shop) == 0)
        let paid = Self.payment(of: first, milliunits: 12_000, currency: "CNY")
        for _ in 0..<2 { _ = try await shop.verify(paid, order: first.order.id, customer: "anna") }
        #expect(try await Self.gems(shop) == 99)
        #expect(try await shop.balance() == 100)
        let refunded = paid.refunded(at: TestClock.start.addingTimeInterval(86_400))
        shop.clock.advance(days: 2)
        _ = try await shop.notify(.about(.refund, nil, refunded))
        #expect(try await Self.gems(shop) == 0)
        #expect(try await shop.store.read { try $0.ledgerProblems() } == [])
    }

    @Test(arguments: [(11_000, "CNY"), (12_000, "USD")] as [(Int64, Currency)])
    func `who pays less than was quoted, or in another storefront, did not pay the difference`(
        milliunits: Int64,
        currency: Currency
    ) async throws {
        let shop = try await Self.shop()
        let made: GoodsOrder = try await shop.send(.post, "/v1/goods/orders", Self.order).json()
        let paid = Self.payment(of: made, milliunits: milliunits, currency: currency)
        _ = try await shop.verify(paid, order: made.order.id, customer: "anna")
        #expect(try await Self.gems(shop) == 0)
        #expect(try await shop.balance() == 100)
    }

    private static func payment(of made: GoodsOrder, milliunits: Int64, currency: Currency) -> TransactionPayload {
        var paid = TransactionPayload.purchase(TestShop.beans, id: "901", token: made.order.appAccountToken)
        (paid.price, paid.currency) = (milliunits, currency)
        return paid
    }
}
