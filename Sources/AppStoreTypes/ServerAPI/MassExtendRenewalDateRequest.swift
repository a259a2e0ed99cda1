// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Asks to extend the renewal dates of all subscribers of a product.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldaterequest>
public struct MassExtendRenewalDateRequest: Hashable, Sendable, Codable {
    /// How many days; 1 to 90.
    public var extendByDays: Int

    /// Why.
    public var extendReasonCode: ExtendReasonCode

    /// The caller's name of the request, a UUID.
    public var requestIdentifier: String

    /// The storefronts it is limited to; all when absent.
    public var storefrontCountryCodes: [StorefrontCountryCode]?

    /// The product.
    public var productId: ProductID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        extendByDays: Int,
        extendReasonCode: ExtendReasonCode,
        requestIdentifier: String,
        storefrontCountryCodes: [StorefrontCountryCode]? = nil,
        productId: ProductID
    ) {
        self.extendByDays = extendByDays
        self.extendReasonCode = extendReasonCode
        self.requestIdentifier = requestIdentifier
        self.storefrontCountryCodes = storefrontCountryCodes
        self.productId = productId
    }
}
