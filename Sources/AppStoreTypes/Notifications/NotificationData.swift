// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The app and the purchase that a notification is about.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/data>
public struct NotificationData: Hashable, Sendable, Codable {
    /// The environment.
    public var environment: Environment

    /// The app's number; absent in the sandbox.
    public var appAppleId: AppAppleID?

    /// The app.
    public var bundleId: BundleID

    /// The app's build.
    public var bundleVersion: String?

    /// The signed transaction.
    public var signedTransactionInfo: SignedPayload?

    /// The signed renewal info, for auto-renewable subscriptions.
    public var signedRenewalInfo: SignedPayload?

    /// The subscription's state at signing.
    public var status: SubscriptionStatus?

    /// Why the customer asked for a refund.
    public var consumptionRequestReason: ConsumptionRequestReason?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        environment: Environment,
        appAppleId: AppAppleID? = nil,
        bundleId: BundleID,
        bundleVersion: String? = nil,
        signedTransactionInfo: SignedPayload? = nil,
        signedRenewalInfo: SignedPayload? = nil,
        status: SubscriptionStatus? = nil,
        consumptionRequestReason: ConsumptionRequestReason? = nil
    ) {
        self.environment = environment
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.bundleVersion = bundleVersion
        self.signedTransactionInfo = signedTransactionInfo
        self.signedRenewalInfo = signedRenewalInfo
        self.status = status
        self.consumptionRequestReason = consumptionRequestReason
    }
}
