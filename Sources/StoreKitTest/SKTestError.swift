// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation
import StoreKit

/// A mistake in a test.
///
/// <https://developer.apple.com/documentation/storekittest/sktesterror>
public struct SKTestError: CustomNSError, LocalizedError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// There is no such file, or it cannot be read.
        case fileNotFound

        /// The state does not allow it.
        case invalidAction

        /// There is no such product.
        case invalidProductIdentifier

        /// The product is of another kind.
        case invalidProductType

        /// The address is not a file's.
        case invalidURL

        /// The customer has no such subscription.
        case noSubscriptionFound

        /// There is no such transaction.
        case noTransactionFound

        /// Another test's session is behind StoreKit's entry points.
        case serviceUnavailable

        /// Matches errors of this code in a `catch`.
        public static func ~= (match: Code, error: any Error) -> Bool {
            (error as? SKTestError)?.code == match
        }
    }

    /// What went wrong.
    public let code: Code

    private let reason: String?

    /// Makes an error.
    public init(_ code: Code) {
        self.init(code, reason: nil)
    }

    init(_ code: Code, reason: String?) {
        self.code = code
        self.reason = reason
    }

    /// The domain.
    public static var errorDomain: String { SKTestErrorDomain }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// What went wrong, in words.
    public var errorDescription: String? { reason ?? code.text }

    /// What goes along when the error is bridged.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason ?? code.text] }
}

extension SKTestError {
    /// Compares codes.
    public static func == (lhs: SKTestError, rhs: SKTestError) -> Bool { lhs.code == rhs.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The domain of test sessions' errors.
public let SKTestErrorDomain: String = "SKTestErrorDomain"

extension SKTestError {
    /// There is no such file, or it cannot be read.
    public static var fileNotFound: SKTestError.Code { .fileNotFound }

    /// The state does not allow it.
    public static var invalidAction: SKTestError.Code { .invalidAction }

    /// There is no such product.
    public static var invalidProductIdentifier: SKTestError.Code { .invalidProductIdentifier }

    /// The product is of another kind.
    public static var invalidProductType: SKTestError.Code { .invalidProductType }

    /// The address is not a file's.
    public static var invalidURL: SKTestError.Code { .invalidURL }

    /// The customer has no such subscription.
    public static var noSubscriptionFound: SKTestError.Code { .noSubscriptionFound }

    /// There is no such transaction.
    public static var noTransactionFound: SKTestError.Code { .noTransactionFound }

    /// Another test's session is behind StoreKit's entry points.
    public static var serviceUnavailable: SKTestError.Code { .serviceUnavailable }

    init(_ mistake: SimulatedStore.TestSessionIssue) {
        switch mistake {
        case .noTransaction: self.init(.noTransactionFound)
        case .noSubscription: self.init(.noSubscriptionFound)
        case .unknownProduct: self.init(.invalidProductIdentifier)
        case .wrongProductType: self.init(.invalidProductType)
        case .invalidAction(let reason): self.init(.invalidAction, reason: reason)
        }
    }
}

extension SKTestError.Code {
    fileprivate var text: String {
        switch self {
        case .fileNotFound: "The configuration file was not found."
        case .invalidAction: "The state does not allow this."
        case .invalidProductIdentifier: "There is no such product."
        case .invalidProductType: "The product is of another kind."
        case .invalidURL: "The URL is not a file's."
        case .noSubscriptionFound: "There is no such subscription."
        case .noTransactionFound: "There is no such transaction."
        case .serviceUnavailable: "Another test's session is in use."
        }
    }
}
