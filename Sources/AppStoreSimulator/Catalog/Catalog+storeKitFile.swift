// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

extension Catalog {
    /// Makes the catalog of a StoreKit configuration file; its prices are those of the file's storefront.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - app: The app that sells the products, which the file does not name.
    /// - Throws: A ``SimulatorError`` that names the product whose price, period or kind makes no sense.
    public init(_ file: StoreKitFile, app: CatalogApp) throws {
        var reader = StoreKitFileReader(app: app)
        var products = try file.allProducts.map { try reader.product($0) }
        for group in file.subscriptionGroups {
            products += try group.subscriptions.map { try reader.subscription($0, in: group) }
        }
        let storefront = StorefrontCountryCode(rawValue: file.settings.storefront)
        self.init(
            apps: [app],
            products: products,
            groups: file.subscriptionGroups.map { CatalogGroup(id: $0.id, name: $0.name) },
            baseStorefront: Storefront.of(storefront) == nil ? "USA" : storefront
        )
        try addBundles(of: file, app: app.bundleID)
    }

    /// Adds the bundles and suites of a file, whose subscriptions the catalog has.
    ///
    /// - Throws: A ``SimulatorError`` that names the bundle which makes no sense.
    package mutating func addBundles(of file: StoreKitFile, app: BundleID) throws {
        for bundle in try file.bundles() {
            do {
                add(try bundle.product(of: app, among: products))
            } catch {
                throw StoreKitFile.refusal(of: bundle.id, error.reason)
            }
        }
    }
}

/// Turns the file's items into products, one after the other.
private struct StoreKitFileReader {
    let app: CatalogApp
    private var count: Int64 = 0

    init(app: CatalogApp) {
        self.app = app
    }

    mutating func product(_ item: StoreKitFile.Product) throws -> CatalogProduct {
        guard let type = item.type.productType, type != .autoRenewableSubscription else {
            throw refusal("is of a kind that is not known (\(item.type))", of: item.productID)
        }
        return CatalogProduct(
            id: item.productID,
            appleID: number(item.internalID),
            bundleID: app.bundleID,
            type: type,
            referenceName: item.referenceName,
            price: PriceList(base: try price(item.price, of: item.productID)),
            isFamilyShareable: item.familyShareable,
            localizations: item.localizations.map(CatalogLocalization.init),
            codeOffers: try item.oneTimeCodeOffers()
        )
    }

    mutating func subscription(
        _ item: StoreKitFile.Subscription,
        in group: StoreKitFile.SubscriptionGroup
    ) throws -> CatalogProduct {
        let id = item.productID
        let terms = SubscriptionTerms(
            group: group.id,
            level: item.groupNumber,
            period: try duration(item.recurringSubscriptionPeriod, of: id),
            introductoryOffer: try item.allIntroductoryOffers.first.map { try offer($0, of: id) },
            promotionalOffers: try item.adHocOffers.map { try offer($0, of: id) },
            codeOffers: try item.codeOffers.map {
                CodeOffer(
                    offer: try offer($0, of: id),
                    eligibility: CodeOffer.Eligibility($0.eligibility),
                    isStackable: $0.isStackable ?? false
                )
            },
            winBackOffers: try (item.winbackOffers ?? []).map {
                // A file that says who may have the offer has no rule about months.
                WinBackOffer(
                    offer: try offer($0, of: id),
                    isEligible: $0.isEligible ?? true,
                    minimumPaidMonths: $0.isEligible == nil ? 1 : 0
                )
            },
            commitment: try item.commitmentTerms(),
            multiSeat: try item.multiSeatTerms()
        )
        return CatalogProduct(
            id: id,
            appleID: number(item.internalID),
            bundleID: app.bundleID,
            type: .autoRenewableSubscription,
            referenceName: item.referenceName,
            price: PriceList(base: try price(item.price, of: id)),
            isFamilyShareable: item.familyShareable,
            localizations: item.localizations.map(CatalogLocalization.init),
            subscription: terms
        )
    }

    private func offer(_ item: StoreKitFile.Offer, of product: ProductID) throws -> CatalogOffer {
        guard let mode = item.paymentMode.offerDiscountType else {
            throw refusal("has an offer that is paid in an unknown way (\(item.paymentMode))", of: product)
        }
        return CatalogOffer(
            // Offers for codes have no identifier in the file.
            id: item.offerID ?? OfferID(rawValue: item.referenceName ?? item.internalID),
            mode: mode,
            period: try period(item.subscriptionPeriod, of: product),
            periodCount: item.numberOfPeriods ?? 1,
            price: PriceList(base: try price(item.price, of: product))
        )
    }

    /// The duration of a subscription; offers have periods that are not durations, such as three days.
    private func duration(_ text: SubscriptionPeriod, of product: ProductID) throws -> BillingPeriod {
        let period = try period(text, of: product)
        guard period.isSubscriptionDuration else {
            throw refusal(
                "renews after \(text), which the App Store does not offer; write P1W, P1M, P2M, P3M, P6M or P1Y",
                of: product
            )
        }
        return period
    }

    private func period(_ period: SubscriptionPeriod, of product: ProductID) throws -> BillingPeriod {
        guard let known = BillingPeriod(iso8601: period.rawValue) else {
            throw refusal("has a period that is none (\(period)); write one such as P1M", of: product)
        }
        return known
    }

    private func price(_ price: Int64?, of product: ProductID) throws -> Int64 {
        guard let price, price >= 0 else {
            throw refusal("has a price that is none; write one such as 1.99", of: product)
        }
        return price
    }

    /// The product's number: the file's own when it has one, otherwise one of a series.
    private mutating func number(_ internalID: String) -> Int64 {
        count += 1
        return Int64(internalID) ?? Int64(internalID, radix: 16) ?? 6_000_000_000 + count
    }

    private func refusal(_ what: String, of product: ProductID) -> SimulatorError {
        SimulatorError(.invalidCatalog, "The StoreKit configuration cannot be used: \"\(product)\" \(what).")
    }
}

extension CatalogLocalization {
    fileprivate init(_ text: StoreKitFile.Localization) {
        self.init(locale: text.locale, displayName: text.displayName, description: text.description ?? "")
    }
}

extension CodeOffer.Eligibility {
    fileprivate init(_ eligible: [StoreKitFile.OfferEligibility]?) {
        guard let eligible, !eligible.isEmpty else {
            self.init()
            return
        }
        self.init(
            new: eligible.contains(.new),
            existing: eligible.contains(.existing),
            expired: eligible.contains(.expired)
        )
    }
}
