// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreRuntime {
    /// Asks the store for the receipt and puts it into its file.
    func refreshReceipt() async throws {
        try receipts.write(try await backend().receipt())
    }

    /// Puts a receipt that the store sent into its file.
    func retain(_ receipt: Data) {
        do {
            try receipts.write(receipt)
        } catch {
            StoreLog.warn("the app receipt could not be written: \(error)")
        }
    }

    /// Renews the file before it is read, when the store is in this process and something changed since.
    func writeStaleReceipt() {
        guard receipts.isStale else { return }
        do {
            if let receipt = try backend().receiptAtHand() { retain(receipt) }
        } catch {
            StoreLog.warn("the app receipt could not be made: \(error)")
        }
    }

    /// Makes sure that the file holds a transaction before the app is notified of it.
    func receiptChanged(from backend: any StoreBackend) async {
        receipts.invalidate()
        do {
            // A store in this process writes the file when someone looks for it.
            if !backend.hasReceiptAtHand { try await refreshReceipt() }
        } catch {
            StoreLog.warn("the app receipt could not be refreshed: \(error)")
        }
    }

    /// A transaction's receipt of iOS 6.
    func transactionReceipt(of id: UInt64) -> Data? {
        do {
            return try (backend() as? SimulatedStore)?.transactionReceipt(of: id)
        } catch {
            StoreLog.warn("the receipt of transaction \(id) could not be made: \(error)")
            return nil
        }
    }
}
