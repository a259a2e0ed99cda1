// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The app, products, identifiers and date that a sample notification is about.
public struct SampleSubject: Sendable {
    /// The app.
    public var app: CatalogApp

    /// The environment.
    public var environment: Environment

    /// The date at which the notification is signed.
    public var now: Date

    /// The subscription.
    public var subscription: CatalogProduct

    /// The subscription that an upgrade or a downgrade leads to.
    public var otherSubscription: CatalogProduct

    /// The product that does not renew.
    public var oneTimeProduct: CatalogProduct

    /// Whether notifications about any kind of purchase are about ``oneTimeProduct``.
    public var prefersOneTimeProduct = false

    /// The customer's token.
    public var appAccountToken: AppAccountToken?

    /// The purchase; a new one when absent.
    public var originalTransactionID: OriginalTransactionID?

    /// The transaction; a new one when absent.
    public var transactionID: TransactionID?

    var identifiers: IdentifierGenerator

    /// Chooses the products of an app.
    ///
    /// A product that the catalog lacks takes the place of the catalog's: its price and period are then those of the
    /// catalog's product, or 9.99 a month in an empty catalog.
    ///
    /// - Parameters:
    ///   - catalog: The products.
    ///   - app: The app that sells them.
    ///   - product: The product that the notifications are about; the first that fits when absent.
    ///   - environment: The environment.
    ///   - now: The date at which the notification is signed.
    ///   - seed: The source of every identifier.
    public init(
        catalog: Catalog,
        app: CatalogApp,
        product: ProductID? = nil,
        environment: Environment,
        now: Date,
        seed: UInt64
    ) {
        let sold = catalog.products.filter { $0.bundleID == app.bundleID }
        let known = product.flatMap { id in sold.first { $0.id == id } }
        let plans = sold.filter { $0.type == .autoRenewableSubscription && $0.subscription != nil }
        var plan = known.flatMap { $0.subscription == nil ? nil : $0 } ?? plans.first ?? Self.plan(of: app)
        var single = known.flatMap { $0.subscription == nil ? $0 : nil } ?? sold.first { $0.subscription == nil }
        if let product, known == nil {
            plan.id = product
            single?.id = product
        }
        let group = plan.subscription?.group
        self.app = app
        self.environment = environment
        self.now = Date(millisecondsSince1970: now.millisecondsSince1970)
        subscription = plan
        otherSubscription = plans.first { $0.subscription?.group == group && $0.id != plan.id } ?? plan
        oneTimeProduct = single ?? Self.consumable(product, of: app)
        prefersOneTimeProduct = known != nil && known?.subscription == nil
        identifiers = IdentifierGenerator(seed: seed)
    }

    private static func plan(of app: CatalogApp) -> CatalogProduct {
        CatalogProduct(
            id: "subscription.monthly",
            appleID: 1,
            bundleID: app.bundleID,
            type: .autoRenewableSubscription,
            price: PriceList(base: 9990),
            subscription: SubscriptionTerms(group: "21000000", period: .month)
        )
    }

    private static func consumable(_ id: ProductID?, of app: CatalogApp) -> CatalogProduct {
        CatalogProduct(
            id: id ?? "consumable",
            appleID: 2,
            bundleID: app.bundleID,
            type: .consumable,
            price: PriceList(base: 990)
        )
    }

    /// A transaction's number.
    mutating func newTransactionID() -> TransactionID {
        TransactionID(rawValue: String(identifiers.transaction(in: environment)))
    }
}
