// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The app download that a notification is about.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/appdata>
public struct NotificationAppData: Hashable, Sendable, Codable {
    /// The environment.
    public var environment: Environment

    /// The app's number; absent in the sandbox.
    public var appAppleId: AppAppleID?

    /// The app.
    public var bundleId: BundleID

    /// The signed app transaction.
    public var signedAppTransactionInfo: SignedPayload?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        environment: Environment,
        appAppleId: AppAppleID? = nil,
        bundleId: BundleID,
        signedAppTransactionInfo: SignedPayload? = nil
    ) {
        self.environment = environment
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.signedAppTransactionInfo = signedAppTransactionInfo
    }
}
