// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit

// The flow of an article's purchase manager as our own code: product request, order at the team's server, payment,
// check by the team's server, finish. Its slips are kept, because a test shows them: a restored transaction counts as a
// failure, and the key that is cleared at the end is the order's number instead of the mark under which it was stored.

/// What the manager reports to its owner.
public protocol OrderedPurchaseDelegate: AnyObject {
    /// The purchase was verified.
    func buySuccess()

    /// The purchase failed.
    func buyFailed(_ reason: OrderedPurchaseManager.Failure)
}

/// Asks the team's server for an order, pays, verifies with the receipt, and finishes.
public final class OrderedPurchaseManager: NSObject, SKProductsRequestDelegate, SKPaymentTransactionObserver {
    /// Why a purchase failed.
    public enum Failure: Equatable {
        /// The product is not sold.
        case noProduct

        /// The order's number is not known any more.
        case noOrder

        /// The receipt is missing.
        case noReceipt

        /// The store said so.
        case transaction(SKError.Code?)
    }

    /// Where the order's number is kept.
    public static let orderMark = "article.order"

    /// Told how it ended.
    public weak var delegate: OrderedPurchaseDelegate?
    private let defaults: UserDefaults
    private let makeOrder: () -> String
    private let verify: (_ order: String, _ receipt: String, _ transaction: SKPaymentTransaction) -> Bool
    private var productID = ""
    private var orderID = ""
    private var request: SKProductsRequest?

    /// Makes a manager, which listens from now on.
    ///
    /// - Parameters:
    ///   - defaults: Where the order's number is kept.
    ///   - makeOrder: Asks the server for an order.
    ///   - verify: Asks the server whether a purchase is good.
    public init(
        defaults: UserDefaults,
        makeOrder: @escaping () -> String,
        verify: @escaping (String, String, SKPaymentTransaction) -> Bool
    ) {
        self.defaults = defaults
        self.makeOrder = makeOrder
        self.verify = verify
        super.init()
        SKPaymentQueue.default().add(self)
    }

    /// Begins a purchase.
    public func requestProduct(_ id: String) {
        guard SKPaymentQueue.canMakePayments() else { return }
        productID = id
        let request = SKProductsRequest(productIdentifiers: [id])
        request.delegate = self
        request.start()
        self.request = request
    }

    /// The store answered.
    public func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        guard let product = response.products.first(where: { $0.productIdentifier == productID }) else {
            delegate?.buyFailed(.noProduct)
            return
        }
        createOrder(for: product)
    }

    private func createOrder(for product: SKProduct) {
        orderID = makeOrder()
        defaults.setValue(orderID, forKey: Self.orderMark)
        SKPaymentQueue.default().add(SKMutablePayment(product: product))
    }

    /// Transactions changed.
    public func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchased: verifyPurchase(transaction)
            case .purchasing: break
            // The slip: what was bought before is not a failure.
            case .restored, .failed: payFailed(transaction)
            default: payFailed(transaction)
            }
        }
    }

    private func verifyPurchase(_ transaction: SKPaymentTransaction) {
        if orderID.count <= 1 { orderID = defaults.value(forKey: Self.orderMark) as? String ?? "" }
        guard orderID.count > 1 else {
            delegate?.buyFailed(.noOrder)
            return
        }
        guard let url = Bundle.main.appStoreReceiptURL, let data = NSData(contentsOf: url),
            transaction.transactionIdentifier != nil
        else {
            delegate?.buyFailed(.noReceipt)
            return
        }
        let receipt = data.base64EncodedString(options: .endLineWithLineFeed)
        // Bought and not verified is never finished.
        guard verify(orderID, receipt, transaction) else { return }
        delegate?.buySuccess()
        SKPaymentQueue.default().finishTransaction(transaction)
        // The mistake: the order's number is not a key.
        defaults.setValue(nil, forKey: orderID)
    }

    private func payFailed(_ transaction: SKPaymentTransaction) {
        delegate?.buyFailed(.transaction((transaction.error as? SKError)?.code))
        SKPaymentQueue.default().finishTransaction(transaction)
    }
}
