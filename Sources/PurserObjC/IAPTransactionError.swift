// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
public import PurserClient

/// The codes of `NTIAPTool`, with its numbers.
#if canImport(Darwin) || PURSER_OBJC_CHECK
@objc(PurserIAPTransactionError)
#endif
public enum IAPTransactionError: Int, CaseIterable, Sendable {
    /// It is not known what went wrong.
    case unknown = 0

    /// The product's identifier is empty.
    case productIdEmpty

    /// This device or its user may not pay.
    case cannotMakePayments

    /// An earlier purchase is paid and not verified yet.
    case transactionNotFinished

    /// The product could not be loaded, or is not sold.
    case getProductFailed

    /// There was nothing to verify or to restore.
    case transactionsEmpty

    /// The payment failed or was canceled; the message begins with Apple's number.
    case transactionFailed

    /// Purchases could not be restored; the message begins with Apple's number.
    case restoreTransactionFailed

    /// The code of one of the SDK's errors; what the tool has no code for is unknown.
    public init(_ error: PurserError) {
        switch error.code {
        case .productIDEmpty: self = .productIdEmpty
        case .deviceCannotPay: self = .cannotMakePayments
        case .transactionNotFinished: self = .transactionNotFinished
        case .productRequestFailed, .unknownProduct: self = .getProductFailed
        case .queueEmpty: self = .transactionsEmpty
        case .transactionFailed, .orderFailed: self = .transactionFailed
        case .restoreFailed: self = .restoreTransactionFailed
        default: self = .unknown
        }
    }

    /// The domain of these errors.
    public static let domain = "NTIAPTool"

    /// An error with this code and one of the SDK's texts; the SDK's own error is the underlying one.
    static func error(_ error: PurserError) -> NSError {
        NSError(
            domain: domain,
            code: IAPTransactionError(error).rawValue,
            userInfo: [NSLocalizedDescriptionKey: error.text(in: error.language), NSUnderlyingErrorKey: error]
        )
    }
}
