// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// A catalog's prices as one storefront asks them.
struct CatalogPrices {
    private let home: Storefront
    private let country: StorefrontCountryCode

    init(_ catalog: CatalogFile, storefront: String?) throws {
        let base = StorefrontCountryCode(rawValue: catalog.file.settings.storefront)
        guard let home = try StorefrontTable.shipped()[base] else {
            throw Failure("unknown storefront '\(base)' in the catalog")
        }
        self.home = home
        country = storefront.map(StorefrontCountryCode.init(rawValue:)) ?? base
    }

    /// A price of the catalog in the storefront's currency, equalized when it is another one.
    func price(_ milliunits: Int64) throws -> Money {
        let schedule = PriceSchedule(
            base: home.country,
            basePrice: Money(milliunits: milliunits, currency: home.currency)
        )
        let prices = try schedule.prices(in: .shipped(), points: .shipped(), rates: .example())
        guard let price = prices.first(where: { $0.country == country })?.price else {
            throw Failure("no price for the storefront '\(country)'")
        }
        return price
    }
}

extension StoreKitFile.Offer {
    /// The offer's whole length: its period as often as it is had.
    var wholePeriod: AppStoreTypes.SubscriptionPeriod {
        guard let (count, unit) = subscriptionPeriod.components, let times = numberOfPeriods, times > 1 else {
            return subscriptionPeriod
        }
        return AppStoreTypes.SubscriptionPeriod(count * times, unit)
    }

    /// Whether its price is that of each of several periods, not of all of them.
    var isPaidRepeatedly: Bool { paymentMode == .payAsYouGo && (numberOfPeriods ?? 1) > 1 }
}

extension StoreKitFile.Subscription {
    /// The name in a language such as `zh-Hans`, or the one in any language.
    func displayName(_ language: String) -> String? {
        let wanted = language.replacing("-", with: "_")
        let match = localizations.first { $0.locale == wanted || $0.locale.hasPrefix(wanted + "_") }
        return (match ?? localizations.first).map(\.displayName)
    }
}
