// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension Catalog {
    /// What a configuration file sells, as one app.
    init(configuration: StoreKitFile, bundleID: BundleID) throws {
        let once = try configuration.allProducts.map { try CatalogProduct($0, bundleID: bundleID) }
        let renewing = try configuration.subscriptionGroups.flatMap { group in
            try group.subscriptions.map { try CatalogProduct($0, group: group.id, bundleID: bundleID) }
        }
        let number = Int64(configuration.settings.applicationInternalID ?? "") ?? 0
        self.init(
            apps: [
                CatalogApp(bundleID: bundleID, appAppleID: AppAppleID(rawValue: number), name: bundleID.rawValue)
            ],
            products: once + renewing,
            groups: configuration.subscriptionGroups.map { CatalogGroup(id: $0.id, name: $0.name) },
            baseStorefront: StorefrontCountryCode(rawValue: configuration.settings.storefront)
        )
        try readable { try addBundles(of: configuration, app: bundleID) }
    }
}

/// A mistake in a configuration file.
struct ConfigurationError: Error, CustomStringConvertible {
    let description: String
}

extension CatalogProduct {
    fileprivate init(_ product: StoreKitFile.Product, bundleID: BundleID) throws {
        guard let type = product.type.productType, let price = product.price else {
            throw ConfigurationError(description: "\(product.productID): the type or the price cannot be read")
        }
        self.init(
            id: product.productID,
            appleID: Int64(product.internalID) ?? 0,
            bundleID: bundleID,
            type: type,
            referenceName: product.referenceName,
            price: PriceList(base: price),
            isFamilyShareable: product.familyShareable,
            localizations: product.localizations.map(CatalogLocalization.init(file:)),
            codeOffers: try readable { try product.oneTimeCodeOffers() }
        )
    }

    fileprivate init(
        _ product: StoreKitFile.Subscription,
        group: SubscriptionGroupID,
        bundleID: BundleID
    ) throws {
        guard let period = BillingPeriod(iso8601: product.recurringSubscriptionPeriod.rawValue),
            let price = product.price
        else { throw ConfigurationError(description: "\(product.productID): the period or the price cannot be read") }
        guard period.isSubscriptionDuration else {
            throw ConfigurationError(
                description: "\(product.productID): a subscription cannot renew after \(period.iso8601). "
                    + "Use P1W, P1M, P2M, P3M, P6M or P1Y"
            )
        }
        self.init(
            id: product.productID,
            appleID: Int64(product.internalID) ?? 0,
            bundleID: bundleID,
            type: .autoRenewableSubscription,
            referenceName: product.referenceName,
            price: PriceList(base: price),
            isFamilyShareable: product.familyShareable,
            localizations: product.localizations.map(CatalogLocalization.init(file:)),
            subscription: SubscriptionTerms(
                group: group,
                level: product.groupNumber,
                period: period,
                introductoryOffer: try product.introductoryOffer.map { try CatalogOffer($0) },
                promotionalOffers: try product.adHocOffers.map { try CatalogOffer($0) },
                codeOffers: try product.codeOffers.map(CodeOffer.init(file:)),
                // The file's switch decides, at once after the subscription ends: measured with Xcode 27.0, iOS 27.0.
                winBackOffers: try (product.winbackOffers ?? []).map {
                    WinBackOffer(
                        offer: try CatalogOffer($0),
                        isEligible: $0.isEligible ?? true,
                        minimumPaidMonths: 0
                    )
                },
                commitment: try readable { try product.commitmentTerms() },
                multiSeat: try readable { try product.multiSeatTerms() }
            )
        )
    }
}

/// What a part of the file says, or why it cannot be read.
private func readable<Value>(_ read: () throws -> Value) throws -> Value {
    do {
        return try read()
    } catch let error as SimulatorError {
        throw ConfigurationError(description: error.message)
    }
}

extension CatalogOffer {
    fileprivate init(_ offer: StoreKitFile.Offer) throws {
        let id = offer.offerID ?? OfferID(rawValue: offer.referenceName ?? offer.internalID)
        guard let mode = offer.paymentMode.offerDiscountType, let price = offer.price,
            let period = BillingPeriod(iso8601: offer.subscriptionPeriod.rawValue)
        else { throw ConfigurationError(description: "offer \(id): the payment, price or period cannot be read") }
        self.init(
            id: id,
            mode: mode,
            period: period,
            periodCount: offer.numberOfPeriods ?? 1,
            price: PriceList(base: price)
        )
    }
}

extension CodeOffer {
    fileprivate init(file: StoreKitFile.Offer) throws {
        var eligibility = Eligibility()
        if let groups = file.eligibility {
            eligibility = Eligibility(
                new: groups.contains(.new),
                existing: groups.contains(.existing),
                expired: groups.contains(.expired)
            )
        }
        self.init(offer: try CatalogOffer(file), eligibility: eligibility, isStackable: file.isStackable ?? false)
    }
}

extension CatalogLocalization {
    fileprivate init(file: StoreKitFile.Localization) {
        self.init(locale: file.locale, displayName: file.displayName, description: file.description ?? "")
    }
}
