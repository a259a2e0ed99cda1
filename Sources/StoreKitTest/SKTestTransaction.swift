// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

/// A transaction as a test session shows it.
///
/// <https://developer.apple.com/documentation/storekittest/sktesttransaction>
open class SKTestTransaction: NSObject, @unchecked Sendable {
    private let record: TestTransactionRecord

    init(record: TestTransactionRecord) {
        self.record = record
        super.init()
    }

    /// The transaction's number.
    public var identifier: UInt { record.number }

    /// The number of the purchase that began this one's life.
    public var originalTransactionIdentifier: UInt { record.original }

    /// The product.
    public var productIdentifier: String { record.product }

    /// Where it stands.
    public var state: SKPaymentTransactionState {
        switch record.standing {
        case .purchased: .purchased
        case .deferred: .deferred
        case .failed: .failed
        }
    }

    /// When it was bought.
    public var purchaseDate: Date { record.purchaseDate }

    /// When the store revoked it.
    public var cancelDate: Date? { record.cancelDate }

    /// When the subscription's period ends.
    public var expirationDate: Date? { record.expirationDate }

    /// Whether the subscription renews.
    public var autoRenewingEnabled: Bool { record.willRenew }

    /// Whether something keeps the purchase or the renewal from being charged.
    public var hasPurchaseIssue: Bool { record.hasIssue }

    /// Whether the customer has not answered yet whether a higher price is welcome.
    public var isPendingPriceIncreaseConsent: Bool { record.waitsForPriceConsent }

    /// Whether a parent has not answered yet.
    public var pendingAskToBuyConfirmation: Bool { record.isPendingApproval }
}
