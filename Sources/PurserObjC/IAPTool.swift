// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// The names are those of the tool.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import PurserClient
public import StoreKit

/// `NTIAPTool` over the SDK: every call of the tool, with its selector.
///
/// Blocks are called on the main thread. When ``PurserSetup`` was started before ``nt_addIAPObserver()``, the server or
/// route given there verifies, and the two receipt blocks are not called. Otherwise the blocks verify, as with the tool.
#if canImport(Darwin) || PURSER_OBJC_CHECK
@objc(PurserIAPTool)
@objcMembers
#endif
public final class IAPTool: NSObject, @unchecked Sendable {
    private static let shared = IAPTool(engine: .shared)

    /// Called with a code and a text when something fails.
    public var failureBlock: (@MainActor @Sendable (IAPTransactionError, String) -> Void)? {
        get { lock.withLock { blocks.failure } }
        set { lock.withLock { blocks.failure = newValue } }
    }

    /// Called with an error of the domain `NTIAPTool` when something fails; its underlying error is the SDK's.
    public var errorBlock: (@MainActor @Sendable (NSError) -> Void)? {
        get { lock.withLock { blocks.error } }
        set { lock.withLock { blocks.error = newValue } }
    }

    /// Called with the proof of a transaction that is to be verified; finish it when the backend accepted it.
    public var verifyTransactionReceiptHandler: (@MainActor @Sendable (IAPReceiptParams, SKPaymentTransaction) -> Void)?
    {
        get { lock.withLock { blocks.transaction } }
        set { lock.withLock { blocks.transaction = newValue } }
    }

    /// Called with the proof of a purchase that was kept on the device; delete the copy when the backend accepted it.
    public var verifyKeychainReceiptHandler: (@MainActor @Sendable (IAPReceiptParams) -> Void)? {
        get { lock.withLock { blocks.stored } }
        set { lock.withLock { blocks.stored = newValue } }
    }

    private struct Blocks {
        var failure: (@MainActor @Sendable (IAPTransactionError, String) -> Void)?
        var error: (@MainActor @Sendable (NSError) -> Void)?
        var transaction: (@MainActor @Sendable (IAPReceiptParams, SKPaymentTransaction) -> Void)?
        var stored: (@MainActor @Sendable (IAPReceiptParams) -> Void)?
    }

    /// How long a block may take before its purchase counts as not verified for now, in seconds.
    var patience: TimeInterval = 120

    /// Changes the configuration; for tests.
    var adjust: @Sendable (inout PurserConfiguration) -> Void = { _ in }

    private let engine: Engine
    // The blocks are touched only while the lock is held.
    private let lock = NSLock()
    private var blocks = Blocks()
    private var verifier: BlockVerifier?

    init(engine: Engine) {
        self.engine = engine
        super.init()
    }

    /// The tool.
    public class func shareInstance() -> IAPTool { shared }

    /// Begins to listen to the payment queue, and looks after what an earlier run left; call it at launch.
    public func nt_addIAPObserver() {
        engine.start(ifNeeded: blockConfiguration)
    }

    /// Buys a product.
    ///
    /// - Parameters:
    ///   - productId: The product's identifier.
    ///   - hudHandler: Called when the purchase begins.
    public func nt_buy(productId: String, hudHandler: (@MainActor @Sendable () -> Void)?) {
        perform(hudHandler) { purser throws(PurserError) in
            do {
                guard case .userCancelled = try await purser.purchase(productId) else { return }
            } catch let error as PurserError {
                throw error
            } catch {
                return
            }
            await self.fail(.transactionFailed, Self.canceledText(purser.language), nil)
        }
    }

    /// Restores purchases.
    ///
    /// - Parameters:
    ///   - withHUDHandler: Called when it begins.
    ///   - completedTransactionsHUDHandler: Called when everything that can be restored was.
    public func nt_restore(
        withHUDHandler: (@MainActor @Sendable () -> Void)?,
        completedTransactionsHUDHandler: (@MainActor @Sendable () -> Void)?
    ) {
        perform(withHUDHandler) { purser throws(PurserError) in
            if let error = await purser.restore().error { throw error }
            await completedTransactionsHUDHandler?()
        }
    }

    /// Whether a paid purchase was kept on the device because it is not verified yet, as of the last change.
    public func nt_hasKeychainReceipt() -> Bool { engine.hasPendingPurchases }

