// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What a purchase credits, and what a refund takes of it, to the last unit, without a database.
@Suite struct CreditDecisionTests {
    static let token = FulfillmentTests.token
    static let gems = FulfillmentTests.gems
    static let key = CreditKey(.purchase, "11", .app)

    /// The reader's catalog, in which gems credit so much.
    private static func catalog(crediting amount: Int64?) -> Catalog {
        var catalog = Catalog.reader
        catalog.products = catalog.products.map { product in
            var product = product
            product.credit = product.id == "gems" ? amount.map { CatalogCredit(account: "gems", amount: $0) } : nil
            return product
        }
        return catalog
    }

    private static func refunded(_ percentage: Int?, signed: String = "01-10") -> [Fact] {
        RevocationDecisionTests.statement(signed, refunded: percentage)
    }

    // MARK: - Credits

    @Test(arguments: [(nil, []), (0, []), (1, [1]), (2, [2])] as [(Int64?, [Int64])])
    func `a product credits what the catalog says, and nothing when that is nothing`(amount: Int64?, booked: [Int64]) {
        var world = FulfillmentWorld()
        world.catalog = Self.catalog(crediting: amount)
        world.process(ArrivalScenario.bought(product: "gems"), .shown())
        #expect(world.postings.map(\.amount) == booked && world.deliveries["11"]?.credit?.amount == booked.first)
    }

    @Test(arguments: [(0, []), (1, [1]), (49, [49])] as [(Int64, [Int64])])
    func `a custom price credits its difference, and nothing when there is none`(credit: Int64, booked: [Int64]) {
        var world = FulfillmentWorld()
        var price = DeliveryDecisionTests.basket()
        price.credit = credit
        world.order("o", "forever", token: Self.token, customPrice: price)
        world.process(ArrivalScenario.bought(product: "forever"), .notified)
        #expect(world.postings.map(\.amount) == booked)
    }

    @Test(arguments: [(nil, [100]), (25_000, [100, -25]), (60_000, [100, -60])] as [(Int?, [Int64])])
    func `a credit that was configured after a refund of a part is booked and corrected`(
        percentage: Int?,
        booked: [Int64]
    ) {
        var world = FulfillmentWorld()
        world.catalog = Self.catalog(crediting: nil)
        world.process(Self.refunded(percentage), .shown())
        world.catalog = .reader
        for _ in 0..<2 { world.creditMissing() }
        #expect(world.postings.map(\.amount) == booked)
    }

