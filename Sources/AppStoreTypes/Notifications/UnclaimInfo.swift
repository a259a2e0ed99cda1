// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The seat claims that the App Store revoked, because it refunded seats that the team had assigned.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/unclaiminfo>
public struct UnclaimInfo: Hashable, Sendable, Codable {
    /// The claims; a team that does not know one ignores it.
    public var unclaimSeatIds: [SeatClaimID]

    /// The environment.
    public var environment: Environment?

    /// The app's number.
    public var appAppleId: AppAppleID?

    /// The app.
    public var bundleId: BundleID?

    /// The group subscription.
    public var originalTransactionId: OriginalTransactionID?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        unclaimSeatIds: [SeatClaimID],
        environment: Environment? = nil,
        appAppleId: AppAppleID? = nil,
        bundleId: BundleID? = nil,
        originalTransactionId: OriginalTransactionID? = nil
    ) {
        self.unclaimSeatIds = unclaimSeatIds
        self.environment = environment
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.originalTransactionId = originalTransactionId
    }
}
