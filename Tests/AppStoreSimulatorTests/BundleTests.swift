// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// Bundles: one purchase that brings several subscriptions.
@Suite struct BundleTests {
    private static let sold: Catalog = {
        func plan(_ id: ProductID, _ group: SubscriptionGroupID, _ price: Int64) -> CatalogProduct {
            var product = Catalog.item(id, .autoRenewableSubscription, price)
            product.subscription = SubscriptionTerms(
                group: group,
                period: .month,
                multiSeat: MultiSeatTerms(invitationManagement: .developer)
            )
            return product
        }
        var bundle = Catalog.item("both", .subscriptionBundle, 11_990)
        bundle.subscription = SubscriptionTerms(group: "bundle", period: .month)
        bundle.bundle = BundleTerms(members: ["news", "music"])
        return Catalog(
            apps: Catalog.sample.apps,
            products: [plan("news", "n", 7990), plan("music", "m", 8990), bundle],
            groups: []
        )
    }()

    private static func store(settings: SimulatorSettings = SimulatorSettings()) throws -> Store {
        var store = Store(catalog: sold, settings: settings)
        try store.perform(.addCustomer(CustomerProfile(id: "alice")))
        return store
    }

    @Test func `a bundle brings each of its subscriptions with a transaction of its own`() throws {
        var store = try Self.store()
        let labels = try store.notifications { try $0.buy("both") }
        #expect(labels == ["SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.INITIAL_BUY"])
        #expect(store.products(of: "alice") == ["music", "news"])
        let bundle = try #require(store.store.bundles(of: "alice").first)
        #expect(bundle.members == ["news", "music"] && bundle.willRenew && bundle.keeping == nil)
        let subscriptions = store.store.subscriptions(of: "alice")
        #expect(subscriptions.map(\.transaction.productId) == ["news", "music"])
        for subscription in subscriptions {
            #expect(subscription.transaction.bundle?.productID == "both")
            #expect(subscription.transaction.bundle?.transactionID == bundle.transaction)
            #expect(subscription.transaction.bundle?.subscriptionGroupID == "bundle")
            #expect(subscription.renewalInfo.bundle?.productID == "both")
            #expect(subscription.renewalInfo.willUnbundle == false && subscription.renewalInfo.renewalPrice == nil)
        }
        #expect(!store.history.transactions.contains { $0.transaction.productId == "both" })
    }

    @Test func `reports have the bundle and none of its subscriptions`() throws {
        var store = try Self.store()
        try store.buy("both")
        store.advance(to: .day(2026, 2, 25))
        #expect(store.history.sales.map(\.product) == ["both", "both"])
        #expect(store.history.sales.map(\.customerPrice) == [11_990, 11_990])
        #expect(store.store.subscriptionReport.rows.map { $0[2] } == ["both"])
        #expect(Set(store.history.subscriptionEvents.map(\.product)) == ["both"])
    }