    @Test func `each correction has a key of its own`() {
        var world = DeliveryDecisionTests.delivered()
        for (number, part) in [25_000, 50_000, nil].enumerated() {
            world.process(Self.refunded(part, signed: "01-1\(number)"), .notified)
        }
        #expect(world.postings.map(\.amount) == [100, -25, -25, 50])
        #expect(world.postings.map(\.key) == [Self.key.description] + (1...3).map(Self.key.correction))
        #expect(
            Self.key.description.hasPrefix("purchase ") && Self.key.correction(1).hasPrefix("purchase corrected 1 ")
        )
        #expect(world.postings.map(\.reason) == [.purchase, .refund, .refund, .refundReversed])
    }

    // MARK: - Refunds

    static let takings: [(Int64, Int64, RefundPolicy.Clawback, Bool, Int64)] = [
        // What the purchase credited, what of it was spent, the policy, the proof, and what the refund takes.
        (1, 0, .full, true, -1), (1, 0, .upToBalance, true, -1), (1, 0, .none, true, 0), (1, 1, .full, true, -1),
        (1, 1, .upToBalance, true, 0), (2, 1, .upToBalance, true, -1), (1, 0, .full, false, -1),
        (1, 1, .full, false, 0),
        (100, 100, .full, false, 0), (100, 99, .full, false, -1), (100, 120, .full, false, 0),
    ]

    @Test(arguments: takings)
    func `a refund takes its credit to the last unit`(
        row: (credited: Int64, spent: Int64, clawback: RefundPolicy.Clawback, isProven: Bool, taken: Int64)
    ) {
        var world = FulfillmentWorld()
        world.catalog = Self.catalog(crediting: row.credited)
        world.policy.refund.clawback = row.clawback
        world.order("o", "gems", token: Self.token, isProven: row.isProven)
        world.process(ArrivalScenario.bought(product: "gems"), .notified)
        // What the customer has from elsewhere is not the purchase's.
        if !row.isProven { world.spend(-500, from: Self.gems) }
        world.spend(row.spent, from: Self.gems)
        world.process(Self.refunded(100_000), .notified)
        #expect(world.postings.last?.amount == row.taken && world.postings.last?.key == Self.key.correction(1))
    }

    @Test(arguments: [(0, -100), (60, -40), (100, 0)] as [(Int64, Int64)])
    func `a refund takes nothing of what has expired`(expired: Int64, taken: Int64) {
        var world = DeliveryDecisionTests.delivered {
            $0.policy.refund.clawback = .upToBalance
            $0.expired = expired
        }
        world.process(Self.refunded(100_000), .notified)
        #expect(world.postings.last?.amount == taken)
    }

    @Test func `a credit of a version that stored no proof counts as proven`() {
        var world = DeliveryDecisionTests.delivered { $0.orders["o"]?.details.isProven = nil }
        world.postings[0].note.isUnproven = nil
        world.spend(60, from: Self.gems)
        world.process(Self.refunded(100_000), .notified)
        #expect(world.balance(Self.gems) == -60)
    }

    @Test(arguments: [RefundPolicy.Clawback.none, .upToBalance])
    func `what the policy let a refund keep is not returned by its reversal`(clawback: RefundPolicy.Clawback) {
        var world = DeliveryDecisionTests.delivered { $0.policy.refund.clawback = clawback }
        world.spend(100, from: Self.gems)
        world.process(Self.refunded(100_000), .notified)
        world.process(Self.refunded(nil, signed: "01-12"), .notified)
        #expect(world.postings.suffix(2).map(\.amount) == [0, 0] && world.balance(Self.gems) == 0)
    }

    // MARK: - Credits that are corrected as they are booked

    static let arrivals: [(Int64, Int64, Int64, [Int64])] = [
        // What the product and its custom price credit, what was spent before, and what is booked of a refunded quarter.
        (100, 0, 0, [100, -25]), (1, 0, 0, [1, 0]), (100, 49, 0, [100, 49, -25, -12]),
        (100, 49, 80, [100, 49, -20, -12]), (100, 0, 100, [100, 0]),
    ]

    @Test(arguments: arrivals)
    func `a purchase that comes refunded in part is credited and corrected at once`(
        row: (credit: Int64, difference: Int64, spent: Int64, booked: [Int64])
    ) {
        var world = FulfillmentWorld()
        world.catalog = Self.catalog(crediting: row.credit)
        world.policy.refund.clawback = .upToBalance
        var price = DeliveryDecisionTests.basket()
        price.credit = row.difference
        world.order("o", "gems", token: Self.token, customPrice: price)
        if row.spent > 0 { world.spend(row.spent, from: Self.gems) }
        world.process(Self.refunded(25_000), .notified)
        #expect(world.postings.filter { $0.reason != .spend }.map(\.amount) == row.booked)
    }

    // MARK: - Deliveries

    @Test func `only the first statement of a delivery is new`() {
        var world = FulfillmentWorld()
        let delivered = world.process(ArrivalScenario.bought(product: "gems"), .shown())
        let refunded = world.process(Self.refunded(100_000), .notified)
        #expect(delivered.deliveries.map(\.isNew) == [true] && delivered.orders.map(\.isNew) == [true])
        #expect(refunded.deliveries.map(\.isNew) == [false] && refunded.orders.map(\.isNew) == [false])
    }

    static let delays: [(TimeInterval, TimeInterval)] = [(-60, 0), (0, 0), (0.5, 0.5), (90, 90)]

    @Test(arguments: delays)
    func `no customer waits for less than nothing, whatever Apple's clock shows`(
        sincePurchase: TimeInterval,
        delay: TimeInterval
    ) {
        var world = FulfillmentWorld()
        world.now = .at("01-01") + sincePurchase
        let decision = world.process(ArrivalScenario.bought(product: "gems"), .shown())
        #expect(decision.counts.deliveries.map(\.delay) == [delay])
    }

    @Test(arguments: [true, false])
    func `a reversed refund returns its credit although the purchase would not be delivered today`(isSandbox: Bool) {
        let scope = AppScope(bundleID: "com.example.reader", environment: isSandbox ? .sandbox : .production)
        var world = FulfillmentWorld("1", scope: scope)
        func documents(_ signed: String, isRefunded: Bool) -> [Fact] {
            var purchases = PurchaseHistory(scope: scope)
            purchases.transaction("11", "gems", from: .at("01-01"), signed: .at(signed)) {
                $0.productType = .consumable
                if isRefunded { $0.revocation = Revocation(date: .at("01-10"), type: .refundFull) }
            }
            return purchases.facts
        }
        world.process(documents("01-01", isRefunded: false), .shown())
        world.process(documents("01-10", isRefunded: true), .notified)
        #expect(world.balance(Self.gems) == 0)
        if isSandbox {
            world.policy = CommercePolicy(sandbox: .refuse)
        } else {
            world.catalog.products = []
        }
        world.process(documents("01-12", isRefunded: false), .notified)
        #expect(world.balance(Self.gems) == 100)
    }
}
