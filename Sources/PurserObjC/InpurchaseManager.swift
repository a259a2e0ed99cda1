// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation
import PurserClient

/// `Purchase_Status` of `InpurchaseManager`, with its numbers.
#if canImport(Darwin) || PURSER_OBJC_CHECK
@objc(PurserPurchaseStatus)
#endif
public enum PurchaseStatus: Int, CaseIterable, Sendable {
    /// It is paid, verified and delivered.
    case success = 0

    /// It failed, was canceled, or could not be verified yet.
    case failed

    /// In-app purchases are not allowed on this device.
    case needAuthor

    /// The product could not be loaded, or is not sold.
    case getProductFailed

    /// The status of a failure.
    init(_ error: PurserError) {
        switch error.code {
        case .deviceCannotPay: self = .needAuthor
        case .productRequestFailed, .unknownProduct, .productIDEmpty: self = .getProductFailed
        default: self = .failed
        }
    }
}

/// `InpurchaseManager` over the SDK: every call of the manager, with its selector.
///
/// Start ``PurserSetup`` first. Unlike the manager, it finishes a transaction only after the server accepted it, keeps
/// every paid purchase and not just the last one, and stores no secret.
#if canImport(Darwin) || PURSER_OBJC_CHECK
@objc(PurserInpurchaseManager)
@objcMembers
#endif
public final class InpurchaseManager: NSObject, @unchecked Sendable {
    private static let shared = InpurchaseManager(engine: .shared)

    /// What stands before the identifiers of products in App Store Connect; the bundle identifier and a dot at first.
    public var productPrefix: String {
        get { lock.withLock { names.prefix } }
        set { lock.withLock { names.prefix = newValue } }
    }

    /// The names of the team's apps, by their bundle identifiers.
    public var appNames: [String: String] {
        get { lock.withLock { names.apps } }
        set { lock.withLock { names.apps = newValue } }
    }

    private struct Names {
        var prefix = Bundle.main.bundleIdentifier.map { $0 + "." } ?? ""
        var apps: [String: String] = [:]
    }

    private let engine: Engine
    // Both are touched only while the lock is held.
    private let lock = NSLock()
    private var names = Names()
    private var callback: (@MainActor @Sendable (PurchaseStatus) -> Void)?

    init(engine: Engine) {
        self.engine = engine
        super.init()
    }

    /// The manager.
    public class func shareInstance() -> InpurchaseManager { shared }

    /// Whether in-app purchases are allowed on this device.
    public func canMakePayments() -> Bool { engine.purser?.canMakePayments ?? false }

    /// Buys a product.
    ///
    /// - Parameters:
    ///   - productId: The product's identifier without the prefix.
    ///   - orderId: The team's own number of the order.
    ///   - cloudToken: The session of the team's cloud.
    ///   - infoCallBack: Called on the main thread with the result; not while the purchase waits for a parent.
    public func pay(
        withPruductId productId: String,
        orderId: String,
        cloudToken: String,
        infoCallBack: (@MainActor @Sendable (PurchaseStatus) -> Void)?
    ) {
        let product = lock.withLock { () -> String in
            callback = infoCallBack
            return names.prefix + productId
        }
        guard let purser = engine.purser else { return report(.failed, to: infoCallBack) }
        engine.tokens.record(cloudToken, order: orderId)
        Task {
            let status: PurchaseStatus?
            do {
                let options = PurchaseOptions(reference: orderId.isEmpty ? nil : orderId)
                switch try await purser.purchase(product, options: options) {
                case .delivered: status = .success
                case .userCancelled: status = .failed
                // It comes later, without a call.
                case .pending: status = nil
                }
            } catch {
                status = (error as? PurserError).map(PurchaseStatus.init) ?? .failed
            }
            if let status { report(status, to: infoCallBack) }
        }
    }

    /// Looks after purchases that were paid and not delivered; the last purchase's block is called with the result.
    public func checkOrderStatus() {
        guard let purser = engine.purser else { return }
        let callback = lock.withLock { self.callback }
        Task {
            var delivered = await purser.recoverUnfinishedOrders()
            do {
                delivered += try await purser.verifyPendingPurchases()
            } catch let error as PurserError {
                // When there is nothing to verify there is nothing to report.
                if error.code != .queueEmpty { return report(.failed, to: callback) }
            } catch {
                return report(.failed, to: callback)
            }
            if !delivered.isEmpty { report(.success, to: callback) }
        }
    }

    /// The name of one of the team's apps.
    ///
    /// - Parameter bundleId: The app's bundle identifier.
    /// - Returns: Its name in ``appNames``, of this app its own name, and else the identifier.
    public func appName(fromBundleId bundleId: String) -> String {
        if let name = lock.withLock({ names.apps[bundleId] }) { return name }
        guard bundleId == Bundle.main.bundleIdentifier else { return bundleId }
        let info = Bundle.main.localizedInfoDictionary ?? Bundle.main.infoDictionary ?? [:]
        return info["CFBundleDisplayName"] as? String ?? info["CFBundleName"] as? String ?? bundleId
    }

    private func report(_ status: PurchaseStatus, to block: (@MainActor @Sendable (PurchaseStatus) -> Void)?) {
        Task { @MainActor in block?(status) }
    }
}
