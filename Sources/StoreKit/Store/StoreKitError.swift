// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why the store could not do what was asked.
///
/// <https://developer.apple.com/documentation/storekit/storekiterror>
public enum StoreKitError: Error {
    /// No one knows.
    case unknown

    /// The customer changed their mind.
    case userCancelled

    /// The network failed.
    case networkError(URLError)

    /// The system failed.
    case systemError(any Error)

    /// The product is not sold in the customer's storefront.
    case notAvailableInStorefront

    /// The app lacks an entitlement.
    case notEntitled

    /// The device or the system cannot do it.
    case unsupported

    /// A sheet was to be shown where none can be.
    case invalidPresentationContext
}

extension StoreKitError: Sendable {}

extension StoreKitError: LocalizedError {
    /// What went wrong.
    public var errorDescription: String? {
        switch self {
        case .unknown: "Unable to Complete Request"
        case .userCancelled: "The request was cancelled."
        case .networkError(let error): error.localizedDescription
        case .systemError(let error): error.localizedDescription
        case .notAvailableInStorefront: "The product is not available in this storefront."
        case .notEntitled: "The app is not entitled to this."
        case .unsupported: "This is not supported here."
        case .invalidPresentationContext: "There is nowhere to show this."
        }
    }

    /// Why it went wrong.
    public var failureReason: String? {
        switch self {
        case .unknown: nil
        case .userCancelled: "The customer cancelled."
        case .networkError: "The network failed."
        case .systemError: "The system failed."
        case .notAvailableInStorefront: "The developer does not sell it there."
        case .notEntitled: "The app's signature lacks an entitlement."
        case .unsupported: "The device or its system lacks what it takes."
        case .invalidPresentationContext: "The window or controller is not on the screen."
        }
    }

    /// What may help.
    public var recoverySuggestion: String? {
        switch self {
        case .networkError: "Check the connection and try again."
        case .unknown, .systemError: "Try again later."
        default: nil
        }
    }
}

/// A request to the store that was not well made.
public struct InvalidRequestError: Error {
    /// The store's number of the mistake.
    public let code: Int64

    /// What the store says.
    public let message: String
}
