// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A page of a customer's transactions.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/historyresponse>
public struct HistoryResponse: Hashable, Sendable, Codable {
    /// The mark from which to ask on; on the last page too, for what changes later.
    public var revision: String?

    /// Whether another page follows.
    public var hasMore: Bool

    /// The app.
    public var bundleId: BundleID

    /// The app's number; absent in the sandbox.
    public var appAppleId: AppAppleID?

    /// The environment.
    public var environment: Environment

    /// At most 20 signed transactions.
    public var signedTransactions: [SignedPayload]

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        revision: String? = nil,
        hasMore: Bool,
        bundleId: BundleID,
        appAppleId: AppAppleID? = nil,
        environment: Environment,
        signedTransactions: [SignedPayload]
    ) {
        self.revision = revision
        self.hasMore = hasMore
        self.bundleId = bundleId
        self.appAppleId = appAppleId
        self.environment = environment
        self.signedTransactions = signedTransactions
    }
}
