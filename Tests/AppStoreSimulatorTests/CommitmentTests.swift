// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// A year that is sold month by month.
@Suite struct CommitmentTests {
    private static let catalog: Catalog = {
        var year = Catalog.item("pro.year", .autoRenewableSubscription, 99_990)
        year.subscription = SubscriptionTerms(
            group: "group",
            level: 2,
            period: .year,
            commitment: CommitmentTerms(monthlyPrice: PriceList(base: 9990))
        )
        var best = Catalog.item("best", .autoRenewableSubscription, 19_990)
        best.subscription = SubscriptionTerms(group: "group", level: 1, period: .month)
        return Catalog(apps: Catalog.sample.apps, products: [year, best], groups: Catalog.sample.groups)
    }()

    private static let monthly = PurchaseOptions(billingPlan: .monthly)

    private static func store(in storefront: StorefrontCountryCode = "DEU") throws -> Store {
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        var store = Store(at: .day(2026, 6, 10), catalog: catalog, settings: settings)
        try store.perform(.addCustomer(CustomerProfile(id: "alice", storefront: storefront)))
        return store
    }

    private static func transactions(_ store: Store) -> [TransactionPayload] {
        var known: [TransactionPayload] = []
        for change in store.history.transactions {
            known.removeAll { $0.transactionId == change.transaction.transactionId }
            known.append(change.transaction)
        }
        return known
    }

    private static func snapshot(_ store: Store) throws -> SubscriptionSnapshot {
        try #require(store.store.subscriptions(of: "alice").first)
    }

    @Test func `twelve months are charged one by one, and another commitment follows`() throws {
        var store = try Self.store()
        let first = try store.buy("pro.year", by: "alice", Self.monthly)
        #expect(first.billingPlanType == .monthly)
        #expect(first.commitmentInfo?.billingPeriodNumber == 1 && first.commitmentInfo?.totalBillingPeriods == 12)
        #expect(first.commitmentInfo?.commitmentExpiresDate == .day(2027, 6, 10))
        #expect(first.commitmentInfo?.commitmentPrice == (first.price ?? 0) * 12)
        #expect(first.expiresDate == .day(2026, 7, 10))
        store.advance(to: .day(2027, 7, 15))
        let numbers = Self.transactions(store).compactMap(\.commitmentInfo?.billingPeriodNumber)
        #expect(numbers == Array(1...12) + [1, 2])
        #expect(Set(Self.transactions(store).map(\.originalTransactionId)).count == 1)
    }

    @Test func `a failure in the fifth month and a cancellation in the seventh end the year after its twelfth`() throws
    {
        var store = try Self.store()
        try store.buy("pro.year", by: "alice", Self.monthly)
        store.advance(to: .day(2026, 9, 20))
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 10, 12))
        #expect(try Self.snapshot(store).status == .billingRetry)
        #expect(store.labels.last == "DID_FAIL_TO_RENEW")
        try store.perform(.changeCustomer("alice", .payment(.works)))
        store.advance(to: .day(2026, 10, 20))
        let recovered = try Self.snapshot(store).transaction
        #expect(recovered.commitmentInfo?.billingPeriodNumber == 5)
        let shift = recovered.purchaseDate.timeIntervalSince(.day(2026, 10, 10))
        #expect(shift > 0)
        #expect(recovered.commitmentInfo?.commitmentExpiresDate == Date.day(2027, 6, 10) + shift)
        store.advance(to: .day(2026, 12, 25))
        let labels = try store.notifications { try $0.perform(.setRenewal("alice", group: "group", on: false)) }
        #expect(labels == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"])
        let info = try Self.snapshot(store).renewalInfo
        #expect(info.autoRenewStatus == .on && info.commitmentInfo?.commitmentAutoRenewStatus == .off)
        store.advance(to: .day(2027, 8, 1))
        #expect(Self.transactions(store).compactMap(\.commitmentInfo?.billingPeriodNumber) == Array(1...12))
        #expect(store.labels.last == "EXPIRED.VOLUNTARY")
        #expect(try Self.snapshot(store).status == .expired)
    }

    @Test func `a failed charge is retried for ninety days and then ends the commitment`() throws {
        var store = try Self.store()
        try store.buy("pro.year", by: "alice", Self.monthly)
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 10, 7))
        #expect(try Self.snapshot(store).status == .billingRetry)
        store.advance(to: .day(2026, 10, 9))
        #expect(try Self.snapshot(store).status == .expired && store.labels.last == "EXPIRED.BILLING_RETRY")
    }

    @Test func `a refund of the present month ends it, of an earlier one does not`() throws {
        var store = try Self.store()
        let first = try store.buy("pro.year", by: "alice", Self.monthly)
        store.advance(to: .day(2026, 8, 20))
        try store.perform(.refund(first.transactionId, decision: .full(.other), cancels: false))
        #expect(try Self.snapshot(store).status == .active)
        let present = try Self.snapshot(store).transaction.transactionId
        try store.perform(.refund(present, decision: .full(.other), cancels: false))
        store.advance(to: .day(2026, 12, 1))
        #expect(Self.transactions(store).count == 3)
    }

    @Test func `a better plan ends it at once`() throws {
        var store = try Self.store()
        try store.buy("pro.year", by: "alice", Self.monthly)
        store.advance(to: .day(2026, 8, 20))
        let best = try store.buy("best", by: "alice")
        #expect(best.commitmentInfo == nil && best.purchaseDate == .day(2026, 8, 20))
        #expect(try Self.snapshot(store).renewalInfo.commitmentInfo == nil)
    }

    @Test func `the whole year at once begins when the commitment ends`() throws {
        var store = try Self.store()
        try store.buy("pro.year", by: "alice", Self.monthly)
        store.advance(to: .day(2026, 8, 20))
        try store.buy("pro.year", by: "alice")
        store.advance(to: .day(2027, 6, 12))
        let last = try Self.snapshot(store).transaction
        #expect(last.billingPlanType == .billedUpfront && last.commitmentInfo == nil)
        #expect(last.purchaseDate == .day(2027, 6, 10) && last.expiresDate == .day(2028, 6, 10))
    }

    @Test(arguments: ["USA", "SGP"]) func `it is not sold where Apple sells none`(storefront: String) throws {
        var store = try Self.store(in: StorefrontCountryCode(rawValue: storefront))
        #expect(throws: SimulatorError.self) { try store.buy("pro.year", by: "alice", Self.monthly) }
        #expect(try store.buy("pro.year", by: "alice").billingPlanType == .billedUpfront)
    }
}
