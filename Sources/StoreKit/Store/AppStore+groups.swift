// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What may go along with an offer code; Apple defines no value yet.
public struct RedeemOption: Equatable, Hashable, Sendable {}

/// How the App Store invites the members of a group after its purchase.
public struct MultiSeatInvitationBehavior: Equatable, Hashable, Sendable {
    private let name: String

    /// The App Store decides.
    public static let automatic = MultiSeatInvitationBehavior(name: "automatic")
}

extension AppStore {
    /// Lets the buyer of a group subscription invite people; Linux has none.
    ///
    /// - Parameters:
    ///   - controller: Where to show it.
    ///   - subscriptionGroupID: The subscription's group.
    /// - Throws: ``StoreKitError`` when a test simulates a failure.
    @MainActor
    public static func presentMultiSeatInvitationSheet(
        from controller: UIViewController,
        subscriptionGroupID: String
    ) async throws {
        try await StoreRuntime.shared.showManageSubscriptions()
    }
}
