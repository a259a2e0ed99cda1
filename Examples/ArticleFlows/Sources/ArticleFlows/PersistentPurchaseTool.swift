// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Security
import StoreKit

/// Listens from launch, keeps each paid receipt in the keychain until the server confirmed it, and finishes only then.
public final class PersistentPurchaseTool: NSObject {
    /// What can go wrong, numbered for reports.
    public enum Failure: Int {
        /// Something else.
        case unknown

        /// No product was named.
        case productIDEmpty

        /// The device may not pay.
        case cannotMakePayments

        /// An earlier purchase is still open.
        case transactionNotFinished

        /// The product could not be loaded.
        case productRequestFailed

        /// There is nothing to restore.
        case queueEmpty

        /// The payment failed; the text is the store's number, a dot, and its words.
        case transactionFailed

        /// Restoring failed; the text is the store's number, a dot, and its words.
        case restoreFailed
    }

    /// What the server needs.
    public struct Parameters: Codable, Equatable {
        /// The app receipt.
        public var receipt: String

        /// The transaction.
        public var transactionID: String

        /// The product.
        public var productID: String
    }

    /// Told what went wrong.
    public var failure: ((Failure, String) -> Void)?

    /// Verifies a purchase that was just made; the owner finishes the transaction when the server confirmed it.
    public var verifyTransaction: ((Parameters, SKPaymentTransaction) -> Void)?

    /// Verifies a purchase that was kept; the owner deletes it when the server confirmed it.
    public var verifyStored: ((Parameters) -> Void)?

    private let service: String
    private var request: SKProductsRequest?
    private var isRestoring = false
    private var restored: (() -> Void)?

    /// Makes a tool.
    ///
    /// - Parameter service: The name under which receipts are kept in the keychain.
    public init(service: String) {
        self.service = service
        super.init()
    }

    /// Begins to listen; at launch, so that open transactions come back.
    public func addObserver() { SKPaymentQueue.default().add(self) }

    /// Stops listening.
    public func removeObserver() { SKPaymentQueue.default().remove(self) }

    /// Buys a product.
    public func buy(product: String, progress: () -> Void) {
        guard !product.isEmpty else { return fail(.productIDEmpty, "the product has no identifier") }
        guard SKPaymentQueue.canMakePayments() else { return fail(.cannotMakePayments, "this device cannot pay") }
        let open = SKPaymentQueue.default().transactions.contains { $0.transactionState == .purchased }
        guard !open else { return fail(.transactionNotFinished, "an earlier purchase is still open") }
        progress()
        let request = SKProductsRequest(productIdentifiers: [product])
        request.delegate = self
        request.start()
        self.request = request
    }

    /// Restores what was bought.
    public func restore(progress: () -> Void, completed: @escaping () -> Void) {
        isRestoring = true
        restored = completed
        progress()
        SKPaymentQueue.default().restoreCompletedTransactions()
    }

    /// Ends a transaction, after the server confirmed it.
    public func finish(_ transaction: SKPaymentTransaction) {
        SKPaymentQueue.default().finishTransaction(transaction)
        deleteStored()
    }

    /// Whether a receipt is kept.
    public var hasStored: Bool { stored != nil }

    /// Verifies the receipt that is kept.
    public func verifyStoredReceipt(progress: () -> Void) {
        guard let stored else { return }
        progress()
        verifyStored?(stored)
    }

    /// Where subscriptions are managed.
    public static let subscriptionSettings = URL(string: "https://apps.apple.com/account/subscriptions")

    /// Whether the receipt is one of the sandbox.
    public static var isSandbox: Bool {
        Bundle.main.appStoreReceiptURL?.lastPathComponent.lowercased().contains("sandbox") ?? false
    }

    private func fail(_ code: Failure, _ text: String) { failure?(code, text) }

    private func text(of error: Error?) -> String {
        let code = (error as? SKError)?.code ?? .unknown
        return "\(code.rawValue).\(error?.localizedDescription ?? "unknown")"
    }

