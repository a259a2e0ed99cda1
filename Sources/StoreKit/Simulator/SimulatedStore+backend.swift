// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Synchronization

extension SimulatedStore: StoreBackend {
    package var canMakePayments: Bool { state.withLock { $0.switches.allowsPurchases } }

    package var knownStorefront: StorefrontRecord? {
        state.withLock { state in
            state.core.profile(of: customer).flatMap { AppStoreSimulator.Storefront.of($0.storefront) }
        }
        .map(StorefrontRecord.init)
    }

    package func check(_ document: String, kind: SignedKind) -> VerificationFault? {
        let simulated = state.withLock { $0.switches.simulatedErrors[.verification] }
        return (simulated as? VerificationFault) ?? documents.check.fault(of: document, kind: kind)
    }

    package func products(_ identifiers: [String]) async throws -> [ProductRecord] {
        let wanted = Set(identifiers)
        return try products { wanted.contains($0.id.rawValue) }
    }

    package func products(inGroup group: String) async throws -> [ProductRecord] {
        try products { $0.subscription?.group.rawValue == group }
    }

    private func products(where isWanted: (CatalogProduct) -> Bool) throws -> [ProductRecord] {
        try failIfSimulated(.loadProducts)
        return state.withLock { state in
            guard let profile = state.core.profile(of: customer),
                let storefront = AppStoreSimulator.Storefront.of(profile.storefront)
            else { return [] }
            let catalog = state.core.catalog
            return catalog.products
                .filter { isWanted($0) && $0.isForSale }
                .filter { !$0.unavailableStorefronts.contains(profile.storefront) }
                .map { ProductRecord($0, in: catalog, storefront: storefront, locale: state.switches.locale) }
        }
    }

    package func storefront() async throws -> StorefrontRecord {
        guard let storefront = knownStorefront else { throw StoreKitError.unknown }
        return storefront
    }

    package func history() async throws -> [StoredTransaction] {
        perform { mutation in mutation.state.ledger.all.compactMap { mutation.stored($0) } }
    }

    package func statuses() async throws -> [StoredStatus] {
        try failIfSimulated(.subscriptionStatus)
        return try await currentStatuses()
    }

    package func currentStatuses() async throws -> [StoredStatus] {
        perform { mutation in
            mutation.state.ledger.renewals.keys.sorted().compactMap { mutation.status(of: $0) }
        }
    }

    package func isEligibleForIntroOffer(_ groupID: String) async throws -> Bool {
        perform { mutation in
            let group = SubscriptionGroupID(rawValue: groupID)
            return mutation.state.core.isEligibleForIntroductoryOffer(mutation.customer, group: group)
        }
    }

    package func finish(_ id: UInt64) async throws {
        try perform { mutation in
            let id = TransactionID(rawValue: String(id))
            guard mutation.state.ledger.transactions[id] != nil else { return }
            try mutation.grant(.finish(id))
        }
    }

    package func sync() async throws {
        try failIfSimulated(.appStoreSync)
        perform { _ in }
    }

    package func appTransaction() async throws -> String {
        try failIfSimulated(.appTransaction)
        let payload = perform { mutation -> AppTransactionPayload? in
            mutation.state.core.appTransaction(of: mutation.customer, app: bundleID)
        }
        guard let payload else { throw StoreKitError.unknown }
        return try documents.sign(payload, device: deviceVerificationID)
    }

    package func requestRefund(_ id: UInt64) async throws {
        try failIfSimulated(.refundRequest)
        do {
            try refund(TransactionID(rawValue: String(id)))
        } catch let error as SimulatorError where error.code == .alreadyRefunded {
            throw Transaction.RefundRequestError.duplicateRequest
        } catch {
            throw Transaction.RefundRequestError.failed
        }
    }

    package func externalPurchaseToken() async throws -> String { UUID().uuidString.lowercased() }

    package func showSheet(_ sheet: StoreSheet) async throws {
        try failIfSimulated(sheet == .manageSubscriptions ? .manageSubscriptions : .offerCodeRedeem)
    }

    package func connect(_ receive: @escaping @Sendable (StoreEvent) -> Void) {
        state.withLock { $0.receive = receive }
    }

    package func disconnect() {
        state.withLock { $0.receive = nil }
    }

    func failIfSimulated(_ call: SimulatedCall) throws {
        if let error = state.withLock({ $0.switches.simulatedErrors[call] }) { throw error }
    }
}

extension StorefrontRecord {
    init(_ storefront: AppStoreSimulator.Storefront) {
        self.init(
            countryCode: storefront.countryCode.rawValue,
            id: storefront.id.rawValue,
            currency: storefront.currency.rawValue
        )
    }
}
