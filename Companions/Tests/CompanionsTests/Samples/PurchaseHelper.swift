// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Written as app code commonly is, because that is what must compile; so it keeps none of these rules of the house:
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap, OmitExplicitReturns, ReplaceForEachWithForLoop, OrderedImports, NeverUseImplicitlyUnwrappedOptionals

// The helper of a thousand older apps: one class, closures, the payment queue.
import StoreKit

public typealias ProductsRequestCompletionHandler = (_ success: Bool, _ products: [SKProduct]?) -> Void
public typealias PurchaseCompletion = (Result<SKPaymentTransaction, Error>) -> Void

open class PurchaseHelper: NSObject {
    private let productIdentifiers: Set<String>
    private(set) var purchasedIdentifiers: Set<String> = []
    private var productsRequest: SKProductsRequest?
    private var productsRequestCompletionHandler: ProductsRequestCompletionHandler?
    private var purchaseCompletion: PurchaseCompletion?
    private var restoreCompletion: ((Int) -> Void)?
    private var restoredCount = 0

    static let purchaseNotification = Notification.Name("PurchaseHelperPurchaseNotification")

    public init(productIds: Set<String>) {
        productIdentifiers = productIds
        super.init()
        SKPaymentQueue.default().add(self)
    }

    deinit {
        SKPaymentQueue.default().remove(self)
    }

    public func requestProducts(completionHandler: @escaping ProductsRequestCompletionHandler) {
        productsRequest?.cancel()
        productsRequestCompletionHandler = completionHandler
        productsRequest = SKProductsRequest(productIdentifiers: productIdentifiers)
        productsRequest!.delegate = self
        productsRequest!.start()
    }

    public func buyProduct(_ product: SKProduct, completion: @escaping PurchaseCompletion) {
        guard SKPaymentQueue.canMakePayments() else {
            completion(.failure(SKError(.paymentNotAllowed)))
            return
        }
        purchaseCompletion = completion
        let payment = SKMutablePayment(product: product)
        payment.quantity = 1
        SKPaymentQueue.default().add(payment)
    }

    public func restorePurchases(completion: @escaping (Int) -> Void) {
        restoredCount = 0
        restoreCompletion = completion
        SKPaymentQueue.default().restoreCompletedTransactions()
    }

    public func regularPrice(of product: SKProduct) -> String? {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = product.priceLocale
        return formatter.string(from: product.price)
    }
}

extension PurchaseHelper: SKProductsRequestDelegate {
    public func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        let products = response.products
        productsRequestCompletionHandler?(true, products)
        clearRequestAndHandler()
    }

    public func request(_ request: SKRequest, didFailWithError error: Error) {
        productsRequestCompletionHandler?(false, nil)
        clearRequestAndHandler()
    }

    private func clearRequestAndHandler() {
        productsRequest = nil
        productsRequestCompletionHandler = nil
    }
}

extension PurchaseHelper: SKPaymentTransactionObserver {
    public func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchased:
                complete(transaction: transaction)
            case .failed:
                fail(transaction: transaction)
            case .restored:
                restore(transaction: transaction)
            case .deferred, .purchasing:
                break
            @unknown default:
                break
            }
        }
    }

    public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        restoreCompletion?(restoredCount)
    }

    private func complete(transaction: SKPaymentTransaction) {
        deliverPurchaseNotificationFor(identifier: transaction.payment.productIdentifier)
        SKPaymentQueue.default().finishTransaction(transaction)
        purchaseCompletion?(.success(transaction))
    }

    private func restore(transaction: SKPaymentTransaction) {
        guard let productIdentifier = transaction.original?.payment.productIdentifier else { return }
        restoredCount += 1
        deliverPurchaseNotificationFor(identifier: productIdentifier)
        SKPaymentQueue.default().finishTransaction(transaction)
    }

    private func fail(transaction: SKPaymentTransaction) {
        if let transactionError = transaction.error as NSError?,
            let localizedDescription = transaction.error?.localizedDescription,
            transactionError.code != SKError.paymentCancelled.rawValue
        {
            print("Transaction Error: \(localizedDescription)")
        }
        SKPaymentQueue.default().finishTransaction(transaction)
        purchaseCompletion?(.failure(transaction.error ?? SKError(.unknown)))
    }

    private func deliverPurchaseNotificationFor(identifier: String?) {
        guard let identifier = identifier else { return }
        purchasedIdentifiers.insert(identifier)
        NotificationCenter.default.post(name: PurchaseHelper.purchaseNotification, object: identifier)
    }
}
