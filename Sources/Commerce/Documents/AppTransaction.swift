// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What a signed document says of a customer's download of the app.
public struct AppTransaction: Hashable, Sendable, Codable {
    /// The download.
    public var id: AppTransactionID?

    /// The app's version on the device.
    public var appVersion: String?

    /// When the customer first got the app.
    public var originalPurchaseDate: Date?

    /// The version the customer first got.
    public var originalAppVersion: String?

    /// The platform on which the customer first got the app.
    public var originalPlatform: String?

    /// When the customer pre-ordered the app.
    public var preorderDate: Date?

    /// Makes a value from what is known.
    public init(
        id: AppTransactionID? = nil,
        appVersion: String? = nil,
        originalPurchaseDate: Date? = nil,
        originalAppVersion: String? = nil,
        originalPlatform: String? = nil,
        preorderDate: Date? = nil
    ) {
        self.id = id
        self.appVersion = appVersion
        self.originalPurchaseDate = originalPurchaseDate
        self.originalAppVersion = originalAppVersion
        self.originalPlatform = originalPlatform
        self.preorderDate = preorderDate
    }
}
