// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension PurserService {
    /// Verifies a receipt with Apple and takes in what Apple answers.
    func verify(
        receipt: String,
        _ request: PurchaseRequest,
        claimant: Submission.Claimant?,
        app: AppConfiguration,
        now: Date
    ) async throws -> IntakeOutcome.NamedTransaction {
        throw ServiceProblem(
            .notConfigured,
            "This server takes no receipts: send signedTransaction, as StoreKit 2 gives it."
        )
    }
}
