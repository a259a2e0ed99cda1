// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Patterns in a customer's purchases that a person should review.
@Suite struct FraudSignalTests {
    /// An account with as many purchases, each changed by its number from 1.
    private static func account(
        _ count: Int,
        isProven: Bool = true,
        _ change: (Int, inout Transaction) -> Void = { _, _ in }
    ) -> CustomerAccount {
        var facts: [Fact] = []
        for number in 0..<count {
            var purchases = PurchaseHistory(lineage: OriginalTransactionID(rawValue: "\(number + 1)"))
            purchases.transaction(nil, "forever", from: .at("01-01")) { change(number + 1, &$0) }
            let claim = Claim(lineage: purchases.lineage, customer: "anna", basis: .session, isProven: isProven)
            purchases.command(.claim(claim), at: .at("01-01"))
            facts += purchases.facts
        }
        return CustomerAccount(customer: "anna", catalogs: [.reader], facts: facts)
    }

    private static func signals(_ account: CustomerAccount, tokens: Int = 0, quantities: Int = 0) -> FraudSignals {
        FraudSignals(account, tokenMismatches: tokens, quantityMismatches: quantities, asOf: .at("02-01"))
    }

    @Test(arguments: [(2, 2, []), (3, 3, ["many-storefronts"]), (6, 3, ["many-storefronts"]), (6, 2, [])])
    func `purchases in three storefronts are a signal`(count: Int, storefronts: Int, expected: [String]) {
        let countries: [StorefrontCountryCode] = ["USA", "DEU", "JPN"]
        let found = Self.signals(Self.account(count) { $1.storefront = countries[$0 % storefronts] })
        #expect(found.signals == expected && found.storefronts == countries.prefix(storefronts).sorted())
    }

    @Test(arguments: [(2, 2, []), (3, 3, ["many-apple-accounts"]), (6, 2, [])])
    func `purchases by three downloads of the app are a signal`(count: Int, downloads: Int, expected: [String]) {
        let found = Self.signals(
            Self.account(count) { $1.appTransactionID = AppTransactionID(rawValue: "\($0 % downloads)") }
        )
        #expect(found.signals == expected && found.appDownloads == downloads)
    }

    @Test(arguments: [(9, []), (10, ["many-devices"]), (11, ["many-devices"])])
    func `ten devices are a signal`(count: Int, expected: [String]) {
        var purchases = PurchaseHistory()
        for number in 0..<count {
            let device = DeviceRegistration(customer: "anna", device: DeviceID(rawValue: "\(number)"))
            purchases.command(.device(device), at: .at("01-01") + Double(number))
        }
        let found = Self.signals(CustomerAccount(customer: "anna", catalogs: [.reader], facts: purchases.facts))
        #expect(found.signals == expected && found.devices == count)
    }

    @Test(arguments: [(0, 0, []), (1, 0, ["token-mismatch"]), (0, 1, ["quantity-mismatch"])])
    func `one purchase for another order is a signal`(tokens: Int, quantities: Int, expected: [String]) {
        #expect(Self.signals(Self.account(1), tokens: tokens, quantities: quantities).signals == expected)
    }

    @Test func `what others may have attached to a customer is counted apart and is not a signal`() {
        let countries: [StorefrontCountryCode] = ["USA", "DEU", "JPN"]
        let account = Self.account(3, isProven: false) { number, transaction in
            transaction.storefront = countries[number % 3]
            transaction.appTransactionID = AppTransactionID(rawValue: "\(number)")
            if number < 3 { transaction.revocation = Revocation(date: .at("01-10"), type: .refundFull) }
        }
        let found = Self.signals(account)
        #expect(found.unprovenPurchases == 3 && found.unprovenRefunds == 2 && found.signals.isEmpty)
        #expect(found.purchases == 0 && found.refunds == 0 && found.storefronts.isEmpty && found.appDownloads == 0)
    }

    @Test func `the end of Family Sharing is not a refund`() {
        let account = Self.account(3) { _, transaction in
            transaction.ownership = .familyShared
            transaction.revocation = Revocation(date: .at("01-10"), type: .familyRevoke)
        }
        #expect(Self.signals(account).refunds == 0 && Self.signals(account).signals.isEmpty)
    }

    // MARK: - Purchases that give no access

    private static let pack = CustomerPurchase(
        customer: "anna",
        mayGiveAccess: false,
        isProven: true,
        isRefunded: true,
        storefront: "USA",
        appTransactionID: AppTransactionID(rawValue: "a")
    )

    @Test func `only a proven purchase that is not read counts`() {
        let download = AppTransactionID(rawValue: "a")
        #expect(Self.pack.counted == [.purchases, .refunds, .storefront("USA"), .appDownload(download)])
        var (read, claimed) = (Self.pack, Self.pack)
        read.mayGiveAccess = true
        claimed.isProven = false
        #expect(read.counted.isEmpty && claimed.counted.isEmpty)
    }

