// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct CustomerSummaryTests {
    private static func life(_ purchases: PurchaseHistory) -> LineageChartInput {
        LineageChartInput(of: purchases.facts, lineage: purchases.lineage, scope: .app, catalog: .reader)
    }

    /// A subscription of a trial, two months of which the second was refunded, and a free one.
    private static let subscription: PurchaseHistory = {
        var purchases = PurchaseHistory(lineage: "10")
        for (start, end, price, currency) in [
            ("01-03", "01-10", 0, "USD"), ("01-10", "02-10", 4990, "USD"), ("02-10", "03-10", 3990, "USD"),
            ("03-10", "04-10", 0, "EUR"),
        ] {
            let transaction = purchases.transaction(from: .utc("2026-\(start)"), to: .utc("2026-\(end)")) {
                $0.price = Money(milliunits: Int64(price), currency: Currency(rawValue: currency))
                $0.storefront = "USA"
                if start == "01-03" { $0.offer = Offer(type: .introductory, discount: .freeTrial) }
            }
            if price == 3990 { purchases.refund(transaction, on: .utc("2026-02-20")) }
        }
        return purchases
    }()

    private static let gems: PurchaseHistory = {
        var purchases = PurchaseHistory(lineage: "9")
        for (date, currency) in [("01-05", "USD"), ("01-06", "CHF"), ("01-07", "USD")] {
            purchases.transaction(nil, "gems", from: .utc("2026-\(date)")) {
                $0.productType = .consumable
                $0.price = Money(milliunits: 500, currency: Currency(rawValue: currency))
            }
        }
        return purchases
    }()

    @Test func `payments and refunds are added up over all purchases, in the order of currencies`() {
        let summary = CustomerSummary(of: [Self.life(Self.subscription), Self.life(Self.gems)])
        #expect(
            summary.amounts == [
                .init(currency: "CHF", net: 500, refunded: 0, payments: 1, refunds: 0),
                .init(currency: "USD", net: 5990, refunded: 3990, payments: 4, refunds: 1),
            ]
        )
    }

    @Test func `purchases come in the order of their identifiers, each with its newest transaction`() {
        let summary = CustomerSummary(of: [
            Self.life(Self.gems), Self.life(PurchaseHistory(lineage: "5")), Self.life(Self.subscription),
        ])
        #expect(
            summary.purchases == [
                .init(lineage: "10", product: "monthly", storefront: "USA", serviceEnd: .utc("2026-04-10")),
                .init(lineage: "9", product: "gems", storefront: "", isSubscription: false),
            ]
        )
    }

    @Test(arguments: [true, false])
    func `a purchase is a trial while its newest period is one`(isTrial: Bool) {
        var purchases = PurchaseHistory()
        purchases.facts = Array(Self.subscription.facts.prefix(isTrial ? 1 : 2))
        purchases.lineage = "10"
        let summary = CustomerSummary(of: [Self.life(purchases)])
        #expect(summary.purchases.map(\.isTrial) == [isTrial])
        #expect(summary.purchases.map(\.serviceEnd) == [.utc(isTrial ? "2026-01-10" : "2026-02-10")])
    }

    @Test func `the ends of service, of the grace period and of the retries are held, and whether the renewal is off`()
    {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2026-01-05 08:00:00"), to: .utc("2026-01-12 08:00:00"))
        purchases.renewalInfo(signed: .utc("2026-01-12 08:00:01")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2026-01-14 08:00:00")
            $0.expirationIntent = .billingError
        }
        purchases.renewalInfo(signed: .utc("2026-01-20")) {
            $0.isInBillingRetryPeriod = true
            $0.willAutoRenew = false
        }
        let summary = CustomerSummary(of: [Self.life(purchases)])
        #expect(
            summary.purchases == [
                .init(
                    lineage: "1",
                    product: "monthly",
                    storefront: "",
                    serviceEnd: .utc("2026-01-12 08:00:00"),
                    graceEnd: .utc("2026-01-14 08:00:00"),
                    retryEnd: .utc("2026-03-13 08:00:00"),
                    isRenewalOff: true
                )
            ]
        )
    }

    @Test func `a purchase of which nothing else is said is a subscription that renews and never was in service`() {
        let purchase = CustomerSummary.Purchase(lineage: "1", product: "p", storefront: "USA")
        #expect(purchase.isSubscription && !purchase.isTrial && !purchase.isRenewalOff)
        let ends = [purchase.serviceEnd, purchase.graceEnd, purchase.retryEnd]
        #expect(ends == Array(repeating: Date(timeIntervalSince1970: 0), count: 3))
        let amount = CustomerSummary.Amount(currency: "USD", net: 5)
        #expect(amount.refunded == 0 && amount.payments == 1 && amount.refunds == 0)
    }

    // MARK: - Whose a purchase is

    /// Anna buys a month; what else happened comes after.
    private static func owners(
        under restore: RestorePolicy = .transferIfLapsed,
        _ change: (inout PurchaseHistory) -> Void
    ) -> [CustomerID] {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2026-01-10"), to: .utc("2026-02-10"))
        change(&purchases)
        // The order in which facts come is not theirs.
        return CustomerSummary.owners(of: "1", purchases.facts.reversed(), under: CommercePolicy(restore: restore))
    }

    @Test func `a purchase without a claim has no owner`() {
        #expect(Self.owners { _ in }.isEmpty)
        #expect(Self.owners { $0.claim(at: .utc("2026-01-10")) } == ["anna"])
    }

    static let shown: [(RestorePolicy, String, [CustomerID])] = [
        (.transferIfLapsed, "2026-01-20", ["anna"]), (.transferIfLapsed, "2026-02-20", ["ben"]),
        (.transfer, "2026-01-20", ["ben"]), (.retainOwner, "2026-02-20", ["anna"]),
        (.share, "2026-01-20", ["anna", "ben"]),
    ]

    @Test(arguments: shown)
    func `a purchase that another customer shows goes where the policy says`(
        policy: RestorePolicy,
        date: String,
        owners: [CustomerID]
    ) {
        let found = Self.owners(under: policy) {
            $0.claim(at: .utc("2026-01-10"))
            $0.claim(by: "ben", .restore, at: .utc(date))
        }
        #expect(found == owners)
    }

    @Test func `a purchase that was released has no owner until someone claims it, in service or not`() {
        let release = Command.release(Release(lineage: "1", customer: "anna"))
        #expect(
            Self.owners {
                $0.claim(at: .utc("2026-01-10"))
                $0.command(release, at: .utc("2026-01-11"))
            }.isEmpty
        )
        for customer in ["anna", "ben"] as [CustomerID] {
            let owners = Self.owners {
                $0.claim(at: .utc("2026-01-10"))
                $0.command(release, at: .utc("2026-01-11"))
                $0.claim(by: customer, .restore, at: .utc("2026-01-12"))
            }
            #expect(owners == [customer])
        }
    }
}
