// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Binding a payment method to a customer; there is none to bind on Linux.
///
/// <https://developer.apple.com/documentation/storekit/paymentmethodbinding>
public struct PaymentMethodBinding: Sendable, Hashable, Identifiable {
    /// Why a payment method could not be bound.
    public enum PaymentMethodBindingError: LocalizedError {
        /// The customer may not have it.
        case notEligible

        /// The identifier is not known.
        case invalidPinningID

        /// It failed.
        case failed

        /// What went wrong.
        public var errorDescription: String? {
            switch self {
            case .notEligible: "The customer is not eligible."
            case .invalidPinningID: "The identifier is not valid."
            case .failed: "The payment method could not be bound."
            }
        }

        /// Why it went wrong.
        public var failureReason: String? { nil }

        /// What may help.
        public var recoverySuggestion: String? { nil }
    }

    /// The identifier.
    public let id: String

    /// Looks a binding up.
    ///
    /// - Parameter id: Its identifier.
    /// - Throws: ``PaymentMethodBindingError/notEligible``, because there is nothing to bind on Linux.
    public init(id: String) async throws {
        throw PaymentMethodBindingError.notEligible
    }

    /// Binds it.
    ///
    /// - Throws: ``PaymentMethodBindingError/failed``, because there is nothing to bind on Linux.
    public func bind() async throws {
        throw PaymentMethodBindingError.failed
    }
}

extension PaymentMethodBinding.PaymentMethodBindingError: Equatable {}
extension PaymentMethodBinding.PaymentMethodBindingError: Hashable {}
