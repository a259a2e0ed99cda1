// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An offer of a subscription, and whether a customer may have it.
public struct CustomerOffer: Hashable, Sendable {
    /// What kind of offer it is, with Apple's number; an open set.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// Apple's number.
        public let rawValue: Int

        /// Makes a kind from Apple's number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The first price of a group, applied without asking.
        public static let introductory = Kind(rawValue: 1)

        /// For customers who subscribe or subscribed; the server signs it.
        public static let promotional = Kind(rawValue: 2)

        /// For whoever has a code: ``Purser/redeemOfferCode(in:)``.
        public static let code = Kind(rawValue: 3)

        /// For customers whose subscription ended.
        public static let winBack = Kind(rawValue: 4)

        /// Shown by the App Store to customers who are about to cancel: ``Purser/manageSubscriptions(in:)``.
        public static let retention = Kind(rawValue: 5)
    }

    /// The product's identifier.
    public let product: String

    /// What kind of offer it is.
    public let kind: Kind

    /// The offer's identifier; an introductory offer has none.
    public let id: String?

    /// How it is paid as Apple spells it: `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`.
    public let discount: String

    /// How long a period of it is, such as `P1M`.
    public let period: String

    /// How many periods it lasts.
    public let periodCount: Int

    /// The price in the team's catalog, when it is there; the App Store has the price in the customer's currency.
    public let price: PlanConversion.Amount?

    /// Whether the customer may have it, as far as the server knows.
    ///
    /// The App Store decides at the purchase.
    public let isEligible: Bool

    /// Why, such as `once-per-group`.
    public let reason: String

    /// The options of a purchase with this offer; `nil` for offers that the App Store itself gives.
    public var options: PurchaseOptions? {
        switch (kind, id) {
        case (.introductory, _): PurchaseOptions()
        case (.promotional, let id?): PurchaseOptions(promotionalOffer: id)
        case (.winBack, let id?): PurchaseOptions(winBackOffer: id)
        default: nil
        }
    }
}
