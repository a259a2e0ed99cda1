// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The names, values and numbers that no document of Apple confirms yet.
///
/// They are concluded from StoreKit's names and from neighbors. When Apple's own are known, change them here. A member's name
/// is also a case of the fast reader (`FastJSON`): FastJSONSeatTests fails until both agree.
/// `Documentation/AppStoreCoverage.md` lists them; ProvisionalNamesTests compares the page with this file.
enum ProvisionalNames {
    // MARK: Values

    static let upgradedToBundle = 2
    static let unbundled = 6
    static let subscriptionBundle = "Subscription Bundle"
    static let subscriptionSuite = "Subscription Suite"
    static let consumerStore = "CONSUMER"
    static let educationStore = "EDUCATION"
    static let enterpriseStore = "ENTERPRISE"
    static let managedPlatform = "managed"

    // MARK: Error codes of Server API 1.23

    static let transactionNotDevManagedGroup = 4_000_228
    static let bundleTransactionIdNotSupported = 4_000_229
    static let noAvailableSeats = 4_000_230
    static let seatClaimIdNotFound = 4_040_023
    static let appTransactionIdNotFound = 4_040_024
}

// A case without a raw value is a name that Apple documents.

extension TransactionPayload {
    enum CodingKeys: String, CodingKey {
        case transactionId, originalTransactionId, webOrderLineItemId, bundleId, productId, subscriptionGroupIdentifier
        case purchaseDate, originalPurchaseDate, expiresDate, quantity, type, appAccountToken, inAppOwnershipType
        case signedDate, revocationDate, revocationReason, revocationType, revocationPercentage, isUpgraded
        case offerType, offerIdentifier, offerDiscountType, offerPeriod, environment, storefront, storefrontId
        case transactionReason, currency, price, appTransactionId, billingPlanType, previousOriginalTransactionId
        case advancedCommerceInfo, commitmentInfo, multiSeatInfo, additionalTransactionReason, revokedSeatQuantity
        case bundleProductId = "bundleProductId"
        case bundleSubscriptionGroupIdentifier = "bundleSubscriptionGroupIdentifier"
        case bundleSubscriptionGroupId = "bundleSubscriptionGroupId"
        case bundleTransactionId = "bundleTransactionId"
        case bundleOriginalTransactionId = "bundleOriginalTransactionId"
    }
}

extension RenewalInfoPayload {
    enum CodingKeys: String, CodingKey {
        case originalTransactionId, productId, autoRenewProductId, autoRenewStatus, expirationIntent
        case isInBillingRetryPeriod, gracePeriodExpiresDate, priceIncreaseStatus, offerType, offerIdentifier
        case offerDiscountType, offerPeriod, renewalDate, renewalPrice, currency, recentSubscriptionStartDate
        case eligibleWinBackOfferIds, appAccountToken, appTransactionId, environment, signedDate
        case renewalBillingPlanType, advancedCommerceInfo, commitmentInfo, renewalQuantity, multiSeatInfo
        case bundleProductId = "bundleProductId"
        case bundleSubscriptionGroupIdentifier = "bundleSubscriptionGroupIdentifier"
        case bundleSubscriptionGroupId = "bundleSubscriptionGroupId"
        case bundleOriginalTransactionId = "bundleOriginalTransactionId"
        case willUnbundle = "willUnbundle"
    }
}

extension AppTransactionPayload {
    enum CodingKeys: String, CodingKey {
        case receiptType, appAppleId, bundleId, applicationVersion, versionExternalIdentifier, receiptCreationDate
        case originalPurchaseDate, originalApplicationVersion, deviceVerification, deviceVerificationNonce
        case preorderDate, appTransactionId, originalPlatform, requestDate
        case storeType = "storeType"
    }
}

extension UnclaimInfo {
    enum CodingKeys: String, CodingKey {
        case unclaimSeatIds
        case environment = "environment"
        case appAppleId = "appAppleId"
        case bundleId = "bundleId"
        case originalTransactionId = "originalTransactionId"
    }
}

extension AdvancedCommerceTransactionItem {
    enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case description, displayName, offer, price, refunds, revocationDate
        case seatPriceTiers = "seatPriceTiers"
        case partners = "partners"
    }
}

extension AdvancedCommerceSeatPriceTier {
    enum CodingKeys: String, CodingKey {
        case price = "price"
        case maximumSeatQuantity = "maximumSeatQuantity"
    }
}

extension AdvancedCommercePartner {
    enum CodingKeys: String, CodingKey {
        case id = "id"
        case name = "name"
    }
}
