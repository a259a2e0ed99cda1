// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// Puts a purchase aside until a parent or the customer decides.
    mutating func pend(
        _ customer: Int,
        _ product: ProductID,
        _ options: PurchaseOptions,
        _ reason: PendingPurchase.Reason,
        code: CodeOffer?,
        oneTimeCode: OneTimeCodeOffer?
    ) -> Outcome.Answer {
        pendingCount += 1
        let pending = PendingPurchase(
            id: PendingPurchaseID(rawValue: "pending-\(pendingCount)"),
            customer: customers[customer].profile.id,
            product: product,
            options: options,
            code: code,
            oneTimeCode: oneTimeCode,
            reason: reason,
            date: now
        )
        customers[customer].pending.append(pending)
        return .pending(pending)
    }

    /// A parent approves, or the customer resolves what interrupted the purchase.
    mutating func completePending(_ id: PendingPurchaseID) throws -> Outcome.Answer {
        let (customer, index) = try place(of: id)
        let pending = customers[customer].pending[index]
        let answer = try buyNow(
            customer,
            try product(pending.product),
            pending.options,
            code: pending.code,
            oneTimeCode: pending.oneTimeCode
        )
        customers[customer].pending.remove(at: index)
        return answer
    }

    /// A parent declines, or the customer abandons: nothing was bought, and no one is notified.
    mutating func cancelPending(_ id: PendingPurchaseID) throws {
        let (customer, index) = try place(of: id)
        customers[customer].pending.remove(at: index)
    }

    private func place(of id: PendingPurchaseID) throws -> (customer: Int, index: Int) {
        for (slot, customer) in customers.enumerated() {
            if let index = customer.pending.firstIndex(where: { $0.id == id }) { return (slot, index) }
        }
        throw SimulatorError(.unknownPendingPurchase, "No purchase \"\(id)\" is pending.")
    }
}
