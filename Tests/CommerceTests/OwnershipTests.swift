// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct OwnershipTests {
    static let key = LineageKey(scope: .app, lineage: "1")

    /// Anna buys on 1 January for a year; Ben restores on 1 June.
    func restored(on date: Date = .utc("2024-06-01"), _ basis: Claim.Basis = .restore) -> PurchaseHistory {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "yearly", from: .utc("2024-01-01"), to: .utc("2025-01-01"))
        purchases.claim(by: "anna", at: .utc("2024-01-01 00:00:10"))
        purchases.claim(by: "ben", basis, at: date)
        return purchases
    }

    func account(_ customer: CustomerID, _ purchases: PurchaseHistory, _ restore: RestorePolicy) -> CustomerAccount {
        CustomerAccount(
            customer: customer,
            catalogs: [.reader],
            facts: purchases.facts,
            policy: CommercePolicy(restore: restore)
        )
    }

    func entitled(_ purchases: PurchaseHistory, _ restore: RestorePolicy, at instant: Date) -> [Bool] {
        ["anna", "ben"].map {
            account($0, purchases, restore).entitlement("basic", asOf: instant).isActive
        }
    }

    @Test func `the policy keep leaves it with the first owner`() {
        #expect(entitled(restored(), .retainOwner, at: .utc("2024-06-02")) == [true, false])
    }

    @Test func `transfer gives it to whoever restores, and the previous owner is named`() throws {
        #expect(entitled(restored(), .transfer, at: .utc("2024-06-02")) == [false, true])
        #expect(entitled(restored(), .transfer, at: .utc("2024-05-31")) == [true, false])
        let step = try #require(account("ben", restored(), .transfer).ownership(of: Self.key).steps.last)
        #expect(step.outcome == .transferred)
        #expect(step.previousOwners == ["anna"])
        #expect(step.owners == ["ben"])
    }

    @Test func `transfer if lapsed moves it only when it gives no access`() {
        #expect(entitled(restored(), .transferIfLapsed, at: .utc("2024-06-02")) == [true, false])
        let late = restored(on: .utc("2025-02-01"))
        #expect(account("ben", late, .transferIfLapsed).ownership(of: Self.key).owners == ["ben"])
    }

    @Test func `a consumable is delivered, so that showing it takes it from no one`() {
        for type in [ProductType.consumable, .nonRenewingSubscription, .nonConsumable] {
            var purchases = PurchaseHistory()
            purchases.transaction(nil, "coins", from: .utc("2024-01-01")) { $0.productType = type }
            purchases.claim(by: "anna", .token, at: .utc("2024-01-01"))
            purchases.claim(by: "ben", .session, at: .utc("2024-01-05"))
            #expect(account("ben", purchases, .transferIfLapsed).ownership(of: Self.key).owners == ["anna"])
        }
    }

    @Test func `a refund that comes later does not change who had it`() {
        var purchases = restored()
        purchases.again(
            Transaction(
                id: "11",
                originalTransactionID: "1",
                productID: "yearly",
                purchaseDate: .utc("2024-01-01"),
                expirationDate: .utc("2025-01-01")
            ),
            signed: .utc("2024-08-01")
        ) { $0.revocation = Revocation(date: .utc("2024-08-01"), type: .refundFull) }
        #expect(account("ben", purchases, .transferIfLapsed).ownership(of: Self.key).owners == ["anna"])
    }

    @Test func `share lets both have it`() {
        #expect(entitled(restored(), .share, at: .utc("2024-06-02")) == [true, true])
    }

    @Test(arguments: RestorePolicy.allCases)
    func `a purchase with the customer's own token is the customer's under every policy`(policy: RestorePolicy) {
        #expect(account("ben", restored(.token), policy).ownership(of: Self.key).owners == ["ben"])
    }

    func restored(_ basis: Claim.Basis) -> PurchaseHistory { restored(on: .utc("2024-06-01"), basis) }

    @Test func `the same customer again changes nothing`() {
        var purchases = restored()
        purchases.claim(by: "anna", .restore, at: .utc("2024-07-01"))
        let steps = account("anna", purchases, .retainOwner).ownership(of: Self.key).steps
        #expect(steps.map(\.outcome) == [.claimed, .ownerRetained])
    }

    @Test func `a transfer by an administrator moves it`() {
        var purchases = restored()
        let transfer = Transfer(lineage: "1", previousOwner: "anna", recipient: "cleo", reason: "merged accounts")
        purchases.command(.transfer(transfer), at: .utc("2024-07-01"))
        #expect(account("cleo", purchases, .retainOwner).ownership(of: Self.key).owners == ["cleo"])
        #expect(account("cleo", purchases, .retainOwner).entitlement("basic", asOf: .utc("2024-07-02")).isActive)
        #expect(!account("anna", purchases, .retainOwner).entitlement("basic", asOf: .utc("2024-07-02")).isActive)
    }

    @Test func `an unclaimed purchase belongs to no one on a server and to the owner on a device`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        #expect(!account("anna", purchases, .retainOwner).entitlement("basic", asOf: .utc("2024-01-02")).isActive)
        #expect(CustomerAccount(purchases).entitlement("basic", asOf: .utc("2024-01-02")).isActive)
    }

    @Test func `the first owner had it from the beginning`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.claim(by: "anna", .session, at: .utc("2024-01-20"))
        #expect(account("anna", purchases, .retainOwner).entitlement("basic", asOf: .utc("2024-01-02")).isActive)
    }

    @Test func `who lost a purchase, or was not given it, gets the reason`() {
        func rule(_ customer: CustomerID, _ policy: RestorePolicy) -> Rule {
            account(customer, restored(), policy).entitlement("basic", asOf: .utc("2024-06-02")).reason.rule
        }
        #expect(rule("anna", .transfer) == .transferredAway)
        #expect(rule("ben", .retainOwner) == .ownedByAnotherCustomer)
        #expect(rule("cleo", .retainOwner) == .neverBought)
        var unclaimed = PurchaseHistory()
        unclaimed.transaction(from: .utc("2024-01-01"), to: .utc("2025-01-01"))
        let answer = account("anna", unclaimed, .retainOwner).entitlement("basic", asOf: .utc("2024-06-02"))
        #expect(answer.reason.rule == .unclaimed)
    }

    static let token = AppAccountToken("7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d")

    @Test func `renewals known only from receipts were paid with the first purchase`() {
        // A receipt names no reason, and each renewal carries the token of the first purchase.
        var purchases = PurchaseHistory()
        func entry(_ month: Int, _ reason: TransactionReason? = nil) -> Transaction {
            Transaction(
                id: TransactionID(rawValue: "1\(month)"),
                originalTransactionID: "1",
                productID: "monthly",
                purchaseDate: .utc("2024-0\(month)-01"),
                expirationDate: .utc("2024-0\(month + 1)-01"),
                appAccountToken: Self.token,
                reason: reason
            )
        }
        purchases.receipt([entry(1), entry(2), entry(3)], asked: .utc("2024-03-02"))
        func payments() -> [Date] {
            purchases.history().paymentTokens.map { $0.token == Self.token ? $0.purchaseDate : .distantPast }
        }
        #expect(payments() == [.utc("2024-01-01")])
        purchases.record(.transaction(entry(4, .renewal)), at: .utc("2024-04-01"), rank: .signed)
        #expect(payments() == [.utc("2024-01-01")])
        purchases.record(.transaction(entry(6, .purchase)), at: .utc("2024-06-01"), rank: .signed)
        #expect(payments() == [.utc("2024-06-01")])
    }
}
