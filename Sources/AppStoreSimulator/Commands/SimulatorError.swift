// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Why the simulated store refused a command.
public struct SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A reason; the set may grow.
    public struct Code: WireString {
        /// The reason's name.
        public let rawValue: String

        /// Makes a reason from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No such customer.
        public static let unknownCustomer = Code(rawValue: "unknown-customer")

        /// The name is taken.
        public static let customerExists = Code(rawValue: "customer-exists")

        /// No such product.
        public static let unknownProduct = Code(rawValue: "unknown-product")

        /// No such app.
        public static let unknownApp = Code(rawValue: "unknown-app")

        /// No such storefront.
        public static let unknownStorefront = Code(rawValue: "unknown-storefront")

        /// No such transaction among those the store still acts upon.
        public static let unknownTransaction = Code(rawValue: "unknown-transaction")

        /// No such pending purchase.
        public static let unknownPendingPurchase = Code(rawValue: "unknown-pending-purchase")

        /// The product cannot be bought in this storefront.
        public static let productUnavailable = Code(rawValue: "product-unavailable")

        /// Purchases are not allowed on this account.
        public static let purchaseNotAllowed = Code(rawValue: "purchase-not-allowed")

        /// The payment was declined.
        public static let paymentDeclined = Code(rawValue: "payment-declined")

        /// The quantity is outside Apple's limits.
        public static let invalidQuantity = Code(rawValue: "invalid-quantity")

        /// The offer does not exist.
        public static let invalidOfferIdentifier = Code(rawValue: "invalid-offer-identifier")

        /// A promotional offer came without a signature.
        public static let missingSignature = Code(rawValue: "missing-signature")

        /// The offer's signature is not good.
        public static let invalidSignature = Code(rawValue: "invalid-signature")

        /// The customer may not have the offer.
        public static let ineligibleForOffer = Code(rawValue: "ineligible-for-offer")

        /// The offer code does not exist or is used up.
        public static let codeNotRedeemable = Code(rawValue: "code-not-redeemable")

        /// The subscription's state does not allow it.
        public static let invalidState = Code(rawValue: "invalid-state")

        /// The transaction is refunded already.
        public static let alreadyRefunded = Code(rawValue: "already-refunded")

        /// The purchase is too long ago.
        public static let refundWindowPassed = Code(rawValue: "refund-window-passed")

        /// The subscription may not be extended in its state.
        public static let extensionIneligible = Code(rawValue: "extension-ineligible")

        /// The customer's subscription was extended twice in a year already.
        public static let extensionLimit = Code(rawValue: "extension-limit")

        /// A shared subscription is extended with its buyer's.
        public static let extensionOfSharedSubscription = Code(rawValue: "extension-of-shared-subscription")

        /// The command's values make no sense.
        public static let invalidCommand = Code(rawValue: "invalid-command")

        /// The configuration file cannot be used.
        public static let invalidCatalog = Code(rawValue: "invalid-catalog")

        /// Advanced Commerce refuses; the error's own number says why.
        public static let advancedCommerce = Code(rawValue: "advanced-commerce")

        /// The subscription has no seats that the developer gives to members.
        public static let notDeveloperManaged = Code(rawValue: "not-developer-managed")

        /// The subscription has no seats to which the App Store invites members.
        public static let notAppleManaged = Code(rawValue: "not-apple-managed")

        /// The customer has no seat of the subscription, and no invitation to one.
        public static let unknownMember = Code(rawValue: "unknown-member")

        /// A bundle's subscription has no seats.
        public static let bundleNotSupported = Code(rawValue: "bundle-not-supported")

        /// A member's seat is extended with its buyer's.
        public static let extensionOfAssignedSubscription = Code(rawValue: "extension-of-assigned-subscription")

        /// Every seat is claimed.
        public static let noAvailableSeats = Code(rawValue: "no-available-seats")

        /// The subscription has no such claim.
        public static let unknownSeatClaim = Code(rawValue: "unknown-seat-claim")

        /// No customer has such a download of the app.
        public static let unknownDownload = Code(rawValue: "unknown-download")

        /// The account was deleted.
        public static let accountDeleted = Code(rawValue: "account-deleted")

        /// The family is full, or the customer is in another one.
        public static let familyRefused = Code(rawValue: "family-refused")
    }

    /// The reason.
    public var code: Code

    /// What failed and what to do.
    public var message: String

    /// The number that the Advanced Commerce API gives for it.
    public var advancedCommerceCode: AdvancedCommerceErrorCode?

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The reason and the message.
    public var description: String { "\(code): \(message)" }
}
