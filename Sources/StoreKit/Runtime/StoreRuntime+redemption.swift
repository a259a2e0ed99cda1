// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

extension StoreRuntime {
    /// Shows the sheet for offer codes, whose transaction the app gets by ``Transaction/updates`` alone.
    func showOfferCodeSheet(of backend: any StoreBackend) async throws {
        try await backend.showSheet(.offerCodeRedeem)
        guard isCurrent(backend), let code = typedOfferCode() else { return }
        try await beginLaunch(of: backend)
        _ = try await backend.redeem(code, isReturned: false)
        await receiptChanged(from: backend)
    }

    /// Shows the sheet for offer codes and waits for the transaction.
    ///
    /// Closing the sheet without a transaction throws, also when the purchase waits for a parent: what Apple throws then
    /// is not documented.
    func redeemOfferCode() async throws -> VerificationResult<Transaction> {
        let backend = try backend()
        try await backend.showSheet(.offerCodeRedeem)
        guard let code = typedOfferCode() else { throw StoreKitError.userCancelled }
        try await beginLaunch(of: backend)
        guard case .purchased(let stored) = try await backend.redeem(code, isReturned: true) else {
            throw StoreKitError.userCancelled
        }
        await receiptChanged(from: backend)
        guard let result: VerificationResult<Transaction> = read(stored.document, .transaction, from: backend) else {
            throw StoreKitError.unknown
        }
        return result
    }

    /// What the customer types; the next sheet is another one.
    private func typedOfferCode() -> String? {
        let code = state.withLock { state in
            defer { state.offerCode = nil }
            return state.offerCode
        }
        return code ?? ProcessInfo.processInfo.environment["STOREKIT_OFFER_CODE"]
    }
}
