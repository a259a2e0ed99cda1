// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// The states of a transaction in the payment queue.
public enum SKPaymentTransactionState: Int, Sendable {
    /// The store is working on it.
    case purchasing

    /// Bought; the app delivers and finishes it.
    case purchased

    /// Not bought.
    case failed

    /// Bought before, and given back.
    case restored

    /// It waits for something outside the app, such as a parent.
    case deferred
}

/// A transaction in the payment queue.
///
/// <https://developer.apple.com/documentation/storekit/skpaymenttransaction>
open class SKPaymentTransaction: NSObject, KeyValueCoded, @unchecked Sendable {
    struct Contents: Sendable {
        var payment = SKPayment()
        var state = SKPaymentTransactionState.purchasing
        var error: SKError?
        var id: UInt64?
        var date: Date?
        var original: SKPaymentTransaction?
        var attempt: UUID?
    }

    // The members are read by the app's threads while the queue changes them on the main one.
    private let contents: Mutex<Contents>

    /// What a test set by name.
    public let givenValues = KeyValueOverrides()

    init(_ contents: Contents) {
        self.contents = Mutex(contents)
        super.init()
    }

    /// Makes a transaction that a test's subclass describes.
    override public init() {
        contents = Mutex(Contents())
        super.init()
    }

    /// What was asked for.
    open var payment: SKPayment { givenValues.value("payment", else: contents.withLock { $0.payment }) }

    /// Where it stands.
    open var transactionState: SKPaymentTransactionState {
        givenValues.choice("transactionState", else: contents.withLock { $0.state })
    }

    /// Why it failed; a value of ``SKError``.
    open var error: (any Error)? { givenValues.optional("error", else: contents.withLock { $0.error }) }

    /// The transaction's number; nil until it is bought or restored.
    open var transactionIdentifier: String? {
        givenValues.optional("transactionIdentifier", else: contents.withLock { $0.id }.map(String.init))
    }

    /// When it was bought.
    open var transactionDate: Date? { givenValues.optional("transactionDate", else: contents.withLock { $0.date }) }

    /// The transaction that this one restores or renews.
    open var original: SKPaymentTransaction? {
        // Apple's member is `originalTransaction` to Objective-C.
        givenValues.optional(
            "original",
            else: givenValues.optional("originalTransaction", else: contents.withLock { $0.original })
        )
    }

    /// Hosted content; none here.
    open var downloads: [SKDownload] { [] }

    /// The receipt of iOS 6, which the app receipt took the place of; nil without a store in this process.
    open var transactionReceipt: Data? {
        guard transactionState == .purchased || transactionState == .restored, let id else { return nil }
        return StoreRuntime.shared.transactionReceipt(of: id)
    }

    var id: UInt64? { contents.withLock { $0.id } }

    var attempt: UUID? { contents.withLock { $0.attempt } }

    func update(_ change: (inout Contents) -> Void) {
        contents.withLock { change(&$0) }
    }
}

extension SKPaymentTransaction.Contents {
    /// The queue's view of a signed transaction.
    init(_ transaction: Transaction, state: SKPaymentTransactionState, payment: SKPayment? = nil) {
        var asked = PaymentContents()
        asked.product = transaction.productID
        asked.quantity = transaction.purchasedQuantity
        asked.username = transaction.appAccountToken?.uuidString
        self.payment = payment ?? SKPayment(contents: asked)
        self.state = state
        id = transaction.id
        date = transaction.purchaseDate
        if state == .restored || transaction.id != transaction.originalID {
            var first = Self()
            first.payment = self.payment
            first.state = .purchased
            first.id = transaction.originalID
            first.date = transaction.originalPurchaseDate
            original = SKPaymentTransaction(first)
        }
    }
}