    @Test func `the owner of one of the subscriptions is switched, and the rest of it is refunded`() throws {
        var store = try Self.store()
        let old = try store.buy("news")
        store.advance(to: .day(2026, 2, 1))
        let labels = try store.notifications { try $0.buy("both") }
        #expect(labels == ["REFUND", "DID_CHANGE_RENEWAL_PREF.UPGRADE", "SUBSCRIBED.INITIAL_BUY"])
        let closed = try #require(
            store.history.transactions.last { $0.transaction.transactionId == old.transactionId }?.transaction
        )
        #expect(closed.revocationReason == .upgradedToBundle && closed.revocationDate == .day(2026, 2, 1))
        #expect(
            closed.revocationType == .refundProrated && (50_000..<75_000).contains(closed.revocationPercentage ?? 0)
        )
        let switched = try #require(store.store.subscriptions(of: "alice").first)
        #expect(
            switched.transaction.originalTransactionId == old.originalTransactionId
                && switched.transaction.bundle != nil
        )
        #expect(store.history.sales.filter { $0.product == "news" }.map(\.units) == [1, -1])
        #expect(throws: SimulatorError.self) { try store.perform(.reverseRefund(old.transactionId)) }
    }

    @Test func `what a bundle brings renews, fails, recovers and ends with it`() throws {
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        var store = try Self.store(settings: settings)
        try store.buy("both")
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 25)) } == ["DID_RENEW", "DID_RENEW"])
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 3, 22))
        #expect(store.store.subscriptions(of: "alice").map(\.status) == [.billingGracePeriod, .billingGracePeriod])
        #expect(store.products(of: "alice") == ["music", "news"])
        store.advance(to: .day(2026, 4, 10))
        #expect(store.products(of: "alice").isEmpty)
        let recovered = try store.notifications { try $0.perform(.changeCustomer("alice", .payment(.works))) }
        #expect(recovered == ["DID_RENEW.BILLING_RECOVERY", "DID_RENEW.BILLING_RECOVERY"])
        try store.perform(.setRenewal("alice", group: "bundle", on: false))
        let ended = store.notifications { $0.advance(to: .day(2026, 5, 15)) }
        #expect(ended == ["EXPIRED.VOLUNTARY", "EXPIRED.VOLUNTARY"] && store.products(of: "alice").isEmpty)
    }

    @Test func `a subscription that is kept renews alone at its own price, and the rest ends unbundled`() throws {
        var store = try Self.store()
        try store.buy("both")
        let chosen = try store.notifications {
            try $0.perform(.unbundle("alice", bundle: "both", keeping: ["music"]))
        }
        #expect(chosen == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_PREF"])
        let music = try #require(store.store.subscriptions(of: "alice").last)
        #expect(music.renewalInfo.willUnbundle == true && music.renewalInfo.renewalPrice == 8990)
        #expect(music.renewalInfo.autoRenewStatus == .on)
        let labels = store.notifications { $0.advance(to: .day(2026, 2, 25)) }
        #expect(labels == ["EXPIRED", "DID_RENEW"])
        let (news, kept) = (store.store.subscriptions(of: "alice")[0], store.store.subscriptions(of: "alice")[1])
        #expect(news.renewalInfo.expirationIntent == .unbundled && news.status == .expired)
        #expect(kept.transaction.bundle == nil && kept.transaction.price == 8990)
        #expect(kept.renewalInfo.bundle == nil && store.products(of: "alice") == ["music"])
        #expect(store.history.sales.map(\.product) == ["both", "music"])
    }

    @Test func `leaving a bundle is undone by turning its renewal on`() throws {
        var store = try Self.store()
        try store.buy("both")
        try store.perform(.unbundle("alice", bundle: "both", keeping: ["music"]))
        try store.perform(.setRenewal("alice", group: "bundle", on: true))
        #expect(store.store.bundles(of: "alice").first?.keeping == nil)
        store.advance(to: .day(2026, 2, 25))
        #expect(store.products(of: "alice") == ["music", "news"])
    }

    @Test func `a refund of the bundle revokes what it brings, and a reversal gives it back`() throws {
        var store = try Self.store()
        let member = try store.buy("both")
        let bundle = try #require(member.bundle?.transactionID)
        #expect(throws: SimulatorError.self) {
            try store.perform(.refund(member.transactionId, decision: .full(.other), cancels: false))
        }
        let labels = try store.notifications {
            try $0.perform(.refund(bundle, decision: .full(.other), cancels: false))
        }
        #expect(labels == ["REFUND", "REFUND"] && store.products(of: "alice").isEmpty)
        let back = try store.notifications { try $0.perform(.reverseRefund(bundle)) }
        #expect(back == ["REFUND_REVERSED", "REFUND_REVERSED"])
        #expect(store.products(of: "alice") == ["music", "news"])
        #expect(store.history.sales.reduce(0) { $0 + Int64(abs($1.units)) * $1.customerPrice } == 11_990)
    }

    @Test func `what a bundle brings is not changed alone and has no seats`() throws {
        var store = try Self.store()
        let member = try store.buy("both")
        #expect(throws: SimulatorError.self) { try store.buy("news") }
        #expect(throws: SimulatorError.self) { try store.perform(.setRenewal("alice", group: "n", on: false)) }
        #expect(throws: SimulatorError.self) { try store.perform(.forceRenewal("alice", group: "n")) }
        let error = #expect(throws: SimulatorError.self) { try store.store.seatInfo(member.originalTransactionId) }
        #expect(error?.code == .bundleNotSupported)
        #expect(throws: SimulatorError.self) { try store.perform(.unbundle("alice", bundle: "both", keeping: [])) }
    }

    @Test func `a tester's renewal and end reach what the bundle brings`() throws {
        var store = try Self.store()
        try store.buy("both")
        let renewed = try store.notifications { try $0.perform(.forceRenewal("alice", group: "bundle")) }
        #expect(renewed == ["DID_RENEW", "DID_RENEW"])
        let ended = try store.notifications { try $0.perform(.expire("alice", group: "bundle")) }
        #expect(ended == ["EXPIRED.VOLUNTARY", "EXPIRED.VOLUNTARY"] && store.products(of: "alice").isEmpty)
        // What has ended can be bought alone again.
        #expect(try store.buy("news").bundle == nil)
    }

    // MARK: - Bundles that are defined later

    @Test func `a bundle that the operator defines is sold at once`() throws {
        var store = Store(catalog: Catalog(apps: Self.sold.apps, products: Array(Self.sold.products.prefix(2))))
        try store.perform(.addCustomer(CustomerProfile(id: "alice")))
        #expect(throws: SimulatorError.self) { try store.buy("pair") }
        try store.perform(.addBundle(BundleDefinition(id: "pair", price: 9990, members: ["news", "music"])))
        try store.buy("pair")
        #expect(store.products(of: "alice") == ["music", "news"])
        let bundle = try #require(store.store.catalog.product("pair"))
        #expect(
            bundle.type == .subscriptionBundle && bundle.price.base == 9990 && bundle.subscription?.period == .month
        )
        #expect(store.store.catalog.groups.contains { $0.id == "bundle.pair" })
        store.advance(to: .day(2026, 2, 25))
        #expect(store.history.sales.map(\.product) == ["pair", "pair"])
    }

    @Test func `a suite that the operator defines withdraws its subscriptions from single sale`() throws {
        var store = try Self.store()
        let suite = BundleDefinition(id: "all", type: .subscriptionSuite, price: 1990, group: "g", members: ["news"])
        try store.perform(.addBundle(suite))
        #expect(throws: SimulatorError.self) { try store.buy("news") }
        try store.buy("all")
        #expect(store.products(of: "alice") == ["news"])
        #expect(store.store.catalog.product("all")?.subscription?.group == "g")
    }

    private static func partner(_ product: ProductID, price: Int64 = 4990) -> PartnerSubscription {
        PartnerSubscription(product: product, developer: "Maps Ltd", displayName: "Maps", price: price)
    }

    @Test func `a bundle has subscriptions of other developers, whose transactions this store never has`() throws {
        var store = try Self.store()
        let maps = Self.partner("maps")
        try store.perform(.addBundle(BundleDefinition(id: "pair", price: 9990, members: ["news"], partners: [maps])))
        let labels = try store.notifications { try $0.buy("pair") }
        #expect(labels == ["SUBSCRIBED.INITIAL_BUY"])
        let bundle = try #require(store.store.bundles(of: "alice").first)
        #expect(bundle.members == ["news"] && bundle.partners == [maps])
        store.advance(to: .day(2026, 2, 25))
        #expect(Set(store.history.transactions.map(\.transaction.productId)) == ["news"])
        #expect(throws: SimulatorError.self) { try store.buy("maps") }
        #expect(throws: SimulatorError.self) {
            try store.perform(.unbundle("alice", bundle: "pair", keeping: ["maps"]))
        }
    }

    @Test(arguments: [
        BundleDefinition(id: "pair", price: 1, members: [], partners: [partner("maps")]),
        BundleDefinition(id: "pair", price: 1, members: ["news"], partners: [partner("maps"), partner("maps")]),
        BundleDefinition(id: "pair", price: 1, members: ["news"], partners: [partner("music")]),
        BundleDefinition(id: "pair", price: 1, members: ["news"], partners: [partner("")]),
        BundleDefinition(id: "pair", price: 1, members: ["news"], partners: [partner("maps", price: -1)]),
        BundleDefinition(id: "pair", price: 1, members: ["news"], partners: [partner("maps", price: .max)]),
        BundleDefinition(
            id: "pair",
            price: 1,
            members: ["news"],
            partners: (1...5).map { partner(ProductID(rawValue: "maps.\($0)")) }
        ),
        BundleDefinition(
            id: "pair",
            type: .subscriptionSuite,
            price: 1,
            members: ["news"],
            partners: [partner("maps")]
        ),
        BundleDefinition(id: "pair", price: 1, members: []),
        BundleDefinition(id: "pair", price: 1, members: ["news", "news"]),
        BundleDefinition(id: "pair", price: 1, members: ["news", "opera"]),
        BundleDefinition(id: "pair", price: 1, members: ["both"]),
        BundleDefinition(id: "pair", price: -1, members: ["news"]),
        BundleDefinition(id: "pair", price: .max, members: ["news"]),
        BundleDefinition(id: "news", price: 1, members: ["music"]),
        BundleDefinition(id: "pair", price: 1, group: "n", members: ["music"]),
        BundleDefinition(id: "pair", type: .consumable, price: 1, members: ["news"]),
        BundleDefinition(id: "", price: 1, members: ["news"]),
        BundleDefinition(id: ProductID(rawValue: String(repeating: "a", count: 101)), price: 1, members: ["news"]),
    ])
    func `a definition that makes no sense changes nothing`(bundle: BundleDefinition) throws {
        var store = try Self.store()
        let before = store.store.catalog
        let error = #expect(throws: SimulatorError.self) { try store.perform(.addBundle(bundle)) }
        #expect(error?.code == .invalidCommand)
        #expect(store.store.catalog == before)
    }

    // MARK: - The file

    private static func file(_ bundle: String) -> String {
        """
        {"identifier":"1","settings":{"_storefront":"USA"},"version":{"major":3,"minor":0},
        "_purser":{"other":{"kept":true},"bundles":[\(bundle)]},
        "subscriptionGroups":[
        {"id":"1","name":"a","subscriptions":[{"productID":"a","displayPrice":"4.99","recurringSubscriptionPeriod":"P1M",
        "type":"RecurringSubscription","groupNumber":1,"internalID":"1","referenceName":"a"}]},
        {"id":"2","name":"b","subscriptions":[{"productID":"b","displayPrice":"5.99","recurringSubscriptionPeriod":"P1M",
        "type":"RecurringSubscription","groupNumber":1,"internalID":"2","referenceName":"b"}]},
        {"id":"3","name":"c","subscriptions":[{"productID":"c","displayPrice":"59.99","recurringSubscriptionPeriod":"P1Y",
        "type":"RecurringSubscription","groupNumber":1,"internalID":"3","referenceName":"c"}]}]}
        """
    }

    private static func catalog(_ bundle: String) throws -> Catalog {
        let file = try StoreKitFile(contents: Data(file(bundle).utf8))
        return try Catalog(file, app: Catalog.sample.apps[0])
    }

    @Test func `a file's own member has the bundles, and is kept when the file is written`() throws {
        let text = Self.file(#"{"productID":"both","displayPrice":"8.99","members":["a","b"]}"#)
        let file = try StoreKitFile(contents: Data(text.utf8))
        let bundle = try #require(try Catalog(file, app: Catalog.sample.apps[0]).product("both"))
        #expect(bundle.type == .subscriptionBundle && bundle.price.base == 8990)
        #expect(bundle.bundle?.members == ["a", "b"] && bundle.subscription?.period == .month)
        let written = try AppStoreJSON.decode(StoreKitFile.self, from: try AppStoreJSON.encode(file))
        #expect(written.others["_purser"] == file.others["_purser"] && file.others["_purser"] != nil)
    }

    @Test func `a file's bundle has subscriptions of other developers`() throws {
        let partner = #"{"productID":"maps","developer":"Maps Ltd","displayName":"Maps","displayPrice":"4.99"}"#
        let catalog = try Self.catalog(
            #"{"productID":"both","displayPrice":"8.99","members":["a"],"partners":[\#(partner)]}"#
        )
        #expect(catalog.product("both")?.bundle?.partners == [Self.partner("maps")])
    }

    @Test func `what a suite brings is not sold alone`() throws {
        let catalog = try Self.catalog(
            #"{"productID":"all","kind":"suite","displayPrice":"8.99","members":["a"],"subscriptionGroupID":"9"}"#
        )
        #expect(
            catalog.product("all")?.type == .subscriptionSuite && catalog.product("all")?.subscription?.group == "9"
        )
        #expect(catalog.product("a")?.isForSale == false && catalog.product("b")?.isForSale == true)
    }

    @Test(arguments: [
        #"{"productID":"both","displayPrice":"8.99","members":["a","x"]}"#,
        #"{"productID":"both","displayPrice":"8.99","members":["a","c"]}"#,
        #"{"productID":"both","displayPrice":"8.99","members":[]}"#,
        #"{"productID":"both","displayPrice":"8.99","members":["a","a"]}"#,
        #"{"productID":"both","displayPrice":"free","members":["a"]}"#,
        #"{"productID":"a","displayPrice":"8.99","members":["a"]}"#,
        #"{"productID":"both","displayPrice":"8.99","members":["a"],"subscriptionGroupID":"1"}"#,
        #"{"productID":"both"}"#,
    ])
    func `a bundle that makes no sense is refused`(bundle: String) {
        let error = #expect(throws: SimulatorError.self) { try Self.catalog(bundle) }
        #expect(error?.code == .invalidCatalog)
    }
}
