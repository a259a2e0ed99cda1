// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation
public import PurserClient

/// What `NTIAPReceiptParams` holds: the proof of a purchase, for the team's backend.
#if canImport(Darwin) || PURSER_OBJC_CHECK
@objc(PurserIAPReceiptParams)
@objcMembers
#endif
public final class IAPReceiptParams: NSObject, Sendable {
    /// The app receipt in base64.
    public let receipt: String

    /// The transaction's identifier.
    public let transactionId: String

    /// The product's identifier.
    public let productId: String

    /// Reads what a verifier is asked.
    public init(_ request: VerificationRequest) {
        receipt = request.receipt ?? request.signedTransaction ?? ""
        transactionId = request.transaction
        productId = request.product
    }

    /// The purchase without its proof.
    public override var description: String { "transaction \(transactionId) of \(productId)" }
}
