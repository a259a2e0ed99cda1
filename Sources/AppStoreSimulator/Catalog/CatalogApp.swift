// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// An app in the simulated store.
public struct CatalogApp: Hashable, Sendable, Codable {
    /// The app's bundle identifier.
    public var bundleID: BundleID

    /// The app's number.
    public var appAppleID: AppAppleID

    /// The app's name, as reports show it.
    public var name: String

    /// The app's SKU, as reports show it.
    public var sku: String

    /// The build that customers run.
    public var version: String

    /// The platform on which customers got it.
    public var platform: String

    /// Makes an app.
    public init(
        bundleID: BundleID,
        appAppleID: AppAppleID,
        name: String,
        sku: String? = nil,
        version: String = "1",
        platform: String = "iOS"
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.name = name
        self.sku = sku ?? bundleID.rawValue
        self.version = version
        self.platform = platform
    }
}

/// A subscription group's name.
public struct CatalogGroup: Hashable, Sendable, Codable {
    /// The group's identifier.
    public var id: SubscriptionGroupID

    /// The group's name.
    public var name: String

    /// Makes a group.
    public init(id: SubscriptionGroupID, name: String) {
        self.id = id
        self.name = name
    }
}
