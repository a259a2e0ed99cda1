// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Transaction {
    /// The kind of offer it was bought with.
    public var offerType: Transaction.OfferType? { fields.offerType.map { OfferType(rawValue: $0.rawValue) } }

    /// The offer it was bought with.
    public var offerID: String? { fields.offerIdentifier?.rawValue }

    /// How the offer is paid, as the App Store writes it.
    public var offerPaymentModeStringRepresentation: String? { fields.offerDiscountType?.rawValue }

    /// The offer's length as an ISO 8601 duration.
    public var offerPeriodStringRepresentation: String? { fields.offerPeriod }

    /// Where it was bought, as the App Store writes it.
    public var environmentStringRepresentation: String { environment.rawValue }

    /// What began it, as the App Store writes it.
    public var reasonStringRepresentation: String { reason.rawValue }

    /// The storefront's country.
    public var storefrontCountryCode: String { storefront.countryCode }

    /// What revoked it, as the App Store writes it.
    public var revocationTypeStringRepresentation: String? { fields.revocationType?.rawValue }

    /// How much of the price went back, in per cent.
    public var revocationPercentage: Decimal? { fields.revocationPercentage.map { Decimal($0) / 1000 } }

    /// The price, with quantity and offer.
    public var price: Decimal? { fields.price.map { Decimal($0) / 1000 } }

    /// The price's currency.
    public var currency: Locale.Currency? { fields.currency.map { Locale.Currency($0.rawValue) } }

    /// The currency's code.
    public var currencyCode: String? { fields.currency?.rawValue }

    /// The customer's download of the app.
    public var appTransactionID: String { fields.appTransactionId?.rawValue ?? "" }
}
