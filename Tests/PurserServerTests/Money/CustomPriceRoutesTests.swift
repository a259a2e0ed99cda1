// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

@testable import PurserServer

@Suite struct CustomPriceRoutesTests {
    /// A shop whose beans cost 12 yuan in China, or another price elsewhere.
    private static func shop(
        _ price: Money = Money(milliunits: 12_000, currency: "CNY"),
        in storefront: StorefrontCountryCode = "CHN"
    ) async throws -> TestShop {
        let shop = try await TestShop()
        try await replaceCatalog(price, in: storefront, shop)
        return shop
    }

    private static func replaceCatalog(
        _ price: Money,
        in storefront: StorefrontCountryCode,
        _ shop: TestShop
    ) async throws {
        var catalog = TestShop.catalog
        for index in catalog.products.indices where catalog.products[index].product.id == TestShop.beans {
            catalog.products[index].product.prices = [CatalogPrice(storefront: storefront, price: price)]
            // What pays for goods gives nothing of its own.
            catalog.products[index].product.credit = nil
        }
        try await shop.service.catalogFeature.replaceCatalog(
            catalog,
            of: TestShop.app,
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now),
            now: shop.clock.now
        )
    }

    private static let customPrice: JSONValue = [
        "name": "a lamp", "price": ["milliunits": 10_500, "currency": "CNY"], "storefront": "CHN", "currency": "gems",
        "unitsPerCurrencyUnit": "100", "retainedShare": "0.6664",
    ]

    private static let order: JSONValue = ["customer": "anna", "customPrice": customPrice, "idempotencyKey": "lamp 1"]

    private static func gems(_ shop: TestShop) async throws -> Int64 {
        try await shop.balance("anna", "gems")
    }

    @Test func `a lamp at 10.50 is paid with the product at 12 and 66 gems for each yuan come back`() async throws {
        let shop = try await Self.shop()
        let quote: CustomPriceQuote = try await shop.send(.post, "/v1/custom-prices/quotes", Self.customPrice).json()
        #expect(quote.product == TestShop.beans && quote.charged == Money(milliunits: 12_000, currency: "CNY"))
        #expect(quote.credit == 99)
        let dear = Self.customPrice.with("price", ["milliunits": 12_001, "currency": "CNY"])
        #expect(try await shop.send(.post, "/v1/custom-prices/quotes", dear).code == "unknown-product")
    }

    private static let benefits: [@Sendable (inout CatalogProduct) -> Void] = [
        { $0.credit = CatalogCredit(account: "beans", amount: 100) },
        { $0.serviceDuration = CalendarPeriod(months: 1) },
        { $0.entitlements = ["club"] },
    ]

    @Test(arguments: benefits.indices)
    func `a product that gives something of its own pays for no goods`(index: Int) async throws {
        let shop = try await Self.shop()
        var catalog = TestShop.catalog
        for place in catalog.products.indices where catalog.products[place].product.id == TestShop.beans {
            catalog.products[place].product.credit = nil
            Self.benefits[index](&catalog.products[place].product)
            catalog.products[place].product.prices = [
                CatalogPrice(storefront: "CHN", price: Money(milliunits: 12_000, currency: "CNY"))
            ]
        }
        try await shop.service.catalogFeature.replaceCatalog(
            catalog,
            of: TestShop.app,
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now),
            now: shop.clock.now
        )
        #expect(try await shop.send(.post, "/v1/custom-prices/orders", Self.order).code == "unknown-product")
        let named = Self.customPrice.with("products", [.string(TestShop.beans.rawValue)])
        let answer = try await shop.send(.post, "/v1/custom-prices/orders", Self.order.with("customPrice", named))
        #expect(answer.code == "product-mismatch" && answer.text.contains("of its own"), "\(answer.text)")
    }

    @Test(
        arguments: [
            (12_000, "CNY", "CHN", nil, 99), (12_000, "CNY", "HKG", "storefront", 99),
            (1990, "USD", "USA", "storefront", 0),
            (12_000, "USD", "CHN", "currency", 0), (11_000, "CNY", "CHN", "price", 0),
            (14_000, "CNY", "CHN", "price", 99),
        ] as [(Int64, Currency, StorefrontCountryCode, String?, Int64)]
    )
    func `a payment that differs from the quote is reported once, with the result of the credit`(
        milliunits: Int64,
        currency: Currency,
        storefront: StorefrontCountryCode,
        reason: String?,
        credit: Int64
    ) async throws {
        let shop = try await Self.shop()
        let made: CustomPriceOrder = try await shop.send(.post, "/v1/custom-prices/orders", Self.order).json()
        var paid = Self.payment(of: made, milliunits: milliunits, currency: currency)
        paid.storefront = storefront
        for _ in 0..<2 { _ = try await shop.verify(paid, order: made.order.id, customer: "anna") }
        #expect(try await Self.gems(shop) == credit)
        let received = try await shop.events().filter { $0.type == .orderPaymentDiffers }
        #expect(received.map(\.reason) == (reason.map { [$0] } ?? []))
        guard let event = received.first else { return }
        #expect(event.order == made.order.id && event.customer == "anna" && event.transaction == paid.transactionId)
        #expect(event.detail?.hasSuffix(credit == 0 ? "was not booked." : "was booked.") == true)
    }

    private static let smallUnits: [(String, Currency, Int64, Int64, String, String?, Int64)] = [
        ("JPN", "JPY", 100, 160, "1.9", nil, 114), ("JPN", "JPY", 100, 160, "5", "0.35", 105),
        ("JPN", "JPY", 100, 160, "1", "0.7", 42), ("KOR", "KRW", 1000, 1500, "0.5", nil, 250),
    ]

    @Test(arguments: smallUnits)
    func `what comes back is rounded once, also where a unit of money buys little`(
        storefront: String,
        currency: Currency,
        price: Int64,
        charged: Int64,
        units: String,
        share: String?,
        credit: Int64
    ) async throws {
        let shop = try await Self.shop(
            Money(milliunits: charged * 1000, currency: currency),
            in: StorefrontCountryCode(rawValue: storefront)
        )
        var customPriceDetails: JSONValue = [
            "name": "a lamp", "price": ["milliunits": .integer(price * 1000), "currency": .string(currency.rawValue)],
            "storefront": .string(storefront), "currency": "gems", "unitsPerCurrencyUnit": .string(units),
        ]
        if let share { customPriceDetails = customPriceDetails.with("retainedShare", .string(share)) }
        let quote: CustomPriceQuote = try await shop.send(.post, "/v1/custom-prices/quotes", customPriceDetails).json()
        #expect(quote.charged.milliunits == charged * 1000 && quote.credit == credit)
    }

    @Test(arguments: ["0", "-1", "much", "99999999999999999999"])
    func `a ratio that is none is refused`(units: String) async throws {
        let shop = try await Self.shop()
        for name in ["unitsPerCurrencyUnit", "retainedShare"] {
            let answer = try await shop.send(
                .post,
                "/v1/custom-prices/quotes",
                Self.customPrice.with(name, .string(units))
            )
            #expect(answer.status.rawValue == 400, "\(answer.text)")
        }
    }

    @Test(arguments: [14_000, 9000])
    func `a key answers with its first quote, though the price has changed or nothing covers the goods any more`(
        milliunits: Int64
    ) async throws {
        let shop = try await Self.shop()
        let first = try await shop.send(.post, "/v1/custom-prices/orders", Self.order)
        try await Self.replaceCatalog(Money(milliunits: milliunits, currency: "CNY"), in: "CHN", shop)
        shop.clock.advance(3600)
        let again = try await shop.send(.post, "/v1/custom-prices/orders", Self.order)
        #expect(again.status.rawValue == 200 && again.text == first.text, "\(again.text)")
    }

    private static let others: [(String, JSONValue)] = [
        ("name", "a chair"), ("price", ["milliunits": 10_400, "currency": "CNY"]), ("storefront", "HKG"),
        ("currency", "beans"), ("unitsPerCurrencyUnit", "99"), ("retainedShare", "0.7"),
        ("products", ["coffee.beans.100"]),
    ]

    @Test(arguments: others)
    func `a key that asks for anything else is refused`(member: String, value: JSONValue) async throws {
        let shop = try await Self.shop()
        _ = try await shop.send(.post, "/v1/custom-prices/orders", Self.order)
        let other = Self.order.with("customPrice", Self.customPrice.with(member, value))
        #expect(try await shop.send(.post, "/v1/custom-prices/orders", other).code == "idempotency-conflict")
    }

    @Test func `a refund gives back to the account that gave, and its reversal takes there again`() async throws {
        let shop = try await Self.shop()
        let made: CustomPriceOrder = try await shop.send(.post, "/v1/custom-prices/orders", Self.order).json()
        var paid = Self.payment(of: made, milliunits: 12_000, currency: "CNY")
        _ = try await shop.verify(paid, order: made.order.id, customer: "anna")
        shop.clock.advance(days: 1)
        try await shop.notify(.about(.refund, nil, paid.refunded(at: shop.clock.now)))
        for (account, amount) in try await Self.houses(shop) { #expect(amount == 0, "\(account)") }
        #expect(try await Self.gems(shop) == 0)
        shop.clock.advance(days: 1)
        paid.signedDate = shop.clock.now
        try await shop.notify(.about(.refundReversed, nil, paid))
        #expect(try await Self.gems(shop) == 99)
        #expect(try await Self.houses(shop) == ["sales": 0, "bonuses": -99])
    }

    private static func houses(_ shop: TestShop) async throws -> [String: Int64] {
        try await shop.database.read { reader in
            try ["sales", "bonuses"].reduce(into: [String: Int64]()) { sums, account in
                sums[account] = try reader.houseBalance(of: account, currency: "gems").value
            }
        }
    }

    @Test func `the credit is booked with the order's delivery, once, and a refund reverses it`() async throws {
        let shop = try await Self.shop()
        let first: CustomPriceOrder = try await shop.send(.post, "/v1/custom-prices/orders", Self.order).json()
        let again: CustomPriceOrder = try await shop.send(.post, "/v1/custom-prices/orders", Self.order).json()
        #expect(first.order.id == again.order.id && first.quote.credit == 99)
        var other = Self.customPrice.with("name", "a chair")
        other = Self.order.with("customPrice", other)
        #expect(try await shop.send(.post, "/v1/custom-prices/orders", other).code == "idempotency-conflict")
        #expect(try await Self.gems(shop) == 0)
        let paid = Self.payment(of: first, milliunits: 12_000, currency: "CNY")
        for _ in 0..<2 { _ = try await shop.verify(paid, order: first.order.id, customer: "anna") }
        #expect(try await Self.gems(shop) == 99)
        let refunded = paid.refunded(at: TestClock.start.addingTimeInterval(86_400))
        shop.clock.advance(days: 2)
        _ = try await shop.notify(.about(.refund, nil, refunded))
        #expect(try await Self.gems(shop) == 0)
        #expect(try await shop.database.read { try $0.ledgerProblems() } == [])
    }

    @Test(arguments: [(11_000, "CNY"), (12_000, "USD")] as [(Int64, Currency)])
    func `who pays less than was quoted, or in another storefront, did not pay the difference`(
        milliunits: Int64,
        currency: Currency
    ) async throws {
        let shop = try await Self.shop()
        let made: CustomPriceOrder = try await shop.send(.post, "/v1/custom-prices/orders", Self.order).json()
        let paid = Self.payment(of: made, milliunits: milliunits, currency: currency)
        _ = try await shop.verify(paid, order: made.order.id, customer: "anna")
        #expect(try await Self.gems(shop) == 0)
    }

    @Test func `of two orders that one receipt pays each brings its difference, a refund takes its own`() async throws {
        let shop = try await Self.shop()
        let receipt = try Self.receipt(of: ["901", "902"])
        for (number, id) in ["901", "902"].enumerated() {
            let order = Self.order.with("idempotencyKey", .string("lamp \(number)"))
            let made: CustomPriceOrder = try await shop.send(.post, "/v1/custom-prices/orders", order).json()
            let shown: JSONValue = [
                "receipt": .string(receipt), "transactionId": .string(id), "order": .string(made.order.id.rawValue),
                "customer": "anna",
            ]
            for _ in 0..<2 {
                #expect(try await shop.send(.post, "/v1/transactions", shown, key: shop.publishableKey).status == 200)
            }
            #expect(try await Self.gems(shop) == Int64(number + 1) * 99)
        }
        var paid = TransactionPayload.purchase(TestShop.beans, id: "902")
        (paid.price, paid.currency) = (12_000, "CNY")
        shop.clock.advance(days: 2)
        try await shop.notify(.about(.refund, nil, paid.refunded(at: TestClock.start.addingTimeInterval(86_400))))
        #expect(try await Self.gems(shop) == 99)
        #expect(try await shop.database.read { try $0.ledgerProblems() } == [])
    }

    private static func receipt(of transactions: [TransactionID]) throws -> String {
        let receipt = AppReceipt(
            receiptType: .production,
            appAppleID: AppAppleID(rawValue: 1_234_567_890),
            bundleID: TestShop.app,
            applicationVersion: "1",
            creationDate: TestClock.start,
            purchases: transactions.map { id in
                AppReceipt.Purchase(
                    quantity: 1,
                    productID: TestShop.beans,
                    transactionID: id,
                    purchaseDate: TestClock.start,
                    originalTransactionID: OriginalTransactionID(rawValue: id.rawValue),
                    originalPurchaseDate: TestClock.start,
                    productType: 1
                )
            }
        )
        return try TestAuthority.shared.receiptSigner.sign(receipt).base64EncodedString()
    }

    private static func payment(of made: CustomPriceOrder, milliunits: Int64, currency: Currency) -> TransactionPayload
    {
        var paid = TransactionPayload.purchase(TestShop.beans, id: "901", token: made.order.appAccountToken)
        (paid.price, paid.currency, paid.storefront) = (milliunits, currency, "CHN")
        return paid
    }
}
