// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

/// The ways calls of StoreKit can fail in a test.
///
/// <https://developer.apple.com/documentation/storekittest/sktestfailures>
public enum SKTestFailures {
    /// Loading products.
    public enum LoadProducts: SKTestFailure, SimulatedFailure {
        /// An error that every call may throw.
        case generic(StoreKitError)

        var thrown: any Error & Sendable {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// Buying.
    public enum Purchase: SKTestFailure, SimulatedFailure {
        /// An error that every call may throw.
        case generic(StoreKitError)

        /// An error of buying.
        case purchase(Product.PurchaseError)

        var thrown: any Error & Sendable {
            switch self {
            case .generic(let error): error
            case .purchase(let error): error
            }
        }
    }

    /// Checking signed documents.
    public enum Verification: SKTestFailure, SimulatedFailure {
        /// An error of the check; it does not matter of which document.
        case verification(VerificationResult<Transaction>.VerificationError)

        var thrown: any Error & Sendable {
            switch self {
            case .verification(let error): error.fault
            }
        }
    }

    /// Fetching everything again.
    public enum AppStoreSync: SKTestFailure, SimulatedFailure {
        /// An error that every call may throw.
        case generic(StoreKitError)

        var thrown: any Error & Sendable {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// Reading where subscriptions stand.
    public enum SubscriptionStatus: SKTestFailure, SimulatedFailure {
        /// An error that every call may throw.
        case generic(StoreKitError)

        var thrown: any Error & Sendable {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// Reading the app transaction.
    public enum AppTransaction: SKTestFailure, SimulatedFailure {
        /// An error that every call may throw.
        case generic(StoreKitError)

        var thrown: any Error & Sendable {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// Showing the customer's subscriptions.
    public enum ManageSubscriptions: SKTestFailure, SimulatedFailure {
        /// An error that every call may throw.
        case generic(StoreKitError)

        var thrown: any Error & Sendable {
            switch self {
            case .generic(let error): error
            }
        }
    }

    /// Asking for a refund.
    public enum RefundRequest: SKTestFailure, SimulatedFailure {
        /// An error that every call may throw.
        case generic(StoreKitError)

        /// An error of asking for a refund.
        case refundRequest(Transaction.RefundRequestError)

        var thrown: any Error & Sendable {
            switch self {
            case .generic(let error): error
            case .refundRequest(let error): error
            }
        }
    }

    /// Redeeming an offer code.
    public enum OfferCodeRedeem: SKTestFailure, SimulatedFailure {
        /// An error that every call may throw.
        case generic(StoreKitError)

        var thrown: any Error & Sendable {
            switch self {
            case .generic(let error): error
            }
        }
    }
}

// Errors that carry others cannot be compared by their values: they are equal when they say the same.

extension SKTestFailures.LoadProducts {
    /// Compares what the errors say.
    public static func == (lhs: Self, rhs: Self) -> Bool { "\(lhs.thrown)" == "\(rhs.thrown)" }
}

extension SKTestFailures.Purchase {
    /// Compares what the errors say.
    public static func == (lhs: Self, rhs: Self) -> Bool { "\(lhs.thrown)" == "\(rhs.thrown)" }
}

extension SKTestFailures.AppStoreSync {
    /// Compares what the errors say.
    public static func == (lhs: Self, rhs: Self) -> Bool { "\(lhs.thrown)" == "\(rhs.thrown)" }
}

extension SKTestFailures.SubscriptionStatus {
    /// Compares what the errors say.
    public static func == (lhs: Self, rhs: Self) -> Bool { "\(lhs.thrown)" == "\(rhs.thrown)" }
}

extension SKTestFailures.AppTransaction {
    /// Compares what the errors say.
    public static func == (lhs: Self, rhs: Self) -> Bool { "\(lhs.thrown)" == "\(rhs.thrown)" }
}

extension SKTestFailures.ManageSubscriptions {
    /// Compares what the errors say.
    public static func == (lhs: Self, rhs: Self) -> Bool { "\(lhs.thrown)" == "\(rhs.thrown)" }
}

extension SKTestFailures.RefundRequest {
    /// Compares what the errors say.
    public static func == (lhs: Self, rhs: Self) -> Bool { "\(lhs.thrown)" == "\(rhs.thrown)" }
}

extension SKTestFailures.OfferCodeRedeem {
    /// Compares what the errors say.
    public static func == (lhs: Self, rhs: Self) -> Bool { "\(lhs.thrown)" == "\(rhs.thrown)" }
}
