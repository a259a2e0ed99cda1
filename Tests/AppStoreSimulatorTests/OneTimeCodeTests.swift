// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// Offer codes for products that do not renew.
@Suite struct OneTimeCodeTests {
    private static let types: [ProductType] = [.consumable, .nonConsumable, .nonRenewingSubscription]

    private static func store(_ type: ProductType = .consumable) throws -> Store {
        var catalog = Catalog.sample
        catalog.products = [
            CatalogProduct(
                id: "thing",
                appleID: 1,
                bundleID: "com.example.app",
                type: type,
                price: PriceList(base: 9990),
                codeOffers: [OneTimeCodeOffer(id: "half", price: PriceList(base: 4990)), OneTimeCodeOffer(id: "gift")]
            )
        ]
        var store = Store(catalog: catalog)
        try store.perform(.addCustomer(CustomerProfile(id: "alice")))
        try store.perform(.addOfferCode("HALF", product: "thing", offer: "half", redemptions: 1))
        try store.perform(.addOfferCode("GIFT", product: "thing", offer: "gift", redemptions: 5))
        return store
    }

    @Test(arguments: types) func `a code lowers the price of what is bought once`(type: ProductType) throws {
        var store = try Self.store(type)
        try store.perform(.redeem("alice", code: "HALF", options: PurchaseOptions()))
        let bought = try #require(store.history.transactions.last?.transaction)
        #expect(bought.price == 4990 && bought.type == type)
        #expect(bought.offerType == .offerCode && bought.offerIdentifier == "half")
        #expect(bought.offerDiscountType == .oneTime && bought.offerPeriod == nil)
    }

    @Test func `a code is used up by its last redemption`() throws {
        var store = try Self.store()
        try store.perform(.redeem("alice", code: "HALF", options: PurchaseOptions()))
        #expect(throws: SimulatorError.self) {
            try store.perform(.redeem("alice", code: "HALF", options: PurchaseOptions()))
        }
    }

    @Test func `a code for what the customer has already stays good`() throws {
        var store = try Self.store(.nonConsumable)
        try store.perform(.redeem("alice", code: "GIFT", options: PurchaseOptions()))
        #expect(store.history.transactions.last?.transaction.price == 0)
        do {
            try store.perform(.redeem("alice", code: "HALF", options: PurchaseOptions()))
            Issue.record("it was redeemed")
        } catch let error as SimulatorError {
            #expect(error.code == .ineligibleForOffer)
        }
        try store.perform(.addCustomer(CustomerProfile(id: "bob")))
        try store.perform(.redeem("bob", code: "HALF", options: PurchaseOptions()))
    }

    @Test func `a code that waits for a parent is paid at its price`() throws {
        var store = try Self.store()
        try store.perform(.changeCustomer("alice", .asksToBuy(true)))
        try store.perform(.redeem("alice", code: "HALF", options: PurchaseOptions()))
        #expect(store.history.transactions.isEmpty)
        try store.perform(.completePending("pending-1"))
        #expect(store.history.transactions.last?.transaction.price == 4990)
        #expect(store.history.transactions.last?.transaction.offerIdentifier == "half")
    }

    @Test(arguments: [
        (PurchaseOptions(billingPlan: .monthly), SimulatorError.Code.productUnavailable),
        (PurchaseOptions(offer: .winBack("back")), .invalidOfferIdentifier),
        (PurchaseOptions(introductoryEligibility: true), .invalidOfferIdentifier),
        (PurchaseOptions(seats: 2), .invalidQuantity),
    ])
    func `what only a subscription has is refused`(options: PurchaseOptions, code: SimulatorError.Code) throws {
        var store = try Self.store()
        do {
            try store.perform(.buy("alice", product: "thing", options: options))
            Issue.record("it was sold")
        } catch let error as SimulatorError {
            #expect(error.code == code)
        }
    }

    private static func catalog(_ codes: JSONValue) throws -> Catalog {
        let product = StoreKitFile.Product(displayPrice: "1.99", productID: "coins", others: ["codeOffers": codes])
        let app = CatalogApp(bundleID: "com.example.app", appAppleID: AppAppleID(rawValue: 1), name: "Example")
        return try Catalog(StoreKitFile(products: [product]), app: app)
    }

    @Test func `a configuration file says which codes a product has`() throws {
        let catalog = try Self.catalog([
            ["referenceName": "Gift"], ["referenceName": "Half", "displayPrice": "0.99"],
            ["internalID": "7E57", "displayPrice": "0.99", "paymentMode": "free"],
        ])
        let offers = try #require(catalog.product("coins")?.codeOffers)
        #expect(offers.map(\.id) == ["Gift", "Half", "7E57"])
        #expect(offers.map(\.price.base) == [0, 990, 0])
    }

    @Test(
        arguments: [
            [["displayPrice": "0.99"]], [["referenceName": "Half", "displayPrice": "cheap"]],
            [["referenceName": "Half", "displayPrice": "-1"]], "Half",
        ] as [JSONValue]
    )
    func `codes that make no sense are refused with the product`(codes: JSONValue) throws {
        do {
            _ = try Self.catalog(codes)
            Issue.record("it was read")
        } catch let error as SimulatorError {
            #expect(error.code == .invalidCatalog && error.message.contains("coins"))
        }
    }
}
