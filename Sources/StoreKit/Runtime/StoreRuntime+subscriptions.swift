// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreRuntime {
    func isEligibleForIntroOffer(_ groupID: String) async -> Bool {
        do {
            return try await backend().isEligibleForIntroOffer(groupID)
        } catch {
            StoreLog.warn("the eligibility for an introductory offer could not be read: \(error)")
            return false
        }
    }

    func statuses(groupID: String) async throws -> [Product.SubscriptionInfo.Status] {
        let backend = try backend()
        return try await backend.statuses().filter { $0.groupID == groupID }.compactMap { status($0, from: backend) }
    }

    func status(transactionID: UInt64) async throws -> Product.SubscriptionInfo.Status? {
        let backend = try backend()
        let entries = try await entries(of: backend)
        guard let original = entries.first(where: { $0.content.id == transactionID })?.content.originalID else {
            return nil
        }
        return try await backend.statuses().compactMap { status($0, from: backend) }
            .first { $0.transaction.unsafePayloadValue.originalID == original }
    }

    func allStatuses() async -> [(String, [Product.SubscriptionInfo.Status])] {
        do {
            let backend = try backend()
            let stored = try await backend.statuses()
            let groups = Dictionary(grouping: stored, by: \.groupID)
            return groups.keys.sorted().map { group in
                (group, (groups[group] ?? []).compactMap { status($0, from: backend) })
            }
        } catch {
            StoreLog.warn("the subscriptions could not be read: \(error)")
            return []
        }
    }

    func status(_ stored: StoredStatus, from backend: any StoreBackend) -> Product.SubscriptionInfo.Status? {
        guard let transaction: VerificationResult<Transaction> = read(stored.transaction, .transaction, from: backend),
            let renewal: VerificationResult<Product.SubscriptionInfo.RenewalInfo> = read(
                stored.renewalInfo,
                .renewalInfo,
                from: backend
            )
        else { return nil }
        return Product.SubscriptionInfo.Status(
            state: Product.SubscriptionInfo.RenewalState(rawValue: stored.state),
            transaction: transaction,
            renewalInfo: renewal
        )
    }
}
