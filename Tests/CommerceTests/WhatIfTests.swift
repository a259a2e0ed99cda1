// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct WhatIfTests {
    func inGrace(known instant: Date = .utc("2024-04-01")) -> CustomerAccount {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        purchases.renewalInfo(signed: .utc("2024-03-20")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2024-04-05")
        }
        return CustomerAccount(purchases.known(at: instant))
    }

    @Test func `without a grace period the customer in grace would lose the entitlement`() throws {
        let differences = EntitlementDifference.of(
            inGrace(),
            under: CommercePolicy(honorsGracePeriod: false),
            asOf: .utc("2024-04-01")
        )
        let difference = try #require(differences.first)
        #expect(differences.count == 1)
        #expect(difference.isLoss)
        #expect(difference.customer == "anna")
        #expect(difference.before.reason.rule == .gracePeriod)
        #expect(difference.after.reason.rule == .graceIgnored)
    }

    @Test func `nothing differs before grace is known of`() {
        let differences = EntitlementDifference.of(
            inGrace(known: .utc("2024-03-01")),
            under: CommercePolicy(honorsGracePeriod: false),
            asOf: .utc("2024-03-01")
        )
        #expect(differences.isEmpty)
    }

    @Test func `another mapping of products to entitlements shows who gains and who loses`() throws {
        var catalog = Catalog.reader
        catalog.products[0].entitlements = ["plus"]
        let differences = EntitlementDifference.of(
            inGrace(),
            under: .standard,
            catalogs: [catalog],
            asOf: .utc("2024-03-01")
        )
        #expect(differences.map(\.entitlement) == ["basic", "plus"])
        #expect(differences.map(\.isLoss) == [true, false])
        #expect(differences.map(\.isGain) == [false, true])
    }

    @Test func `an entitlement that ends at another time is neither gained nor lost`() throws {
        func account(until end: String) -> CustomerAccount {
            var purchases = PurchaseHistory()
            purchases.transaction(from: .utc("2024-02-20"), to: .utc(end))
            return CustomerAccount(purchases.known(at: .utc("2024-03-01")))
        }
        let (short, long) = (account(until: "2024-03-20"), account(until: "2024-03-21"))
        let difference = try #require(
            EntitlementDifference.between(short, long, asOf: .utc("2024-03-01")).first
        )
        #expect(!difference.isLoss && !difference.isGain)
        #expect(difference.before.isActive && difference.after.isActive)
        #expect(EntitlementDifference.between(short, short, asOf: .utc("2024-03-01")).isEmpty)
    }

    @Test func `another restore policy moves a purchase`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "yearly", from: .utc("2024-01-01"), to: .utc("2025-01-01"))
        purchases.claim(by: "anna", at: .utc("2024-01-01"))
        purchases.claim(by: "ben", .restore, at: .utc("2024-06-01"))
        let ben = CustomerAccount(customer: "ben", catalogs: [.reader], facts: purchases.facts)
        let difference = try #require(
            EntitlementDifference.of(ben, under: CommercePolicy(restore: .share), asOf: .utc("2024-07-01")).first
        )
        #expect(difference.isGain)
    }

    @Test func `what was known then is answered from the facts of then`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(nil, "forever", from: .utc("2024-01-01"))
        purchases.refund(bought, on: .utc("2024-02-01"))
        func isActive(_ facts: [Fact]) -> Bool {
            CustomerAccount(customer: "anna", catalogs: [.reader], facts: facts, ownsUnclaimed: true)
                .entitlement("basic", asOf: .utc("2024-01-15")).isActive
        }
        #expect(!isActive(purchases.facts))
        #expect(isActive(purchases.known(at: .utc("2024-01-15")).facts))
    }
}
