// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// swift-format-ignore-file

import StoreKit

// The methods between the two marks are a published manager's, statement by statement as printed, with its capitals and
// spellings: code that an app team has today must compile and buy unchanged. What the article does not print (the class, its
// properties, the delegate, the end of a failed payment) is ours.

/// What the manager reports to its owner.
public protocol PrintedPurchaseDelegate: AnyObject {
    /// The purchase was verified.
    func buySuccess()

    /// The purchase failed.
    func buyFailed(type: PrintedPurchaseManager.Failure)
}

/// A manager as an article prints it.
public final class PrintedPurchaseManager: NSObject, SKProductsRequestDelegate, SKPaymentTransactionObserver {
    /// Why a purchase failed.
    public enum Failure {
        /// The product is not sold.
        case notProduct

        /// The payment failed.
        case payment
    }

    /// The manager's owner.
    public weak var delegate: PrintedPurchaseDelegate?
    let orderIdMark = "printed.order"
    var ProductId = ""
    var orderId = ""

    /// Begins to observe the queue.
    public override init() {
        super.init()
        SKPaymentQueue.default().add(self)
    }

    func payFailed(transaction: SKPaymentTransaction?, finishTransaction: Bool = true) {
        guard transaction?.transactionState != .purchasing else { return }
        if finishTransaction, let transaction { SKPaymentQueue.default().finishTransaction(transaction) }
        delegate?.buyFailed(type: .payment)
    }

    // MARK: as printed, from here

    public func reuqestProduct(ProductId:String){

        if SKPaymentQueue.canMakePayments() {

            self.ProductId = ProductId

            reuqestProductData(type: ProductId)

        }
    }
    private func reuqestProductData(type: String) {

        let product = [type]

        let set = NSSet(array: product as [AnyObject])

        let request = SKProductsRequest(productIdentifiers: set as! Set<String>)

        request.delegate = self

        request.start()

    }

    public func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {

        if response.products.count == 0 {

            if let dlg = delegate {

                dlg.buyFailed(type: .notProduct)

            }
        }

        var prod: SKProduct?

        for pro in response.products {

            if pro.productIdentifier == self.ProductId {

                prod = pro

            }

        }
        if let produ = prod {

            creteOrder(product: produ)
        }

    }

    func creteOrder(product : SKProduct){

        orderId = ""

                let orderid = "请求得到的orderId"

                UserDefaults.setValue(orderid, forKey: orderIdMark)

                orderId = orderid

                let payment = SKMutablePayment(product: product)

                SKPaymentQueue.default().add(payment)

    }

    public func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {

        for tran in transactions {

            switch tran.transactionState {

            case .purchased:

               prPayverifyPurchase(transaction: tran)
            case .purchasing:

                break

            case .restored:

                payFailed(transaction: tran)

            case .failed:

                payFailed(transaction: tran)

            default:

                payFailed(transaction: tran)

                break

            }

        }

    }

    func prPayverifyPurchase(transaction:SKPaymentTransaction){

        if orderId.count <= 1{

            orderId =  (UserDefaults.value(forKey: orderIdMark)) as! String

        }
        if orderId.count <= 1 {

            payFailed(transaction: transaction)
            return
        }

        let receiptUrl = Bundle.main.appStoreReceiptURL

        let data = NSData(contentsOf: receiptUrl!)

        if let _ = transaction.transactionIdentifier,let str = data?.base64EncodedString(options: .endLineWithLineFeed){

            validationOrder(orderId: orderId, receipt: str, transaction: transaction)

        } else {

            payFailed(transaction:transaction,finishTransaction: true)

        }

    }

    func validationOrder(orderId:String,receipt:String,transaction:SKPaymentTransaction){
            if true {
                if let dlg = delegate {

                    dlg.buySuccess()

                }

                SKPaymentQueue.default().finishTransaction(transaction)

                UserDefaults.setValue(nil, forKey: orderId)

            } else {

                payFailed(transaction:nil,finishTransaction: false)

            }

    }

    // MARK: as printed, to here
}
