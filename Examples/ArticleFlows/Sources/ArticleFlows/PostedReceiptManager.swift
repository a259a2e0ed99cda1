// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit

/// Pays with an order's number, keeps the receipt, posts it, and finishes the transaction at once.
///
/// Its slips are kept: before a new purchase it finishes every older one, paid or not, and it keeps one receipt only.
public final class PostedReceiptManager: NSObject {
    /// The result for the caller.
    public enum Status: Equatable {
        /// The device may not pay.
        case needsPermission

        /// The product is not sold.
        case noProduct

        /// The purchase or its verification failed.
        case failed

        /// The server confirmed the purchase.
        case success
    }

    /// What is posted to the server.
    public struct Posting: Codable, Equatable {
        /// The buyer.
        public var token: String

        /// The app receipt.
        public var receiptData: String

        /// The product, as the server names it.
        public var productID: String

        /// The transaction.
        public var transactionID: String

        /// The team's order.
        public var orderID: String

        /// Whether the receipt is one of the sandbox.
        public var isSandbox: Bool

        /// The app.
        public var bundleID: String
    }

    private let post: (Posting) async -> Bool
    private let defaults: UserDefaults
    private let productPrefix: String
    private var productID = ""
    private var orderID = ""
    private var token = ""
    private var tell: ((Status) -> Void)?
    private var request: SKProductsRequest?

    private static let storedKey = "stored.receipt"

    /// Makes a manager.
    ///
    /// - Parameters:
    ///   - productPrefix: What the store's identifiers begin with.
    ///   - defaults: Where the receipt is kept.
    ///   - post: Posts a purchase, and answers whether the server confirmed it.
    public init(productPrefix: String, defaults: UserDefaults, post: @escaping (Posting) async -> Bool) {
        self.productPrefix = productPrefix
        self.defaults = defaults
        self.post = post
        super.init()
    }

    deinit {
        SKPaymentQueue.default().remove(self)
    }

    /// Begins a purchase.
    public func pay(product: String, order: String, token: String, status: @escaping (Status) -> Void) {
        (productID, orderID, self.token, tell) = (product, order, token, status)
        guard SKPaymentQueue.canMakePayments() else { return status(.needsPermission) }
        finishEverythingOpen()
        SKPaymentQueue.default().add(self)
        let request = SKProductsRequest(productIdentifiers: [productPrefix + product])
        request.delegate = self
        request.start()
        self.request = request
    }

    /// Posts again what was not confirmed.
    public func checkOrderStatus() {
        guard let stored else { return }
        verify(stored)
    }

    /// What was posted and not confirmed.
    public var stored: Posting? {
        defaults.data(forKey: Self.storedKey).flatMap { try? JSONDecoder().decode(Posting.self, from: $0) }
    }

    /// The slip: paid transactions that the server never saw are finished, too.
    private func finishEverythingOpen() {
        for transaction in SKPaymentQueue.default().transactions
        where transaction.transactionState == .purchased || transaction.transactionState == .restored {
            SKPaymentQueue.default().finishTransaction(transaction)
        }
    }

    private func verify(_ posting: Posting) {
        Task { @MainActor in
            if await post(posting) {
                defaults.removeObject(forKey: Self.storedKey)
                tell?(.success)
            } else {
                tell?(.failed)
            }
        }
    }

    private func verify(_ transaction: SKPaymentTransaction) {
        guard let url = Bundle.main.appStoreReceiptURL, let receipt = try? Data(contentsOf: url) else { return }
        let posting = Posting(
            token: token,
            receiptData: receipt.base64EncodedString(options: .endLineWithLineFeed),
            productID: productID,
            transactionID: transaction.transactionIdentifier ?? "",
            orderID: orderID,
            isSandbox: transaction.transactionReceipt.map(Self.environment) == "environment=Sandbox",
            bundleID: productPrefix
        )
        // The slip: what was kept before is lost.
        defaults.set(try? JSONEncoder().encode(posting), forKey: Self.storedKey)
        verify(posting)
    }

    /// The third line of a receipt of iOS 6.
    static func environment(of receipt: Data) -> String {
        let text = String(decoding: receipt, as: UTF8.self).filter { !$0.isWhitespace && $0 != "\"" }
        let lines = text.components(separatedBy: ";")
        return lines.count > 2 ? lines[2] : ""
    }
}

extension PostedReceiptManager: SKProductsRequestDelegate {
    /// The store answered.
    public func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        guard let product = response.products.first else {
            tell?(.noProduct)
            return
        }
        SKPaymentQueue.default().add(SKPayment(product: product))
    }

    /// The request failed.
    public func request(_ request: SKRequest, didFailWithError error: Error) {
        tell?(.noProduct)
    }
}

extension PostedReceiptManager: SKPaymentTransactionObserver {
    /// Transactions changed.
    public func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchased:
                verify(transaction)
                // The slip: finished before the server answered.
                queue.finishTransaction(transaction)
            case .restored: queue.finishTransaction(transaction)
            case .failed:
                tell?(.failed)
                queue.finishTransaction(transaction)
            default: break
            }
        }
    }
}
