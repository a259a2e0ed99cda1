// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit

extension SKTestSession {
    /// A parent allows a purchase.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func approveAskToBuyTransaction(identifier: UInt) throws {
        try attempt { try store.completePending(identifier) }
    }

    /// A parent declines a purchase.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func declineAskToBuyTransaction(identifier: UInt) throws {
        try attempt { try store.declinePending(identifier) }
    }

    /// The customer fixes what keeps a purchase or a renewal from being charged.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func resolveIssueForTransaction(identifier: UInt) throws {
        try attempt { try store.resolveIssue(identifier) }
    }

    /// The store gives the customer's money back.
    ///
    /// A refund of a subscription's current period ends the subscription. A refund of an earlier period revokes that
    /// transaction alone, and the subscription still renews: measured with Xcode 27.0, iOS 27.0. To end it as well, call
    /// `disableAutoRenewForTransaction(identifier:)`.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func refundTransaction(identifier: UInt) throws {
        try attempt { try store.refund(number: identifier) }
    }

    /// The customer turns a subscription's renewal on.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func enableAutoRenewForTransaction(identifier: UInt) throws {
        try attempt { try store.setRenewal(identifier, on: true) }
    }

    /// The customer turns a subscription's renewal off.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func disableAutoRenewForTransaction(identifier: UInt) throws {
        try attempt { try store.setRenewal(identifier, on: false) }
    }

    /// The store asks the customer to agree to a higher price.
    ///
    /// Only a subscription that is alive and renews to the transaction's product is asked about.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func requestPriceIncreaseConsentForTransaction(identifier: UInt) throws {
        try attempt { try store.requestPriceConsent(identifier) }
    }

    /// The customer agrees to a higher price.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func consentToPriceIncreaseForTransaction(identifier: UInt) throws {
        try attempt { try store.respondToPriceConsent(identifier, agrees: true) }
    }

    /// The customer does not agree to a higher price; the subscription ends with its period.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func declinePriceIncreaseForTransaction(identifier: UInt) throws {
        try attempt { try store.respondToPriceConsent(identifier, agrees: false) }
    }

    /// Takes a transaction out of the customer's history, as if it had never been.
    ///
    /// A subscription without its latest period has ended; without any, the customer may have the introductory offer
    /// again. A purchase that waits is abandoned.
    ///
    /// - Parameter identifier: The transaction, by its number in ``allTransactions()``.
    /// - Throws: ``SKTestError`` when there is no such transaction, or its state does not allow it.
    public func deleteTransaction(identifier: UInt) throws {
        try attempt { try store.delete(identifier) }
    }
}

// Apple's documentation prints the numbers as `Int`.
extension SKTestSession {
    /// A parent allows a purchase.
    @_disfavoredOverload
    public func approveAskToBuyTransaction(identifier: Int) throws {
        try approveAskToBuyTransaction(identifier: number(identifier))
    }

    /// A parent declines a purchase.
    @_disfavoredOverload
    public func declineAskToBuyTransaction(identifier: Int) throws {
        try declineAskToBuyTransaction(identifier: number(identifier))
    }

    /// The customer fixes what keeps a purchase or a renewal from being charged.
    @_disfavoredOverload
    public func resolveIssueForTransaction(identifier: Int) throws {
        try resolveIssueForTransaction(identifier: number(identifier))
    }

    /// The store gives the customer's money back.
    @_disfavoredOverload
    public func refundTransaction(identifier: Int) throws {
        try refundTransaction(identifier: number(identifier))
    }

    /// The customer turns a subscription's renewal on.
    @_disfavoredOverload
    public func enableAutoRenewForTransaction(identifier: Int) throws {
        try enableAutoRenewForTransaction(identifier: number(identifier))
    }

    /// The customer turns a subscription's renewal off.
    @_disfavoredOverload
    public func disableAutoRenewForTransaction(identifier: Int) throws {
        try disableAutoRenewForTransaction(identifier: number(identifier))
    }

    /// The store asks the customer to agree to a higher price.
    @_disfavoredOverload
    public func requestPriceIncreaseConsentForTransaction(identifier: Int) throws {
        try requestPriceIncreaseConsentForTransaction(identifier: number(identifier))
    }

    /// The customer agrees to a higher price.
    @_disfavoredOverload
    public func consentToPriceIncreaseForTransaction(identifier: Int) throws {
        try consentToPriceIncreaseForTransaction(identifier: number(identifier))
    }

    /// The customer does not agree to a higher price; the subscription ends with its period.
    @_disfavoredOverload
    public func declinePriceIncreaseForTransaction(identifier: Int) throws {
        try declinePriceIncreaseForTransaction(identifier: number(identifier))
    }

    /// Takes a transaction out of the customer's history.
    @_disfavoredOverload
    public func deleteTransaction(identifier: Int) throws {
        try deleteTransaction(identifier: number(identifier))
    }

    private func number(_ identifier: Int) throws -> UInt {
        guard let number = UInt(exactly: identifier) else { throw SKTestError(.noTransactionFound) }
        return number
    }
}
