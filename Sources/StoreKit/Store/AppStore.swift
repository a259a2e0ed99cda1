// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The store itself, as the app sees it.
///
/// <https://developer.apple.com/documentation/storekit/appstore>
public enum AppStore {
    /// Whether the customer may pay on this device.
    public static var canMakePayments: Bool { StoreRuntime.shared.canMakePayments }

    /// The identifier that ties signed documents to this device.
    public static var deviceVerificationID: UUID? { StoreRuntime.shared.deviceVerificationID }

    /// The customer's age rating, when the system shares it; never on Linux.
    public static var ageRatingCode: Int? {
        get async { nil }
    }

    /// Fetches the customer's transactions and subscriptions again, as a "restore purchases" button asks for.
    ///
    /// - Throws: ``StoreKitError`` when the store does not answer.
    public static func sync() async throws {
        try await StoreRuntime.shared.sync()
    }
}

extension AppStore: Sendable {}

extension AppStore {
    /// Shows the customer's subscriptions; there is nothing to show on Linux.
    ///
    /// - Parameter scene: Where to show them.
    /// - Throws: ``StoreKitError`` when a test simulates a failure.
    @MainActor
    public static func showManageSubscriptions(in scene: UIWindowScene) async throws {
        try await StoreRuntime.shared.showManageSubscriptions()
    }

    /// Shows the customer's subscriptions of a group; there is nothing to show on Linux.
    ///
    /// - Parameters:
    ///   - scene: Where to show them.
    ///   - subscriptionGroupID: The group.
    /// - Throws: ``StoreKitError`` when a test simulates a failure.
    @MainActor
    public static func showManageSubscriptions(in scene: UIWindowScene, subscriptionGroupID: String) async throws {
        try await StoreRuntime.shared.showManageSubscriptions()
    }

    /// Lets the customer redeem an offer code; the transaction comes by ``Transaction/updates``.
    ///
    /// There is no sheet on Linux: ``StoreKitSimulator/enterOfferCode(_:)`` has the code.
    ///
    /// - Parameter scene: Where to ask.
    /// - Throws: ``StoreKitError`` when the code is refused, or a test simulates a failure.
    @MainActor
    public static func presentOfferCodeRedeemSheet(in scene: UIWindowScene) async throws {
        try await StoreRuntime.shared.showOfferCodeSheet(of: try StoreRuntime.shared.backend())
    }

    /// Asks the customer to rate the app; no one is asked on Linux.
    @MainActor
    public static func requestReview(in scene: UIWindowScene) {}

    /// Shows what the App Store would sell together; there is nothing to show on Linux.
    ///
    /// - Parameters:
    ///   - kind: What to show.
    ///   - controller: Where to show it.
    /// - Returns: That the customer looked away.
    /// - Throws: Nothing on Linux.
    @MainActor
    public static func presentMerchandising(
        _ kind: AppStoreMerchandisingKind,
        from controller: UIViewController
    ) async throws -> AppStoreMerchandisingKind.PresentationResult {
        .dismissed
    }
}
