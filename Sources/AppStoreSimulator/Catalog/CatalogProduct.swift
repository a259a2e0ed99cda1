// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A product in the simulated store.
public struct CatalogProduct: Hashable, Sendable, Codable {
    /// The product's identifier.
    public var id: ProductID

    /// The product's number.
    public var appleID: Int64

    /// The app it belongs to.
    public var bundleID: BundleID

    /// What kind of product it is.
    public var type: ProductType

    /// The name that reports show.
    public var referenceName: String

    /// The price of each storefront.
    public var price: PriceList

    /// Whether a family may share it.
    public var isFamilyShareable: Bool

    /// Whether Apple's review approved it; the sandbox sells it anyway.
    public var isApproved: Bool

    /// Whether it represents whatever a server sells through Advanced Commerce; no when absent.
    public var isGeneric: Bool?

    /// Whether it is on sale.
    public var isForSale: Bool

    /// The storefronts that do not sell it.
    public var unavailableStorefronts: [StorefrontCountryCode]

    /// The texts of each language.
    public var localizations: [CatalogLocalization]

    /// What an auto-renewable subscription adds.
    public var subscription: SubscriptionTerms?

    /// What a bundle or suite adds; absent for a product that is sold alone.
    public var bundle: BundleTerms?

    /// The offers that codes give for a product that does not renew; a subscription's are among its terms.
    public var codeOffers: [OneTimeCodeOffer]?

    /// Makes a product.
    public init(
        id: ProductID,
        appleID: Int64,
        bundleID: BundleID,
        type: ProductType,
        referenceName: String? = nil,
        price: PriceList,
        isFamilyShareable: Bool = false,
        isApproved: Bool = true,
        isForSale: Bool = true,
        isGeneric: Bool? = nil,
        unavailableStorefronts: [StorefrontCountryCode] = [],
        localizations: [CatalogLocalization] = [],
        subscription: SubscriptionTerms? = nil,
        bundle: BundleTerms? = nil,
        codeOffers: [OneTimeCodeOffer]? = nil
    ) {
        self.id = id
        self.appleID = appleID
        self.bundleID = bundleID
        self.type = type
        self.referenceName = referenceName ?? id.rawValue
        self.price = price
        self.isFamilyShareable = isFamilyShareable
        self.isApproved = isApproved
        self.isForSale = isForSale
        self.isGeneric = isGeneric
        self.unavailableStorefronts = unavailableStorefronts
        self.localizations = localizations
        self.subscription = subscription
        self.bundle = bundle
        self.codeOffers = codeOffers
    }
}

/// A product's texts in one language.
public struct CatalogLocalization: Hashable, Sendable, Codable {
    /// The language, such as en_US.
    public var locale: String

    /// The name that customers see.
    public var displayName: String

    /// The description that customers see.
    public var description: String

    /// Makes the texts of one language.
    public init(locale: String, displayName: String, description: String) {
        self.locale = locale
        self.displayName = displayName
        self.description = description
    }
}
