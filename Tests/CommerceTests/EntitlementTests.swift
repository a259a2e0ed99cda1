// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct EntitlementTests {
    func yearly() -> PurchaseHistory {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "yearly", from: .utc("2024-01-01"), to: .utc("2025-01-01"))
        return purchases
    }

    @Test func `nothing bought is not entitled, and says so`() {
        let answer = CustomerAccount(PurchaseHistory()).entitlement("basic", asOf: .utc("2024-01-01"))
        #expect(!answer.isActive)
        #expect(answer.reason.rule == .neverBought)
    }

    @Test func `an answer names the document, the rule and the time`() throws {
        let purchases = yearly()
        let answer = CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-06-01"))
        #expect(answer.isActive)
        #expect(answer.startDate == .utc("2024-01-01"))
        #expect(answer.endDate == .utc("2025-01-01"))
        #expect(answer.reason.rule == .paidPeriod)
        #expect(answer.reason.scope == .app)
        #expect(answer.reason.productID == "yearly")
        #expect(answer.reason.evidence.map(\.digest) == [purchases.facts[0].digest])
    }

    @Test func `a higher level gives what the lower ones give, not the reverse`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "pro", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        let pro = CustomerAccount(purchases)
        #expect(pro.entitlement("pro", asOf: .utc("2024-01-15")).isActive)
        #expect(pro.entitlement("basic", asOf: .utc("2024-01-15")).isActive)
        let basic = CustomerAccount(yearly())
        #expect(!basic.entitlement("pro", asOf: .utc("2024-01-15")).isActive)
    }

    @Test func `renewals are one unbroken time`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-20"), to: .utc("2024-02-20"))
        purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.transaction(from: .utc("2024-03-20"), to: .utc("2024-04-20"))
        let answer = CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-03-01"))
        #expect(answer.startDate == .utc("2024-01-20"))
        #expect(answer.endDate == .utc("2024-04-20"))
    }

    @Test func `a lifetime purchase wins over a subscription`() {
        var lifetime = PurchaseHistory(lineage: "9")
        lifetime.transaction(nil, "forever", from: .utc("2024-03-01"))
        let account = CustomerAccount(yearly(), lifetime)
        let answer = account.entitlement("basic", asOf: .utc("2024-06-01"))
        #expect(answer.reason.rule == .lifetime)
        #expect(answer.endDate == nil)
        #expect(answer.startDate == .utc("2024-01-01"))
        #expect(answer.otherReasons.map(\.rule) == [.paidPeriod])
    }

    @Test func `a refunded lifetime purchase gives nothing`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(nil, "forever", from: .utc("2024-03-01"))
        purchases.refund(bought, on: .utc("2024-03-05"))
        let answer = CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-03-06"))
        #expect(!answer.isActive)
        #expect(answer.reason.rule == .refunded)
    }

    @Test func `one entitlement from two platforms`() {
        // The third article: the products of an iOS and a macOS app are different, the customer is the same.
        let mac = AppScope(bundleID: "com.example.reader.mac", environment: .production)
        let macCatalog = Catalog(
            bundleID: "com.example.reader.mac",
            products: [
                CatalogProduct(id: "mac.monthly", type: .autoRenewableSubscription, entitlements: ["basic"])
            ]
        )
        var purchases = PurchaseHistory(scope: mac, lineage: "77")
        purchases.transaction(nil, "mac.monthly", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        let account = CustomerAccount(purchases, catalogs: [.reader, macCatalog])
        let answer = account.entitlement("basic", asOf: .utc("2024-01-10"))
        #expect(answer.isActive)
        #expect(answer.reason.scope == mac)
    }

    @Test func `time bought once is computed by us, and buying again extends it`() {
        var first = PurchaseHistory(lineage: "1")
        first.transaction(nil, "month-once", from: .utc("2024-01-31")) { $0.productType = .consumable }
        var second = PurchaseHistory(lineage: "2")
        second.transaction(nil, "month-once", from: .utc("2024-02-10")) { $0.productType = .consumable }
        let account = CustomerAccount(first, second)
        // 31 January to 29 February, then to 29 March.
        let answer = account.entitlement("basic", asOf: .utc("2024-03-28"))
        #expect(answer.isActive)
        #expect(answer.reason.rule == .serviceDuration)
        #expect(answer.startDate == .utc("2024-01-31"))
        #expect(answer.endDate == .utc("2024-03-29"))
        let after = account.entitlement("basic", asOf: .utc("2024-03-29"))
        #expect(!after.isActive)
        #expect(after.reason.rule == .serviceTimeUsed)
    }

    @Test func `a non-renewing subscription of three months ends after three months`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "season", from: .utc("2023-11-30")) { $0.productType = .nonRenewingSubscription }
        let answer = CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-02-28"))
        #expect(answer.endDate == .utc("2024-02-29"))
    }

    @Test func `two of a kind last twice as long`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "season", from: .utc("2024-01-01")) {
            $0.productType = .nonRenewingSubscription
            $0.quantity = 2
        }
        #expect(CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-02-01")).endDate == .utc("2024-07-01"))
    }

    @Test func `a refund in the middle pulls the later time forward`() {
        var first = PurchaseHistory(lineage: "1")
        let bought = first.transaction(nil, "month-once", from: .utc("2024-01-01")) { $0.productType = .consumable }
        var second = PurchaseHistory(lineage: "2")
        second.transaction(nil, "month-once", from: .utc("2024-01-05")) { $0.productType = .consumable }
        #expect(
            CustomerAccount(first, second).entitlement("basic", asOf: .utc("2024-01-10")).endDate == .utc("2024-03-01")
        )
        first.refund(bought, on: .utc("2024-01-09"))
        #expect(
            CustomerAccount(first, second).entitlement("basic", asOf: .utc("2024-01-10")).endDate == .utc("2024-02-05")
        )
    }

    @Test func `a grant has an end and a reason`() {
        var purchases = PurchaseHistory()
        purchases.command(
            .grant(
                Grant(
                    id: "g1",
                    customer: "anna",
                    entitlement: "basic",
                    startDate: .utc("2024-01-01"),
                    endDate: .utc("2024-01-08"),
                    reason: "an outage"
                )
            ),
            at: .utc("2024-01-01")
        )
        let during = CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-01-07"))
        #expect(during.isActive)
        #expect(during.reason.rule == .granted)
        #expect(during.reason.note == "an outage")
        let after = CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-01-08"))
        #expect(!after.isActive)
        #expect(after.reason.rule == .grantEnded)
        #expect(after.startDate == .utc("2024-01-08"))
    }

    @Test func `a grant that is revoked ends then`() {
        var purchases = PurchaseHistory()
        let grant = Grant(
            id: "g1",
            customer: "anna",
            entitlement: "basic",
            startDate: .utc("2024-01-01"),
            reason: "a friend"
        )
        purchases.command(.grant(grant), at: .utc("2024-01-01"))
        purchases.command(
            .revokeGrant(GrantRevocation(id: "g1", customer: "anna", date: .utc("2024-02-01"), reason: "no more")),
            at: .utc("2024-02-01")
        )
        #expect(CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-01-31")).isActive)
        #expect(!CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-02-01")).isActive)
    }

    @Test func `a sandbox purchase counts as the policy says`() {
        var purchases = PurchaseHistory(scope: AppScope(bundleID: "com.example.reader", environment: .sandbox))
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        func isActive(_ policy: SandboxPolicy) -> Bool {
            CustomerAccount(purchases, policy: CommercePolicy(sandbox: policy))
                .entitlement("basic", asOf: .utc("2024-01-02")).isActive
        }
        #expect(isActive(.accept))
        #expect(!isActive(.refuse))
        #expect(isActive(.testersOnly(["anna"])))
        #expect(!isActive(.testersOnly(["ben"])))
    }

    @Test func `a purchase of currency gives no entitlement`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "gems", from: .utc("2024-01-01")) { $0.productType = .consumable }
        #expect(CustomerAccount(purchases).entitlements(asOf: .utc("2024-01-02")).isEmpty)
    }

    @Test func `an entitlement that begins later says when`() {
        var purchases = PurchaseHistory()
        purchases.command(
            .grant(
                Grant(
                    id: "g",
                    customer: "anna",
                    entitlement: "basic",
                    startDate: .utc("2024-05-01"),
                    reason: "a gift"
                )
            ),
            at: .utc("2024-01-01")
        )
        let answer = CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-04-01"))
        #expect(!answer.isActive)
        #expect(answer.reason.rule == .notYetBegun)
        #expect(answer.startDate == .utc("2024-05-01"))
    }

    @Test func `a version 1 notification changes nothing on its word`() {
        var purchases = yearly()
        let before = CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-06-01"))
        purchases.record(
            .legacyNotification(
                LegacyNotification(type: "CANCEL", originalTransactionID: "1", cancellationDate: .utc("2024-05-01"))
            ),
            at: .utc("2024-05-01"),
            rank: .reported
        )
        #expect(CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-06-01")) == before)
    }

    @Test func `a refused sandbox purchase says so`() {
        var purchases = PurchaseHistory(scope: AppScope(bundleID: "com.example.reader", environment: .sandbox))
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        let account = CustomerAccount(purchases, policy: CommercePolicy(sandbox: .refuse))
        #expect(account.entitlement("basic", asOf: .utc("2024-01-02")).reason.rule == .sandboxRefused)
    }

    @Test func `time bought once waits while a subscription of the same entitlements runs`() {
        var purchases = PurchaseHistory(lineage: "1")
        purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        var once = PurchaseHistory(lineage: "2")
        once.transaction(nil, "month-once", from: .utc("2024-03-01")) { $0.productType = .consumable }
        let answer = CustomerAccount(purchases, once).entitlement("basic", asOf: .utc("2024-04-01"))
        #expect(answer.reason.rule == .serviceDuration)
        #expect(answer.startDate == .utc("2024-02-20"))
        #expect(answer.endDate == .utc("2024-04-20"))
    }
}
