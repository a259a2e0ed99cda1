// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What a customer orders through Advanced Commerce, in the words of the app's server.
///
/// <https://developer.apple.com/documentation/storekit/advancedcommerceproduct>
public enum AdvancedCommerceOrder: Hashable, Sendable, Codable {
    /// Something that is bought once.
    case oneTimeCharge(AdvancedCommerceOneTimeChargeCreateRequest)
    /// A new subscription.
    case subscription(AdvancedCommerceSubscriptionCreateRequest)
    /// Another content or length of a subscription.
    case modification(AdvancedCommerceSubscriptionModifyInAppRequest)
    /// A subscription again that ended or was about to end.
    case reactivation(AdvancedCommerceSubscriptionReactivateInAppRequest)

    /// The identifier of the order's request, which is good once.
    var requestInfo: AdvancedCommerceRequestInfo {
        switch self {
        case .oneTimeCharge(let request): request.requestInfo
        case .subscription(let request): request.requestInfo
        case .modification(let request): request.requestInfo
        case .reactivation(let request): request.requestInfo
        }
    }

    /// The storefront that the order is for, when it says.
    var storefront: StorefrontCountryCode? {
        switch self {
        case .oneTimeCharge(let request): request.storefront
        case .subscription(let request): request.storefront
        case .modification(let request): request.storefront
        case .reactivation(let request): request.storefront
        }
    }

    /// The currency that the order's prices are in, when it says.
    var currency: Currency? {
        switch self {
        case .oneTimeCharge(let request): request.currency
        case .subscription(let request): request.currency
        case .modification(let request): request.currency
        case .reactivation: nil
        }
    }
}

/// What the app's server changes of a purchase through the Advanced Commerce API.
public enum AdvancedCommerceChange: Hashable, Sendable, Codable {
    /// Names and descriptions.
    case metadata(AdvancedCommerceSubscriptionChangeMetadataRequest)
    /// A subscription moves here from an ordinary product.
    case migration(AdvancedCommerceSubscriptionMigrateRequest)
    /// Prices from the next period on.
    case price(AdvancedCommerceSubscriptionPriceChangeRequest)
    /// Renewal is turned off.
    case cancellation(AdvancedCommerceSubscriptionCancelRequest)
    /// The subscription ends now, and money goes back.
    case revocation(AdvancedCommerceSubscriptionRevokeRequest)
    /// Money for some or all items goes back.
    case refund(AdvancedCommerceRequestRefundRequest)

    var requestInfo: AdvancedCommerceRequestInfo {
        switch self {
        case .metadata(let request): request.requestInfo
        case .migration(let request): request.requestInfo
        case .price(let request): request.requestInfo
        case .cancellation(let request): request.requestInfo
        case .revocation(let request): request.requestInfo
        case .refund(let request): request.requestInfo
        }
    }

    var storefront: StorefrontCountryCode? {
        switch self {
        case .metadata(let request): request.storefront
        case .migration(let request): request.storefront
        case .price(let request): request.storefront
        case .cancellation(let request): request.storefront
        case .revocation(let request): request.storefront
        case .refund(let request): request.storefront
        }
    }

    var currency: Currency? {
        switch self {
        case .price(let request): request.currency
        case .refund(let request): request.currency
        default: nil
        }
    }
}
