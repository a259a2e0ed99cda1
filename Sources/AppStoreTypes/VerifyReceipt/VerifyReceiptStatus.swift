// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What verifyReceipt says of a receipt.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstorereceipts/status>
public struct VerifyReceiptStatus: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The receipt is good.
    public static let valid = VerifyReceiptStatus(rawValue: 0)

    /// The request was no POST.
    public static let notPost = VerifyReceiptStatus(rawValue: 21_000)

    /// No longer sent.
    public static let notSent = VerifyReceiptStatus(rawValue: 21_001)

    /// The receipt data is malformed, or the service had a temporary problem.
    public static let malformed = VerifyReceiptStatus(rawValue: 21_002)

    /// The receipt is not Apple's.
    public static let notAuthentic = VerifyReceiptStatus(rawValue: 21_003)

    /// The shared secret is not the app's.
    public static let wrongSecret = VerifyReceiptStatus(rawValue: 21_004)

    /// The service is down for the moment.
    public static let unavailable = VerifyReceiptStatus(rawValue: 21_005)

    /// The receipt is good but the subscription has ended; only for receipts of the transaction style.
    public static let expired = VerifyReceiptStatus(rawValue: 21_006)

    /// A sandbox receipt was sent to production.
    public static let sandboxReceipt = VerifyReceiptStatus(rawValue: 21_007)

    /// A production receipt was sent to the sandbox.
    public static let productionReceipt = VerifyReceiptStatus(rawValue: 21_008)

    /// Apple could not read its own records.
    public static let internalError = VerifyReceiptStatus(rawValue: 21_009)

    /// The customer's account is gone.
    public static let accountNotFound = VerifyReceiptStatus(rawValue: 21_010)
}

extension VerifyReceiptStatus {
    /// Whether the same request may succeed later by the status alone.
    ///
    /// 21002 counts: Apple sends it for temporary problems too. Of 21100 to 21199 the answer itself says.
    public var isRetryable: Bool {
        switch self {
        case .malformed, .unavailable, .internalError: true
        default: (21_100...21_199).contains(rawValue)
        }
    }

    /// Whether the answer carries a receipt that is Apple's.
    public var isGood: Bool { self == .valid || self == .expired }

    /// What the status means and what to do.
    public var explanation: String {
        Self.explanations[self]
            ?? ((21_100...21_199).contains(rawValue)
                ? "Apple could not read its own records. Try again later."
                : "Apple answered with a status that is not known here.")
    }

    private static let explanations: [VerifyReceiptStatus: String] = [
        .valid: "The receipt is good.",
        .notPost: "The request was no POST. Send it with that method.",
        .notSent: "Apple no longer sends this status.",
        .malformed: "The receipt data is malformed, or Apple had a temporary problem. Try once more, then refuse it.",
        .notAuthentic: "The receipt is not Apple's. Refuse it.",
        .wrongSecret: "The shared secret is not the app's. Set the one from App Store Connect.",
        .unavailable: "The service is down for the moment. Try again later.",
        .expired: "The receipt is good but the subscription has ended.",
        .sandboxReceipt: "The receipt comes from the sandbox. Ask the sandbox.",
        .productionReceipt: "The receipt comes from production. Ask production.",
        .internalError: "Apple could not read its own records. Try again later.",
        .accountNotFound: "The customer's account is gone. Refuse the receipt.",
    ]
}