    /// Has the kept purchases verified now.
    ///
    /// - Parameter hudHandler: Called when it begins.
    public func nt_verifyKeychainReceiptHUDHandler(_ hudHandler: (@MainActor @Sendable () -> Void)?) {
        perform(hudHandler) { [engine] purser throws(PurserError) in
            do {
                _ = try await BlockVerifier.isStored.withValue(true) { try await purser.verifyPendingPurchases() }
            } catch let error as PurserError {
                // What the app's own blocks did not accept, they know.
                guard error.code != .verificationFailed || self.verifier == nil else { return }
                throw error
            } catch {
                purser.configuration.onLog?("the kept purchases could not be read: \(error)")
            }
            await engine.readPending()
        }
    }

    /// Deletes the copies of kept purchases; their transactions stay unfinished and come back at the next launch.
    public func nt_deleteKeychainReceipt() {
        guard let purser = engine.purser else { return }
        lock.withLock { verifier }?.leaveAll()
        Task { [engine] in
            do {
                for purchase in try await purser.pendingPurchases() {
                    try await purser.deletePendingPurchase(purchase.transaction)
                }
            } catch {
                purser.configuration.onLog?("a kept purchase could not be deleted: \(error)")
            }
            await engine.readPending()
        }
    }

    /// Finishes a transaction that the backend accepted.
    ///
    /// - Parameter transaction: The transaction, as the block got it.
    public func nt_finishTransaction(_ transaction: SKPaymentTransaction) {
        guard let id = transaction.transactionIdentifier, let verifier = lock.withLock({ verifier }) else { return }
        let names = [id, transaction.original?.transactionIdentifier].compactMap { $0 }
        // Someone waits, or the SDK asks again and finds it accepted.
        guard !names.contains(where: verifier.accept), let purser = engine.purser else { return }
        Task { _ = await purser.recoverUnfinishedOrders() }
    }

    /// Opens the page on which subscriptions are managed.
    public func nt_openSubscriptions() {
        guard let page = Purser.subscriptionsPage else { return }
        SystemPages.open(page)
    }

    /// Whether no real money is paid: debug builds, TestFlight and the sandbox.
    public func nt_getIsSandbox() -> Bool {
        #if DEBUG
        return true
        #else
        return Bundle.main.appStoreReceiptURL?.lastPathComponent.contains("sandbox") ?? false
        #endif
    }

    private func blockConfiguration() -> PurserConfiguration {
        let verifier = BlockVerifier(patience: patience) { [weak self] request, isStored in
            self?.show(request, isStored) ?? false
        }
        lock.withLock { self.verifier = verifier }
        var configuration = PurserConfiguration(verifier: verifier)
        configuration.interface = .storeKit1
        // The app's blocks ask their backend again, and ask the customer.
        configuration.retries = RetryPolicy(delays: [], promptLimit: 0, pendingPromptLimit: 0)
        adjust(&configuration)
        return configuration
    }

    /// Shows a purchase to the app's block.
    @MainActor
    private func show(_ request: VerificationRequest, _ isStored: Bool) -> Bool {
        let params = IAPReceiptParams(request)
        let blocks = lock.withLock { self.blocks }
        let transaction = SKPaymentQueue.default().transactions.first { transaction in
            let names = [transaction.transactionIdentifier, transaction.original?.transactionIdentifier]
            return names.contains(request.transaction)
        }
        if !isStored, let transaction, let block = blocks.transaction {
            block(params, transaction)
            return true
        }
        guard let block = blocks.stored else { return false }
        block(params)
        return true
    }

    /// Does something with the SDK, and reports its failure.
    private func perform(
        _ hudHandler: (@MainActor @Sendable () -> Void)?,
        _ body: @escaping @Sendable (Purser) async throws(PurserError) -> Void
    ) {
        nt_addIAPObserver()
        guard let purser = engine.purser else { return }
        Task {
            await hudHandler?()
            do throws(PurserError) {
                try await body(purser)
            } catch {
                await fail(IAPTransactionError(error), error.text(in: error.language), error)
            }
        }
    }

    @MainActor
    private func fail(_ code: IAPTransactionError, _ text: String, _ error: PurserError?) {
        let blocks = lock.withLock { self.blocks }
        blocks.failure?(code, text)
        let userInfo = [NSLocalizedDescriptionKey: text]
        let own = NSError(domain: IAPTransactionError.domain, code: code.rawValue, userInfo: userInfo)
        blocks.error?(error.map(IAPTransactionError.error) ?? own)
    }

    /// The text of a canceled payment with Apple's number, such as "2.用户取消了付款请求".
    private static func canceledText(_ language: PurserLanguage) -> String {
        let code = SKError.Code.paymentCancelled.rawValue
        return "\(code).\(StoreErrorText.text(of: code, in: language))"
    }
}
