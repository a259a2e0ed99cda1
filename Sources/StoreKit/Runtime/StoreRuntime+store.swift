// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension StoreRuntime {
    func products(for identifiers: [String]) async throws -> [ProductRecord] {
        let backend = try backend()
        let records = try await backend.products(identifiers)
        let country = backend.knownStorefront?.countryCode
        state.withLock { $0.loadedStorefront = country }
        return records
    }

    func currentStorefront() async -> Storefront? {
        do {
            return Storefront(try await backend().storefront())
        } catch {
            StoreLog.warn("the storefront could not be read: \(error)")
            return nil
        }
    }

    func purchase(_ order: PurchaseOrder) async throws -> Product.PurchaseResult {
        let backend = try backend()
        guard backend.canMakePayments else { throw Product.PurchaseError.purchaseNotAllowed }
        try await beginLaunch(of: backend)
        guard try await mayContinue(order, in: backend) else { return .userCancelled }
        let outcome: PurchaseOutcome
        do {
            outcome = try await backend.purchase(order)
        } catch StoreKitError.userCancelled {
            return .userCancelled
        } catch let error as SKError {
            throw error.newer
        }
        switch outcome {
        case .purchased(let stored):
            await receiptChanged(from: backend)
            guard let result: VerificationResult<Transaction> = read(stored.document, .transaction, from: backend)
            else { throw StoreKitError.unknown }
            inviteMembers(after: result.unsafePayloadValue, order)
            return .success(result)
        case .deferred, .interrupted: return .pending
        case .cancelled: return .userCancelled
        }
    }

    /// Asks the app when the storefront is not the one whose products were loaded.
    func mayContinue(_ order: PurchaseOrder, in backend: any StoreBackend) async throws -> Bool {
        let questions = order.options.compactMap { option -> StorefrontChangeHandler? in
            if case .onStorefrontChange(let question) = option.choice { question } else { nil }
        }
        guard let loaded = state.withLock({ $0.loadedStorefront }), !questions.isEmpty else { return true }
        let now = try await backend.storefront()
        guard now.countryCode != loaded else { return true }
        return questions.allSatisfy { $0.shouldContinue(Storefront(now)) }
    }

    func sync() async throws {
        try await backend().sync()
        receipts.invalidate()
    }

    func showManageSubscriptions() async throws { try await backend().showSheet(.manageSubscriptions) }

    func externalPurchaseToken() async throws -> String { try await backend().externalPurchaseToken() }

    func appTransaction() async throws -> VerificationResult<AppTransaction> {
        let backend = try backend()
        let document = try await backend.appTransaction()
        guard let result: VerificationResult<AppTransaction> = read(document, .appTransaction, from: backend) else {
            throw StoreKitError.unknown
        }
        return result
    }
}

extension Storefront {
    init(_ record: StorefrontRecord) {
        self.init(country: record.countryCode, id: record.id, currency: record.currency)
    }
}
