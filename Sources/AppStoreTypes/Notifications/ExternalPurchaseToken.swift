// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The token of an external purchase.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/externalpurchasetoken>
public struct ExternalPurchaseToken: Hashable, Sendable, Codable {
    /// The token's identifier; it begins with SANDBOX in the sandbox.
    public var externalPurchaseId: String

    /// When it was made.
    public var tokenCreationDate: Date?

    /// The app's number.
    public var appAppleId: AppAppleID?

    /// The app.
    public var bundleId: BundleID?

    /// The kind of token.
    public var tokenType: String?

    /// When it ends.
    public var tokenExpirationDate: Date?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        externalPurchaseId: String,
        tokenCreationDate: Date? = nil,
        appAppleId: AppAppleID? = nil,
        bundleId: BundleID? = nil,
        tokenType: String? = nil,
        tokenExpirationDate: Date? = nil
    ) {
        self.externalPurchaseId = externalPurchaseId
        self.tokenCreationDate = tokenCreationDate
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.tokenType = tokenType
        self.tokenExpirationDate = tokenExpirationDate
    }
}

extension ExternalPurchaseToken {
    /// The environment, which Apple tells by the identifier's beginning.
    public var environment: Environment {
        externalPurchaseId.hasPrefix("SANDBOX") ? .sandbox : .production
    }
}
