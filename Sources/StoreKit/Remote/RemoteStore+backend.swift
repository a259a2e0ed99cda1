// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Synchronization

extension RemoteStore: StoreBackend {
    package var canMakePayments: Bool { state.withLock { $0.known?.allowsPurchases } ?? true }

    package var knownStorefront: StorefrontRecord? { state.withLock { $0.known?.record } }

    package var hasReceiptAtHand: Bool { false }

    package func receiptAtHand() throws -> Data? { nil }

    package func products(_ identifiers: [String]) async throws -> [ProductRecord] {
        let wanted = Set(identifiers)
        return try await products { wanted.contains($0.id.rawValue) }
    }

    package func products(inGroup group: String) async throws -> [ProductRecord] {
        try await products { $0.subscription?.group.rawValue == group }
    }

    private func products(where isWanted: (CatalogProduct) -> Bool) async throws -> [ProductRecord] {
        let catalog: Catalog = try await connection.get("/catalog")
        let device = try await refresh(hasNewInformation: true)
        guard let storefront = AppStoreSimulator.Storefront.of(StorefrontCountryCode(rawValue: device.storefront))
        else { return [] }
        return catalog.products
            .filter { isWanted($0) && $0.isForSale && $0.bundleID.rawValue == device.app }
            .filter { !$0.unavailableStorefronts.contains(storefront.countryCode) }
            .map { sold in
                var product = sold
                // Apple names a plan only where it sells it.
                if CommitmentTerms.storefrontsWithout.contains(storefront.countryCode) {
                    product.subscription?.commitment = nil
                }
                return ProductRecord(product, in: catalog, storefront: storefront, locale: Self.locale)
            }
    }

    /// The language of names and prices: `$STOREKIT_LOCALE`, or American English.
    private static let locale = Locale(identifier: ProcessInfo.processInfo.environment["STOREKIT_LOCALE"] ?? "en_US")

    package func storefront() async throws -> StorefrontRecord { try await refresh(hasNewInformation: true).record }

    package func purchase(_ order: PurchaseOrder) async throws -> PurchaseOutcome {
        do {
            return try await whilePurchasing {
                let body = try await connection.post("/purchases", try PurchaseRequest(order, customer: customer))
                return try outcome(try AppStoreJSON.decode(from: body), attempt: order.id, product: order.product)
            }
        } catch let error as SimulatorError {
            throw error.storeKitError
        }
    }

    package func redeem(_ code: String, isReturned: Bool) async throws -> PurchaseOutcome? {
        do {
            let redemption = ["customer": customer, "code": code]
            guard isReturned else {
                // The app is notified of it like of a purchase on another device.
                _ = try await connection.post("/redemptions", redemption)
                _ = try await refresh(hasNewInformation: true)
                return nil
            }
            return try await whilePurchasing {
                let answer: PurchaseResponse = try AppStoreJSON.decode(
                    from: try await connection.post("/redemptions", redemption)
                )
                return try outcome(answer, attempt: UUID(), product: answer.pending?.product ?? "")
            }
        } catch let error as SimulatorError {
            throw error.redemptionError
        }
    }

    /// Does something of which the app gets the answer: until it ends, no change is reported.
    private func whilePurchasing(_ body: () async throws -> PurchaseOutcome) async rethrows -> PurchaseOutcome {
        state.withLock { state in
            state.purchases += 1
            state.generation += 1
        }
        defer {
            state.withLock { state in
                state.purchases -= 1
                // An answer to what was asked during the purchase may be older than its end.
                state.generation += 1
            }
        }
        return try await body()
    }

    private func outcome(_ answer: PurchaseResponse, attempt: UUID, product: String) throws -> PurchaseOutcome {
        if let pending = answer.pending {
            state.withLock { $0.waiting[pending.id] = PendingRemotePurchase(attempt: attempt, product: product) }
            return pending.reason == "askToBuy" ? .deferred : .interrupted
        }
        guard let document = answer.signedTransactionInfo else { throw StoreKitError.unknown }
        // The next poll reports what else happened meanwhile.
        state.withLock { $0.record(bought: document) }
        return .purchased(StoredTransaction(document: document, isFinished: false))
    }

    package func history() async throws -> [StoredTransaction] {
        try await refresh(hasNewInformation: true).transactions.map {
            StoredTransaction(document: $0.signedTransactionInfo, isFinished: $0.isFinished)
        }
    }

    package func statuses() async throws -> [StoredStatus] {
        try await refresh(hasNewInformation: true).subscriptions.map(\.stored)
    }

    package func isEligibleForIntroOffer(_ groupID: String) async throws -> Bool {
        // A loop: the optimizer of Swift 6.3 stops at a chain of closures over this many optional values.
        for bought in try await refresh(hasNewInformation: true).transactions {
            guard let signed = SignedBytes(jws: bought.signedTransactionInfo) else { continue }
            guard let transaction = Transaction(signed: signed) else { continue }
            if transaction.subscriptionGroupID == groupID, transaction.offer?.type == .introductory { return false }
        }
        return true
    }

    package func finish(_ id: UInt64) async throws {
        try await connection.post("/transactions/\(id)/finish", String?.none)
    }

    package func sync() async throws { _ = try await refresh(hasNewInformation: true) }

    package func appTransaction() async throws -> String {
        guard let document = try await refresh(hasNewInformation: true).signedAppTransactionInfo else {
            throw StoreKitError.unknown
        }
        return document
    }

    package func receipt() async throws -> Data {
        let path = "/customers/\(SimulatorConnection.escaped(customer))/receipt"
        let answer: ReceiptResponse = try await connection.get(path)
        guard let receipt = Data(base64Encoded: answer.receipt) else { throw StoreKitError.unknown }
        return receipt
    }

    package func requestRefund(_ id: UInt64) async throws {
        do {
            try await connection.post("/transactions/\(id)/refund-request", String?.none)
        } catch let error as SimulatorError where error.code == .alreadyRefunded || error.code == .invalidState {
            throw Transaction.RefundRequestError.duplicateRequest
        } catch {
            throw Transaction.RefundRequestError.failed
        }
    }

    package func externalPurchaseToken() async throws -> String {
        do {
            let answer = try await connection.post("/external-purchases", ["customer": customer])
            let made: ExternalPurchaseResponse = try AppStoreJSON.decode(from: answer)
            return made.token
        } catch let error as SimulatorError {
            throw error.storeKitError
        }
    }

    package func showSheet(_ sheet: StoreSheet) async throws {}
}
