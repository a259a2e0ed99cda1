// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How the App Store invites the members of a group after its purchase.
public struct MultiSeatInvitationBehavior: Equatable, Hashable, Sendable {
    private let name: String

    /// The App Store decides.
    public static let automatic = MultiSeatInvitationBehavior(name: "automatic")
}

extension AppStore {
    /// Lets the buyer of a group subscription invite people.
    ///
    /// There is no sheet on Linux: ``StoreKitSimulator/invitationSheets`` says that one was to be shown.
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
        try await StoreRuntime.shared.showInvitationSheet(groupID: subscriptionGroupID)
    }
}
