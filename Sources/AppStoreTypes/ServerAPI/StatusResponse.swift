// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The state of every subscription of a customer.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/statusresponse>
public struct StatusResponse: Hashable, Sendable, Codable {
    /// The environment.
    public var environment: Environment

    /// The app.
    public var bundleId: BundleID

    /// The app's number; absent in the sandbox.
    public var appAppleId: AppAppleID?

    /// The subscriptions by group.
    public var data: [SubscriptionGroupIdentifierItem]

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        environment: Environment,
        bundleId: BundleID,
        appAppleId: AppAppleID? = nil,
        data: [SubscriptionGroupIdentifierItem]
    ) {
        self.environment = environment
        self.bundleId = bundleId
        self.appAppleId = appAppleId
        self.data = data
    }
}