    @Test func `the purchase that is decided about is taken out of the counts`() {
        let download = AppTransactionID(rawValue: "a")
        let counts = PurchaseCounts([
            .purchases: 3, .refunds: 1, .storefront("USA"): 1, .storefront("DEU"): 1, .appDownload(download): 2,
        ])
        let rest = counts.removing(Self.pack)
        #expect(rest == PurchaseCounts([.purchases: 2, .storefront("DEU"): 1, .appDownload(download): 1]))
        #expect(PurchaseCounts().removing(Self.pack) == PurchaseCounts())
    }

    @Test func `purchases that are not read count beside those that are`() {
        let account = Self.account(2) { number, transaction in
            if number == 1 { transaction.revocation = Revocation(date: .at("01-10"), type: .refundFull) }
        }
        let found = FraudSignals(
            account,
            unread: PurchaseCounts([.purchases: 4, .refunds: 2]),
            tokenMismatches: 0,
            quantityMismatches: 0,
            asOf: .at("02-01")
        )
        #expect(found.purchases == 6 && found.refunds == 3)
    }

    static let products: [(String, CatalogProduct?, Bool)] = [
        ("a pack", CatalogProduct(id: "p", type: .consumable), false),
        ("an entitlement", CatalogProduct(id: "p", type: .consumable, entitlements: ["basic"]), true),
        ("service time", CatalogProduct(id: "p", type: .consumable, serviceDuration: .month), true),
        ("a plan", CatalogProduct(id: "p", type: .consumable, plan: "basic"), true), ("an unknown product", nil, false),
    ]

    @Test(arguments: products)
    func `a single purchase may give access by its product's entitlement, service time or plan`(
        name: String,
        product: CatalogProduct?,
        mayGiveAccess: Bool
    ) {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "p", from: .at("01-01")) { $0.productType = .consumable }
        purchases.claim(at: .at("01-01"))
        let catalog = Catalog(bundleID: AppScope.app.bundleID, products: [product].compactMap(\.self))
        let account = CustomerAccount(customer: "anna", catalogs: [catalog], facts: purchases.facts)
        let found = CustomerPurchase.all(of: OwnershipTests.key, in: account, IndexedCatalogs([catalog]))
        #expect(found.map(\.mayGiveAccess) == [mayGiveAccess], "\(name)")
    }

    @Test func `of a pack its refund, storefront and download are kept, for the customer who has it by proof`() {
        var purchases = PurchaseHistory()
        let pack = purchases.transaction(nil, "gems", from: .at("01-01")) {
            ($0.productType, $0.storefront) = (.consumable, "USA")
            $0.appTransactionID = AppTransactionID(rawValue: "a")
        }
        purchases.refund(pack, on: .at("01-02"))
        let claim = Claim(lineage: "1", customer: "anna", basis: .session, isProven: true)
        purchases.command(.claim(claim), at: .at("01-01"))
        func found() -> [CustomerPurchase] {
            let account = CustomerAccount(customer: "anna", catalogs: [.reader], facts: purchases.facts)
            return CustomerPurchase.all(of: OwnershipTests.key, in: account, IndexedCatalogs([.reader]))
        }
        #expect(found() == [Self.pack])
        let transfer = Transfer(lineage: "1", previousOwner: "anna", recipient: "ben", reason: "support")
        purchases.command(.transfer(transfer), at: .at("01-03"))
        #expect(found().map(\.customer) == ["anna", "ben"] && found().first?.isProven == false)
    }

    @Test func `a purchase of which no document, or more than one transaction, is known may give access`() {
        var purchases = PurchaseHistory()
        purchases.claim(at: .at("01-01"))
        for _ in 0...2 {
            let account = CustomerAccount(customer: "anna", catalogs: [.reader], facts: purchases.facts)
            let found = CustomerPurchase.all(of: OwnershipTests.key, in: account, IndexedCatalogs([.reader]))
            let isOnePack = purchases.facts.count == 2
            #expect(
                found.map(\.mayGiveAccess) == [!isOnePack]
                    && found.allSatisfy { $0.storefront == (isOnePack ? "USA" : nil) }
            )
            purchases.transaction(nil, "gems", from: .at("01-01")) {
                ($0.productType, $0.storefront) = (.consumable, "USA")
            }
        }
    }

    // MARK: - Events

    @Test func `a purchase with another order's token is a signal in the decision that finds it`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        world.order("o2", "gems", token: ArrivalScenario.second)
        world.process(FulfillmentTests.bought().facts, .shown(order: "o2"))
        let signals = world.events.filter { if case .fraudSignal = $0.kind { true } else { false } }
        #expect(signals.count == 1)
    }

    @Test func `each signal has one event`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        world.order("o2", "gems", token: ArrivalScenario.second)
        for _ in 0..<2 { world.process(FulfillmentTests.bought().facts, .shown(order: "o2")) }
        world.perform([])
        world.process([], .shown(order: "o2"))
        let signals = world.events.compactMap { event -> String? in
            guard case .fraudSignal(let signal) = event.kind else { return nil }
            return signal
        }
        #expect(signals == ["token-mismatch"])
    }
}
