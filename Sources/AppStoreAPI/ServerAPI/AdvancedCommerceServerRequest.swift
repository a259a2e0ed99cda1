// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A request that a server sends to the Advanced Commerce API.
public protocol AdvancedCommerceServerRequest: Encodable, Sendable {
    /// The endpoint's path after the API's own.
    static var path: String { get }
}

extension AdvancedCommerceSubscriptionCancelRequest: AdvancedCommerceServerRequest {
    /// The endpoint's path.
    public static var path: String { "/subscription/cancel" }
}

extension AdvancedCommerceSubscriptionChangeMetadataRequest: AdvancedCommerceServerRequest {
    /// The endpoint's path.
    public static var path: String { "/subscription/changeMetadata" }
}

extension AdvancedCommerceSubscriptionPriceChangeRequest: AdvancedCommerceServerRequest {
    /// The endpoint's path.
    public static var path: String { "/subscription/changePrice" }
}

extension AdvancedCommerceSubscriptionMigrateRequest: AdvancedCommerceServerRequest {
    /// The endpoint's path.
    public static var path: String { "/subscription/migrate" }
}

extension AdvancedCommerceSubscriptionRevokeRequest: AdvancedCommerceServerRequest {
    /// The endpoint's path.
    public static var path: String { "/subscription/revoke" }
}

extension AdvancedCommerceRequestRefundRequest: AdvancedCommerceServerRequest {
    /// The endpoint's path.
    public static var path: String { "/transaction/requestRefund" }
}
