// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit

/// A call of StoreKit that a test can make fail.
///
/// <https://developer.apple.com/documentation/storekittest/failablestorekitapi>
public protocol FailableStoreKitAPI: Sendable {
    /// The ways it can fail.
    associatedtype Failure: SKTestFailure
}

/// A way a call can fail.
public protocol SKTestFailure: Equatable, Sendable {}

/// A call's name inside the store.
protocol SimulatedAPI: FailableStoreKitAPI {
    static var call: SimulatedCall { get }
}

/// A failure that knows what the call throws.
protocol SimulatedFailure: SKTestFailure {
    var thrown: any Error & Sendable { get }
}

/// Loading products.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The ways it can fail.
    public typealias Failure = SKTestFailures.LoadProducts

    static var call: SimulatedCall { .loadProducts }

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
    /// Loading products.
    public static var loadProducts: StoreKitLoadProductsAPI { StoreKitLoadProductsAPI() }
}

/// Buying.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The ways it can fail.
    public typealias Failure = SKTestFailures.Purchase

    static var call: SimulatedCall { .purchase }

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
    /// Buying.
    public static var purchase: StoreKitPurchaseAPI { StoreKitPurchaseAPI() }
}

/// Checking signed documents.
public struct StoreKitVerificationAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The ways it can fail.
    public typealias Failure = SKTestFailures.Verification

    static var call: SimulatedCall { .verification }

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
    /// Checking signed documents.
    public static var verification: StoreKitVerificationAPI { StoreKitVerificationAPI() }
}

/// Fetching everything again.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The ways it can fail.
    public typealias Failure = SKTestFailures.AppStoreSync

    static var call: SimulatedCall { .appStoreSync }

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    /// Fetching everything again.
    public static var appStoreSync: StoreKitAppStoreSyncAPI { StoreKitAppStoreSyncAPI() }
}

/// Reading where subscriptions stand.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The ways it can fail.
    public typealias Failure = SKTestFailures.SubscriptionStatus

    static var call: SimulatedCall { .subscriptionStatus }

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
    /// Reading where subscriptions stand.
    public static var subscriptionStatus: StoreKitSubscriptionStatusAPI { StoreKitSubscriptionStatusAPI() }
}

/// Reading the app transaction.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The ways it can fail.
    public typealias Failure = SKTestFailures.AppTransaction

    static var call: SimulatedCall { .appTransaction }

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
    /// Reading the app transaction.
    public static var appTransaction: StoreKitAppTransactionAPI { StoreKitAppTransactionAPI() }
}

/// Showing the customer's subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The ways it can fail.
    public typealias Failure = SKTestFailures.ManageSubscriptions

    static var call: SimulatedCall { .manageSubscriptions }

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
    /// Showing the customer's subscriptions.
    public static var manageSubscriptions: StoreKitManageSubscriptionsAPI { StoreKitManageSubscriptionsAPI() }
}

/// Asking for a refund.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The ways it can fail.
    public typealias Failure = SKTestFailures.RefundRequest

    static var call: SimulatedCall { .refundRequest }

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
    /// Asking for a refund.
    public static var refundRequest: StoreKitRefundRequestAPI { StoreKitRefundRequestAPI() }
}

/// Redeeming an offer code.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI, SimulatedAPI {
    /// The ways it can fail.
    public typealias Failure = SKTestFailures.OfferCodeRedeem

    static var call: SimulatedCall { .offerCodeRedeem }

    /// Makes the value.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    /// Redeeming an offer code.
    public static var offerCodeRedeem: StoreKitOfferCodeRedeemAPI { StoreKitOfferCodeRedeemAPI() }
}