    private func paid(_ transaction: SKPaymentTransaction) {
        guard let url = Bundle.main.appStoreReceiptURL, let receipt = try? Data(contentsOf: url) else {
            return fail(.unknown, "the receipt is missing")
        }
        let parameters = Parameters(
            receipt: receipt.base64EncodedString(),
            transactionID: transaction.transactionIdentifier ?? "",
            productID: transaction.payment.productIdentifier
        )
        // Kept before the server is asked.
        store(parameters)
        verifyTransaction?(parameters, transaction)
    }
}

// MARK: - The keychain

extension PersistentPurchaseTool {
    private var query: [String: Any] {
        [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service]
    }

    /// The receipt that is kept.
    public var stored: Parameters? {
        var wanted = query
        wanted[kSecReturnData as String] = true
        wanted[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        guard SecItemCopyMatching(wanted as CFDictionary, &found) == errSecSuccess, let data = found as? Data else {
            return nil
        }
        return try? JSONDecoder().decode(Parameters.self, from: data)
    }

    /// Forgets the receipt that is kept.
    public func deleteStored() { SecItemDelete(query as CFDictionary) }

    private func store(_ parameters: Parameters) {
        deleteStored()
        guard let data = try? JSONEncoder().encode(parameters) else { return }
        var item = query
        item[kSecValueData as String] = data
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
        let status = SecItemAdd(item as CFDictionary, nil)
        if status != errSecSuccess { fail(.unknown, "the receipt could not be kept: \(status)") }
    }
}

// MARK: - The store

extension PersistentPurchaseTool: SKProductsRequestDelegate {
    /// The store answered.
    public func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        guard let product = response.products.first else {
            return fail(.productRequestFailed, "the product is not sold")
        }
        SKPaymentQueue.default().add(SKPayment(product: product))
    }

    /// The request failed.
    public func request(_ request: SKRequest, didFailWithError error: Error) {
        fail(.productRequestFailed, error.localizedDescription)
    }
}

extension PersistentPurchaseTool: SKPaymentTransactionObserver {
    /// Transactions changed.
    public func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchased, .restored: paid(transaction)
            case .failed:
                fail(.transactionFailed, text(of: transaction.error))
                queue.finishTransaction(transaction)
            default: break
            }
        }
    }

    /// Everything that can be restored came.
    public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        isRestoring = false
        if queue.transactions.isEmpty { fail(.queueEmpty, "there is nothing to restore") }
        restored?()
    }

    /// Restoring failed.
    public func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: Error) {
        isRestoring = false
        fail(.restoreFailed, text(of: error))
    }
}

/// Verifies with a server that may be out of reach: three tries for a purchase that was just made and three for one that was
/// kept, counted apart; then a report, after which the kept copy goes and the transaction stays open.
public final class RetryingVerifier {
    /// The server.
    public protocol Server: AnyObject {
        /// Whether the purchase is confirmed.
        func verify(_ parameters: PersistentPurchaseTool.Parameters) async -> Bool

        /// Whether the report was taken.
        func report(_ parameters: PersistentPurchaseTool.Parameters) async -> Bool
    }

    private let tool: PersistentPurchaseTool
    private let server: Server
    private let asksForRetry: (Int) async -> Bool

    /// Ties a tool to a server.
    ///
    /// - Parameters:
    ///   - tool: Buys.
    ///   - server: Verifies.
    ///   - asksForRetry: Asks the customer whether to try again, with the number of the try.
    public init(_ tool: PersistentPurchaseTool, _ server: Server, asksForRetry: @escaping (Int) async -> Bool) {
        (self.tool, self.server, self.asksForRetry) = (tool, server, asksForRetry)
        tool.verifyTransaction = { [weak self] parameters, transaction in
            Task { @MainActor in await self?.complete(parameters) { self?.tool.finish(transaction) } }
        }
        tool.verifyStored = { [weak self] parameters in
            Task { @MainActor in await self?.complete(parameters) { self?.tool.deleteStored() } }
        }
    }

    @MainActor
    private func complete(_ parameters: PersistentPurchaseTool.Parameters, confirmed: () -> Void) async {
        for attempt in 0...3 {
            if await server.verify(parameters) { return confirmed() }
            guard attempt < 3, await asksForRetry(attempt + 1) else { break }
        }
        if await server.report(parameters) { tool.deleteStored() }
    }
}
