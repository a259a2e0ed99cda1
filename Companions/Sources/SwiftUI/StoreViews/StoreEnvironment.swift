// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

/// What the views around a store say about its purchases.
struct StoreSettings {
    var start: (@MainActor (Product) async -> Void)?
    var completion: (@MainActor (Product, Result<Product.PurchaseResult, any Error>) async -> Void)?
    var options: (@MainActor (Product) async -> Set<Product.PurchaseOption>)?
    var buttons: [StoreButtonKind: Visibility] = [:]
    var style: (any ProductViewStyle)?
    var signIn: (@MainActor () -> Void)?
    var policies: [SubscriptionStorePolicyKind: URL] = [:]
}

extension EnvironmentValues {
    private struct StoreSettingsKey: EnvironmentKey {
        static var defaultValue: StoreSettings { StoreSettings() }
    }

    var storeSettings: StoreSettings {
        get { self[StoreSettingsKey.self] }
        set { self[StoreSettingsKey.self] = newValue }
    }

    /// Buys a product.
    ///
    /// <https://developer.apple.com/documentation/swiftui/environmentvalues/purchase>
    public var purchase: PurchaseAction { PurchaseAction() }

    /// Asks the customer to rate the app; no one is asked on Linux.
    ///
    /// <https://developer.apple.com/documentation/swiftui/environmentvalues/requestreview>
    public var requestReview: RequestReviewAction { RequestReviewAction() }

    /// Shows a message of the store; there is nothing to show on Linux.
    ///
    /// <https://developer.apple.com/documentation/swiftui/environmentvalues/displaystorekitmessage>
    public var displayStoreKitMessage: DisplayMessageAction { DisplayMessageAction() }
}

/// Buys a product, as `@Environment(\.purchase)` gives it.
@MainActor
public struct PurchaseAction {
    /// Buys a product.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - options: The choices that go along.
    /// - Returns: How it ended.
    /// - Throws: `Product.PurchaseError` when it could not begin, `StoreKitError` when the store failed.
    public func callAsFunction(
        _ product: Product,
        options: Set<Product.PurchaseOption> = []
    ) async throws -> Product.PurchaseResult {
        defer { StoreChanges.notify() }
        return try await product.purchase(options: options)
    }
}

/// Asks the customer to rate the app.
@MainActor
public struct RequestReviewAction {
    /// Asks; no one is asked on Linux.
    public func callAsFunction() {}
}

/// Shows a message of the store.
@MainActor
public struct DisplayMessageAction {
    /// Shows it; there is nothing to show on Linux.
    public func callAsFunction(_ message: Message) throws {}
}

/// Whether something is shown.
///
/// <https://developer.apple.com/documentation/swiftui/visibility>
public enum Visibility: Hashable, Sendable, CaseIterable {
    /// As the view chooses.
    case automatic

    /// It is.
    case visible

    /// It is not.
    case hidden
}

/// A button that a store may have.
///
/// <https://developer.apple.com/documentation/storekit/storebuttonkind>
public struct StoreButtonKind: Hashable, Sendable {
    let title: String

    /// Closes the store.
    public static let cancellation = StoreButtonKind(title: "Cancel")

    /// Restores purchases.
    public static let restorePurchases = StoreButtonKind(title: "Restore Purchases")

    /// Redeems an offer code.
    public static let redeemCode = StoreButtonKind(title: "Redeem Code")

    /// Signs in, for customers who have what is sold already.
    public static let signIn = StoreButtonKind(title: "Sign In")

    /// Shows the policies.
    public static let policies = StoreButtonKind(title: "Policies")
}

/// A policy of the app.
///
/// <https://developer.apple.com/documentation/storekit/subscriptionstorepolicykind>
public struct SubscriptionStorePolicyKind: Hashable, Sendable {
    private let name: String

    /// The terms of service.
    public static let termsOfService = SubscriptionStorePolicyKind(name: "termsOfService")

    /// The privacy policy.
    public static let privacyPolicy = SubscriptionStorePolicyKind(name: "privacyPolicy")
}
