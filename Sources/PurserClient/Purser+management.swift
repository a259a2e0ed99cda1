// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation
public import StoreKit

extension Purser {
    /// Where customers manage their subscriptions, for systems without a page of their own.
    public static let subscriptionsPage = URL(string: "https://apps.apple.com/account/subscriptions")

    /// Where the app's purchases come from.
    public var environment: PurserEnvironment {
        get async { await store.environment() }
    }

    /// Whether no real money is paid: sandbox, TestFlight and Xcode.
    public var isSandbox: Bool {
        get async { await environment.isSandbox }
    }

    /// Whether this device and its user may pay.
    public nonisolated var canMakePayments: Bool { store.canMakePayments }

    /// The subscriptions that will be charged again, as the store and the server know them.
    ///
    /// - Returns: The subscriptions; an empty list when there is none.
    /// - Throws: ``PurserError/Code/storeFailed``, or the server's problem. An incomplete list is never returned, since
    ///   an account would be deleted on its word.
    public func renewingSubscriptions() async throws -> [RenewingSubscription] {
        var found: [RenewingSubscription]
        do {
            found = try await store.renewingSubscriptions()
        } catch {
            throw PurserError(.storeFailed, failure: StoreFailure(error), language: language)
        }
        guard let server, let customer else { return found }
        let advice: ServerResponse.Deletion
        do {
            advice = try await server.deletion(of: customer, environment: await knownEnvironment())
        } catch {
            throw PurserError(error, language: language)
        }
        for subscription in advice.renewingSubscriptions
        where !found.contains(where: { $0.originalTransaction == subscription.originalTransactionId }) {
            // Bought with another Apple account, or on another platform.
            found.append(
                RenewingSubscription(
                    product: subscription.product,
                    originalTransaction: subscription.originalTransactionId,
                    nextDate: subscription.nextRenewal
                )
            )
        }
        return found
    }

    #if os(iOS) || os(visionOS) || os(Linux)
    /// Opens the page on which subscriptions are managed.
    ///
    /// - Parameter scene: Where to show it.
    /// - Throws: ``PurserError/Code/storeFailed``.
    @MainActor
    public func manageSubscriptions(in scene: UIWindowScene) async throws {
        do {
            try await AppStore.showManageSubscriptions(in: scene)
        } catch {
            throw PurserError(.storeFailed, failure: StoreFailure(error), language: language)
        }
    }

    /// Lets the customer ask for a refund.
    ///
    /// - Parameters:
    ///   - transaction: The transaction's identifier.
    ///   - scene: Where to ask.
    /// - Returns: Whether the request was sent; false when the customer changed their mind.
    /// - Throws: ``PurserError/Code/storeFailed``.
    @MainActor
    public func requestRefund(of transaction: String, in scene: UIWindowScene) async throws -> Bool {
        guard let id = UInt64(transaction) else { throw PurserError(.queueEmpty, language: language) }
        do {
            return try await Transaction.beginRefundRequest(for: id, in: scene) == .success
        } catch {
            throw PurserError(.storeFailed, failure: StoreFailure(error), language: language)
        }
    }

    /// Lets the customer type an offer code; the result arrives automatically.
    ///
    /// - Parameter scene: Where to ask; systems before iOS 16 choose themselves.
    /// - Throws: ``PurserError/Code/storeFailed``.
    @MainActor
    public func redeemOfferCode(in scene: UIWindowScene) async throws {
        #if !os(visionOS)
        guard #available(iOS 16, *) else { return SKPaymentQueue.default().presentCodeRedemptionSheet() }
        #endif
        do {
            try await AppStore.presentOfferCodeRedeemSheet(in: scene)
        } catch {
            throw PurserError(.storeFailed, failure: StoreFailure(error), language: language)
        }
    }

    /// Before an account is deleted: opens subscription management when something would be charged again.
    ///
    /// - Parameter scene: Where to show it.
    /// - Returns: What is still going to be charged; delete the account when this is empty, or the customer insists.
    /// - Throws: ``PurserError/Code/storeFailed``, or the server's problem.
    @MainActor
    public func prepareAccountDeletion(in scene: UIWindowScene) async throws -> [RenewingSubscription] {
        guard !(try await renewingSubscriptions()).isEmpty else { return [] }
        try await manageSubscriptions(in: scene)
        return try await renewingSubscriptions()
    }
    #endif
}

extension PurserError {
    init(_ code: Code, failure: StoreFailure, language: PurserLanguage) {
        self.init(code, storeCode: failure.code, detail: failure.text, language: language)
    }
}
