// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The outcome of extending the renewal dates of many subscribers.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/summary>
public struct NotificationSummary: Hashable, Sendable, Codable {
    /// The environment.
    public var environment: Environment

    /// The app's number; absent in the sandbox.
    public var appAppleId: AppAppleID?

    /// The app.
    public var bundleId: BundleID

    /// The product that was extended.
    public var productId: ProductID

    /// The request, as the server named it.
    public var requestIdentifier: String

    /// The storefronts it was limited to.
    public var storefrontCountryCodes: [StorefrontCountryCode]?

    /// How many were extended.
    public var succeededCount: Int64

    /// How many were not.
    public var failedCount: Int64

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        environment: Environment,
        appAppleId: AppAppleID? = nil,
        bundleId: BundleID,
        productId: ProductID,
        requestIdentifier: String,
        storefrontCountryCodes: [StorefrontCountryCode]? = nil,
        succeededCount: Int64,
        failedCount: Int64
    ) {
        self.environment = environment
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.productId = productId
        self.requestIdentifier = requestIdentifier
        self.storefrontCountryCodes = storefrontCountryCodes
        self.succeededCount = succeededCount
        self.failedCount = failedCount
    }
}
