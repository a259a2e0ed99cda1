// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The limits of a customer's account: the exact instants, and what several purchases decide together.
@Suite struct AccountRuleTests {
    static let key = OwnershipTests.key

    private static func account(
        _ facts: [Fact],
        of customer: CustomerID = "anna",
        _ policy: CommercePolicy = .standard,
        ownsUnclaimed: Bool = true
    ) -> CustomerAccount {
        CustomerAccount(
            customer: customer,
            catalogs: [.reader],
            facts: facts,
            policy: policy,
            ownsUnclaimed: ownsUnclaimed
        )
    }

    // MARK: - Claims

    @Test func `claims count once and in the order of their instants, however they are added`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "forever", from: .utc("2024-01-01"))
        let transfers: [(CustomerID, String)] = [("ben", "2024-02-01"), ("cleo", "2024-03-01"), ("dora", "2024-04-01")]
        for (customer, date) in transfers {
            let transfer = Transfer(lineage: "1", previousOwner: nil, recipient: customer, reason: "support")
            purchases.command(.transfer(transfer), at: .utc(date))
        }
        let facts = purchases.facts
        var account = Self.account([])
        for fact in [facts[0], facts[3], facts[1], facts[3], facts[2], facts[2]] { account.add(fact) }
        let ownership = account.ownership(of: Self.key)
        #expect(ownership.steps.map(\.customer) == ["ben", "cleo", "dora"])
        let instants: [(String, [CustomerID])] = [
            ("2024-01-01", ["ben"]), ("2024-02-29", ["ben"]), ("2024-03-01", ["cleo"]), ("2024-04-01", ["dora"]),
        ]
        for (instant, owners) in instants { #expect(ownership.owners(asOf: .utc(instant)) == owners) }
    }

    @Test func `an unproven claim leaves the purchase where it is`() {
        for isProven in [true, false] {
            var purchases = PurchaseHistory()
            purchases.transaction(nil, "forever", from: .utc("2024-01-01"))
            purchases.claim(by: "anna", at: .utc("2024-01-01"))
            let claim = Claim(lineage: "1", customer: "ben", basis: .restore, isProven: isProven)
            purchases.command(.claim(claim), at: .utc("2024-02-01"))
            let account = Self.account(purchases.facts, CommercePolicy(restore: .transfer))
            #expect(account.ownership(of: Self.key).owners == [isProven ? "ben" : "anna"])
        }
    }

    static let lapses: [(String, CustomerID)] = [
        // When another customer restores a purchase of 10 January that was refunded on 20 January, and the owner then.
        ("2024-01-09 23:59:59", "ben"), ("2024-01-10", "anna"), ("2024-01-19 23:59:59", "anna"), ("2024-01-20", "ben"),
        ("2024-01-21", "ben"),
    ]

    @Test(arguments: lapses)
    func `a one-time purchase moves before it was bought and from its refund on`(date: String, owner: CustomerID) {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(nil, "forever", from: .utc("2024-01-10"))
        purchases.refund(bought, on: .utc("2024-01-20"))
        purchases.claim(by: "anna", at: .utc("2024-01-01"))
        purchases.claim(by: "ben", .restore, at: .utc(date))
        let account = Self.account(purchases.facts, CommercePolicy(restore: .transferIfLapsed))
        #expect(account.ownership(of: Self.key).owners == [owner])
    }

    /// A purchase that was transferred so many times, once in so many seconds, the last time at the end of 2023.
    private static func moved(_ count: Int, every seconds: Double) -> Ownership {
        var purchases = PurchaseHistory()
        purchases.claim(by: "start", at: .utc("2010-01-01"))
        for number in (0..<count).reversed() {
            let recipient = CustomerID(rawValue: "customer-\(number % 2)")
            let transfer = Transfer(lineage: "1", previousOwner: nil, recipient: recipient, reason: "support")
            purchases.command(.transfer(transfer), at: Date.utc("2024-01-01") - Double(number) * seconds)
        }
        return account(purchases.facts).ownership(of: key)
    }

    static let moves: [(Int, Double, Double, Bool)] = [
        // The moves, the seconds between them, the seconds since the last one, and whether the next one is allowed.
        (9, 1, 0, true), (10, 1, 0, false), (10, 9600, 0, true), (10, 9600, 1, true), (10, 9601, 0, true),
        (10, 9599, 0, false), (10, 0, 86_399, false), (10, 0, 86_400, true), (999, 86_400, 0, true),
        (1000, 86_400, 0, false),
    ]

    @Test(arguments: moves)
    func `a purchase moves at most ten times in a day and a thousand times in all`(
        count: Int,
        interval: Double,
        wait: Double,
        isAllowed: Bool
    ) {
        let ownership = Self.moved(count, every: interval)
        #expect(ownership.mayMove(at: Date.utc("2024-01-01") + wait) == isAllowed)
        #expect(Ownership.maximumStoredClaims == 100)
    }

    @Test func `a purchase that was transferred is named from that instant on`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "forever", from: .utc("2024-01-01"))
        purchases.claim(by: "anna", at: .utc("2024-01-01"))
        let transfer = Transfer(lineage: "1", previousOwner: "anna", recipient: "ben", reason: "support")
        purchases.command(.transfer(transfer), at: .utc("2024-02-01"))
        let account = Self.account(purchases.facts)
        let answer = account.entitlement("basic", asOf: .utc("2024-02-01"))
        #expect(!answer.isActive && answer.reason.rule == .transferredAway && answer.startDate == .utc("2024-02-01"))
    }

    @Test func `what another account knows of a purchase follows this account's policy`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.refund(bought, on: .utc("2024-01-20"))
        for (own, effect) in [(RevocationEffect.asIfNeverBought, 0), (.fromItsDate, 1)] {
            for other: RevocationEffect in [.asIfNeverBought, .fromItsDate] {
                let policies = [own, other].map { CommercePolicy(refund: RefundPolicy(full: $0)) }
                var account = Self.account([], policies[0])
                account.transfer(Self.key, from: Self.account(purchases.facts, policies[1]))
                let isActive = account.entitlement("basic", asOf: .utc("2024-01-10")).isActive
                #expect(isActive == (effect == 1))
            }
        }
    }

    // MARK: - Entitlements

    @Test func `a grant that is revoked at its beginning was never one`() {
        for (date, rule) in [("2024-01-10", Rule.neverBought), ("2024-01-11", .grantEnded)] {
            var purchases = PurchaseHistory()
            let start = Date.utc("2024-01-10")
            let grant = Grant(id: "g", customer: "anna", entitlement: "pro", startDate: start, reason: "sorry")
            purchases.command(.grant(grant), at: start)
            let end = GrantRevocation(id: "g", customer: "anna", date: .utc(date), reason: "over")
            purchases.command(.revokeGrant(end), at: .utc(date))
            let answer = Self.account(purchases.facts).entitlement("pro", asOf: .utc("2024-02-01"))
            #expect(!answer.isActive && !answer.willRenew && answer.reason.rule == rule)
        }
    }

    @Test func `what has not begun is not explained by anything else`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-10"), to: .utc("2024-02-10"))
        let answer = Self.account(purchases.facts).entitlement("basic", asOf: .utc("2024-01-01"))
        #expect(answer.reason.rule == .notYetBegun && answer.otherReasons.isEmpty)
    }

    @Test func `of two that last equally long the first one decides`() {
        var (first, second) = (PurchaseHistory(), PurchaseHistory(lineage: "2"))
        first.transaction(nil, "forever", from: .utc("2024-01-01"))
        second.transaction(nil, "forever", from: .utc("2024-01-02"))
        let answer = CustomerAccount(second, first).entitlement("basic", asOf: .utc("2024-02-01"))
        #expect(answer.reason.lineage == "1" && answer.otherReasons.map(\.lineage) == ["2"])
        #expect(answer.startDate == .utc("2024-01-01"))
    }

    @Test func `a lifetime purchase that was refunded at once is refunded at that instant`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(nil, "forever", from: .utc("2024-03-01"))
        purchases.refund(bought, on: .utc("2024-03-01"))
        #expect(Self.account(purchases.facts).entitlement("basic", asOf: .utc("2024-03-01")).reason.rule == .refunded)
    }

    /// A subscription of a month of one plan, and another month of the other plan after it.
    private static func changed(
        _ products: [ProductID],
        _ lineage: OriginalTransactionID,
        _ environment: Environment = .production
    ) -> PurchaseHistory {
        let scope = AppScope(bundleID: "com.example.reader", environment: environment)
        var purchases = PurchaseHistory(scope: scope, lineage: lineage)
        for (product, dates) in zip(products, [("2024-01-01", "2024-02-01"), ("2024-02-01", "2024-03-01")]) {
            purchases.transaction(nil, product, from: .utc(dates.0), to: .utc(dates.1))
        }
        return purchases
    }

    @Test(arguments: [("1", "2", Environment.production), ("1", "1", .sandbox), ("2", "1", .sandbox)])
    func `a plan that was left is named beside one that ended`(
        left: OriginalTransactionID,
        ended: OriginalTransactionID,
        environment: Environment
    ) {
        let stories = [Self.changed(["pro", "monthly"], left), Self.changed(["pro"], ended, environment)]
        let account = CustomerAccount(stories[0], stories[1])
        let answer = account.entitlement("pro", asOf: .utc("2024-06-01"))
        let reasons = ([answer.reason] + answer.otherReasons).map { "\($0.lineage ?? "") \($0.rule)" }
        #expect(Set(reasons) == ["\(left) \(Rule.movedToAnotherPlan)", "\(ended) \(Rule.expired)"])
    }

    @Test func `a plan that is taken up again later was left before`() {
        var purchases = PurchaseHistory()
        let months: [(ProductID, String, String)] = [
            ("pro", "2024-01-01", "2024-02-01"), ("monthly", "2024-02-01", "2024-03-01"),
            ("pro", "2024-03-01", "2024-04-01"),
        ]
        for (product, start, end) in months { purchases.transaction(nil, product, from: .utc(start), to: .utc(end)) }
        let reason = CustomerAccount(purchases).entitlement("pro", asOf: .utc("2024-02-15")).reason
        #expect(reason.rule == .movedToAnotherPlan && reason.transactionID == "11")
        #expect(reason.startDate == .utc("2024-02-01"))
    }

    @Test func `service time without a device does not wait for a subscription of one`() {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        let terms = OrderStep.Terms(productID: "monthly", device: "door")
        purchases.command(.order(OrderStep(order: "o", action: .created(terms))), at: .utc("2024-01-01"))
        purchases.command(.order(OrderStep(order: "o", action: .paid("11"))), at: .utc("2024-01-01"))
        var time = PurchaseHistory(lineage: "2")
        time.transaction(nil, "month-once", from: .utc("2024-01-01")) { $0.productType = .consumable }
        let account = CustomerAccount(purchases, time)
        #expect(account.entitlement("basic", on: "yard", asOf: .utc("2024-01-15")).isActive)
        #expect(!account.entitlement("basic", asOf: .utc("2024-02-15")).isActive)
        #expect(account.entitlement("basic", on: "yard", asOf: .utc("2024-01-15")).reason.lineage == "2")
    }

    @Test func `a purchase without a device serves each device`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        #expect(Self.account(purchases.facts).entitlement("basic", on: "door", asOf: .utc("2024-01-15")).isActive)
    }

    static let uses: [(String, Set<TransactionID>)] = [
        ("2023-12-31", []), ("2024-01-01", ["11", "31"]), ("2024-01-31 23:59:59", ["11", "31"]),
        ("2024-02-01", ["21", "31"]), ("2024-02-29 23:59:59", ["21", "31"]), ("2024-03-01", ["31"]),
    ]

    @Test(arguments: uses)
    func `a purchase is in use while its period or its service time runs`(date: String, used: Set<TransactionID>) {
        var (month, time, forever) = (PurchaseHistory(), PurchaseHistory(lineage: "2"), PurchaseHistory(lineage: "3"))
        month.transaction(nil, "pro", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        time.transaction(nil, "month-once", from: .utc("2024-02-01")) { $0.productType = .consumable }
        forever.transaction(nil, "gems", from: .utc("2024-01-01"))
        #expect(CustomerAccount(month, time, forever).purchasesInUse(asOf: .utc(date)) == used)
    }

    // MARK: - What one look derives

    static let renewals: [(Bool?, String, Bool, Bool)] = [
        // Whether a document states the renewal, the instant, whether it renews, and whether it may.
        (true, "2024-01-15", true, false), (false, "2024-01-15", false, false), (nil, "2024-01-15", false, true),
        (nil, "2024-02-15", false, false), (false, "2024-02-15", false, false),
    ]

    @Test(arguments: renewals)
    func `a subscription of which no document says whether it renews may renew`(
        stated: Bool?,
        date: String,
        renews: Bool,
        mayRenew: Bool
    ) throws {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        if let stated { purchases.renewalInfo(signed: .utc("2024-01-01")) { $0.willAutoRenew = stated } }
        let terms = OrderStep.Terms(productID: "monthly", device: "door")
        let door = DeviceRegistration(customer: "anna", device: "door", name: "Door")
        purchases.command(.device(door), at: .utc("2024-01-01"))
        purchases.command(.order(OrderStep(order: "o", action: .created(terms))), at: .utc("2024-01-01"))
        purchases.command(.order(OrderStep(order: "o", action: .paid("11"))), at: .utc("2024-01-01"))
        let derived = Self.account(purchases.facts).derivedEntitlements(asOf: .utc(date))
        let right = try #require(derived.entitlements.first { $0.answer.entitlement == "basic" })
        #expect((right.renewing != nil) == renews && right.mayRenew == mayRenew)
        #expect(right.devices.map(\.mayRenew) == [mayRenew] && derived.conflicts.isEmpty)
    }

    @Test func `a lifetime purchase beside a subscription is a conflict of one look`() {
        var (month, forever) = (PurchaseHistory(), PurchaseHistory(lineage: "9"))
        month.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        forever.transaction(nil, "forever", from: .utc("2024-01-10"))
        let derived = CustomerAccount(month, forever).derivedEntitlements(asOf: .utc("2024-01-15"))
        #expect(derived.conflicts.map(\.kind) == [.lifetimeAndSubscription])
    }

    @Test func `of two subscriptions that end together the first one is to stay`() {
        let stories = [Self.changed(["monthly"], "1"), Self.changed(["monthly"], "2")]
        let finder = ConflictFinder(CustomerAccount(stories[0], stories[1]), asOf: .utc("2024-01-15"))
        #expect(finder.conflicts.map(\.keptPurchase.lineage) == ["1"])
        #expect(finder.conflicts.map(\.redundantPurchase.lineage) == ["2"])
    }

    @Test func `buying again what is owned for good is not a conflict`() {
        var forever = PurchaseHistory(lineage: "9")
        forever.transaction(nil, "forever", from: .utc("2024-01-10"))
        let finder = ConflictFinder(CustomerAccount(forever), asOf: .utc("2024-01-15"))
        #expect(finder.conflicts(buying: "forever", in: .app).isEmpty)
    }

    @Test func `of two that ended together the first one is named first`() {
        let stories = [Self.changed(["monthly"], "1"), Self.changed(["monthly"], "2")]
        let answer = CustomerAccount(stories[0], stories[1]).entitlement("basic", asOf: .utc("2024-06-01"))
        #expect(!answer.isActive && answer.reason.lineage == "1" && answer.otherReasons.map(\.lineage) == ["2"])
    }

    @Test func `a product that no catalog has gives nothing`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "novel", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.transaction(nil, "pro", from: .utc("2024-02-01"), to: .utc("2024-03-01"))
        let account = Self.account(purchases.facts)
        #expect(!account.entitlement("pro", asOf: .utc("2024-01-15")).isActive)
        #expect(account.entitlement("pro", asOf: .utc("2024-02-15")).startDate == .utc("2024-02-01"))
    }

    @Test func `a claim of a clock that is ahead counts at the present`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "forever", from: .utc("2024-01-01"))
        purchases.claim(by: "ben", at: .utc("2024-01-01"))
        let transfer = Transfer(lineage: "1", previousOwner: "ben", recipient: "anna", reason: "support")
        purchases.command(.transfer(transfer), at: .utc("2024-02-01 00:00:01"))
        var account = Self.account(purchases.facts)
        #expect(account.ownedLineages(asOf: .utc("2024-02-01")).isEmpty)
        account.present = .utc("2024-02-01")
        #expect(account.ownedLineages(asOf: .utc("2024-02-01")) == [Self.key])
        #expect(account.ownedLineages(asOf: .utc("2024-01-31")).isEmpty)
    }

    // MARK: - After a period

    static let leeways: [(Int64, [String: Bool], Int)] = [
        (0, ["2024-02-01": false], 1), (1, ["2024-02-01": true, "2024-02-01 00:00:01": false], 2),
        (3_600_000, ["2024-02-01 00:59:59": true, "2024-02-01 01:00:00": false], 2),
    ]

    @Test(arguments: leeways)
    func `the team's leeway keeps access after a period that renews`(
        milliseconds: Int64,
        expected: [String: Bool],
        spans: Int
    ) {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        purchases.renewalInfo(signed: .utc("2024-01-01"))
        let account = Self.account(purchases.facts, CommercePolicy(renewalLeewayMilliseconds: milliseconds))
        for (date, isActive) in expected {
            #expect(account.entitlement("basic", asOf: .utc(date)).isActive == isActive, "\(date)")
        }
        #expect(account.spans(of: "basic", asOf: .utc("2024-01-15")).count == spans)
    }

    @Test func `two statements about one grace period are one time`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        for (signed, end) in [("2024-02-01", "2024-02-10"), ("2024-02-05", "2024-02-12")] {
            purchases.renewalInfo(signed: .utc(signed)) {
                ($0.isInBillingRetryPeriod, $0.gracePeriodExpirationDate) = (true, .utc(end))
            }
        }
        let spans = Self.account(purchases.facts).spans(of: "basic", asOf: .utc("2024-02-06"))
        #expect(spans.map(\.startDate) == [.utc("2024-01-01"), .utc("2024-02-01")])
        #expect(spans.map(\.endDate) == [.utc("2024-02-01"), .utc("2024-02-12")])
    }

    // MARK: - Conversions

    @Test func `an upgrade whose purchase the customer has not converts nothing`() {
        for lineage: OriginalTransactionID in ["1", "9"] {
            var time = PurchaseHistory(lineage: "2")
            time.transaction("21", "month-once", from: .utc("2024-01-01")) { $0.productType = .consumable }
            var paid = PurchaseHistory()
            paid.transaction("11", "pro", from: .utc("2024-01-11"), to: .utc("2024-02-11"))
            let conversion = PlanConversion(
                id: "c",
                customer: "anna",
                date: .utc("2024-01-11"),
                sources: [
                    PlanConversion.Source(
                        holding: .transaction("2", "21"),
                        remainingMilliseconds: 21 * 86_400_000,
                        remainingValue: Money(milliunits: 2990, currency: "USD")
                    )
                ],
                targetProductID: "pro",
                gainedMilliseconds: 86_400_000,
                targetPrice: Money(milliunits: 6990, currency: "USD"),
                targetPeriodMilliseconds: 2_629_746_000,
                upgrade: PlanConversion.Upgrade(lineage: lineage, transactionID: "11")
            )
            paid.command(.conversion(conversion), at: .utc("2024-01-11"))
            let gained = CustomerAccount(paid, time).spans(of: "pro", asOf: .utc("2024-01-11")).count
            #expect(gained == (lineage == "1" ? 2 : 1))
        }
    }
}
