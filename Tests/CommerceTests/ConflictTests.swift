// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What a customer pays for twice; the first article's lifetime member with a running subscription.
@Suite struct ConflictTests {
    func subscription(
        lineage: OriginalTransactionID = "1",
        renews: Bool = true,
        to end: Date = .utc("2024-02-01"),
        ownership: InAppOwnershipType = .purchased
    ) -> PurchaseHistory {
        var purchases = PurchaseHistory(lineage: lineage)
        purchases.transaction(from: .utc("2024-01-01"), to: end) { $0.ownership = ownership }
        purchases.renewalInfo(signed: .utc("2024-01-01")) { $0.willAutoRenew = renews }
        return purchases
    }

    func lifetime() -> PurchaseHistory {
        var purchases = PurchaseHistory(lineage: "9")
        purchases.transaction(nil, "forever", from: .utc("2024-01-10"))
        return purchases
    }

    let now = Date.utc("2024-01-15")

    @Test func `a lifetime purchase beside a subscription that renews`() throws {
        let conflict = try #require(
            ConflictFinder(CustomerAccount(subscription(), lifetime()), asOf: now).conflicts.first
        )
        #expect(conflict.kind == .lifetimeAndSubscription)
        #expect(conflict.entitlement == "basic")
        #expect(conflict.keptPurchase.rule == .lifetime)
        #expect(conflict.redundantPurchase.productID == "monthly")
        #expect(conflict.nextChargeDate == .utc("2024-02-01"))
        #expect(conflict.advice == [.turnOffRenewal, .askForRefund])
    }

    @Test func `with the renewal off it just runs out`() throws {
        let account = CustomerAccount(subscription(renews: false), lifetime())
        let conflict = try #require(ConflictFinder(account, asOf: now).conflicts.first)
        #expect(conflict.nextChargeDate == nil)
        #expect(conflict.advice == [.letItRunOut, .askForRefund])
    }

    @Test func `two subscriptions: the longer one is kept`() throws {
        let account = CustomerAccount(
            subscription(lineage: "1", to: .utc("2024-02-01")),
            subscription(lineage: "2", to: .utc("2025-01-01"))
        )
        let conflict = try #require(ConflictFinder(account, asOf: now).conflicts.first)
        #expect(conflict.kind == .twoSubscriptions)
        #expect(conflict.keptPurchase.lineage == "2")
        #expect(conflict.redundantPurchase.lineage == "1")
    }

    @Test func `an own subscription beside the family's`() throws {
        let account = CustomerAccount(
            subscription(lineage: "1"),
            subscription(lineage: "2", ownership: .familyShared)
        )
        let conflict = try #require(ConflictFinder(account, asOf: now).conflicts.first)
        #expect(conflict.kind == .ownAndFamily)
        #expect(conflict.redundantPurchase.lineage == "1")
    }

    @Test func `one of each is not a conflict`() {
        #expect(ConflictFinder(CustomerAccount(subscription()), asOf: now).conflicts.isEmpty)
        #expect(ConflictFinder(CustomerAccount(lifetime()), asOf: now).conflicts.isEmpty)
        #expect(ConflictFinder(CustomerAccount(subscription(), lifetime()), asOf: .utc("2024-02-02")).conflicts.isEmpty)
    }

    @Test func `buying a lifetime product with a subscription is warned of, and the reverse`() throws {
        let subscriber = CustomerAccount(subscription())
        let first = try #require(ConflictFinder(subscriber, asOf: now).conflicts(buying: "forever", in: .app).first)
        #expect(first.kind == .lifetimeAndSubscription)
        #expect(first.redundantPurchase.productID == "monthly")
        #expect(first.advice == [.turnOffRenewal, .askForRefund])
        let owner = CustomerAccount(lifetime())
        let second = try #require(ConflictFinder(owner, asOf: now).conflicts(buying: "monthly", in: .app).first)
        #expect(second.keptPurchase.productID == "forever")
        #expect(second.redundantPurchase.productID == "monthly")
    }

    @Test func `changing the plan inside the group is not a conflict`() {
        #expect(ConflictFinder(CustomerAccount(subscription()), asOf: now).conflicts(buying: "pro", in: .app).isEmpty)
        #expect(
            ConflictFinder(CustomerAccount(PurchaseHistory()), asOf: now).conflicts(buying: "pro", in: .app).isEmpty
        )
    }
}
