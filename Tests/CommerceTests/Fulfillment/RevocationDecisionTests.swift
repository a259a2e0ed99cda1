// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What a refund, its reversal and the end of Family Sharing take, without a database.
@Suite struct RevocationDecisionTests {
    static let gems = FulfillmentTests.gems

    /// What Apple states about the purchase of gems: that it is refunded, in thousandths of a percent, or not.
    static func statement(_ date: String, refunded percentage: Int?) -> [Fact] {
        ArrivalScenario.bought(product: "gems", signed: date) {
            guard let percentage else { return }
            $0.revocation = Revocation(
                date: .at(date),
                type: percentage == 100_000 ? .refundFull : .refundProrated,
                percentage: percentage
            )
        }
    }

    static let statements: [([Int?], Int64)] = [
        ([100_000], 0), ([25_000, 50_000], 50), ([50_000, 25_000], 75), ([100_000, 25_000], 75), ([25_000, nil], 100),
        ([100_000, nil, 100_000], 0), ([100_000, nil, 25_000, nil], 100), ([0], 100), ([33_333], 67),
    ]

    @Test(arguments: statements)
    func `each statement of Apple's counts once, and the newest decides`(parts: [Int?], expected: Int64) {
        var world = DeliveryDecisionTests.delivered()
        for (number, part) in parts.enumerated() {
            for _ in 0..<2 { world.process(Self.statement("01-1\(number)", refunded: part), .notified) }
        }
        world.process([], .recheck())
        #expect(world.balance(Self.gems) == expected)
    }

    static let clawbacks: [(RefundPolicy.Clawback, Int, Int64)] = [
        (.full, 100_000, -60), (.upToBalance, 100_000, 0), (.none, 100_000, 40), (.full, 50_000, -10),
        (.upToBalance, 50_000, 0), (.none, 50_000, 40), (.full, 30_000, 10), (.upToBalance, 30_000, 10),
    ]

    @Test(arguments: clawbacks)
    func `the policy decides what a refund takes of what was spent`(
        clawback: RefundPolicy.Clawback,
        part: Int,
        expected: Int64
    ) {
        var world = DeliveryDecisionTests.delivered { $0.policy.refund.clawback = clawback }
        world.spend(60, from: Self.gems)
        world.process(Self.statement("01-10", refunded: part), .notified)
        #expect(world.balance(Self.gems) == expected)
    }

    @Test(arguments: [(true, -60), (false, 0)] as [(Bool, Int64)])
    func `only a proven customer owes what was spent`(isProven: Bool, expected: Int64) {
        var world = DeliveryDecisionTests.delivered { $0.orders["o"]?.details.isProven = isProven ? true : nil }
        world.spend(60, from: Self.gems)
        world.process(Self.statement("01-10", refunded: 100_000), .notified)
        #expect(world.balance(Self.gems) == expected)
    }

    @Test func `who proves the purchase after it was credited owes like everybody`() {
        var world = DeliveryDecisionTests.delivered { $0.orders["o"]?.details.isProven = nil }
        world.spend(60, from: Self.gems)
        world.process([], .shown())
        world.process(Self.statement("01-10", refunded: 100_000), .notified)
        #expect(world.balance(Self.gems) == -60)
    }

    @Test func `a refund that the policy limited takes no more when there is something again`() {
        var world = DeliveryDecisionTests.delivered { $0.policy.refund.clawback = .upToBalance }
        world.spend(60, from: Self.gems)
        world.process(Self.statement("01-10", refunded: 100_000), .notified)
        world.spend(-500, from: Self.gems)
        world.process(Self.statement("01-10", refunded: 100_000), .notified)
        world.process([], .recheck())
        #expect(world.balance(Self.gems) == 500)
    }

    @Test func `a refund takes nothing of another purchase`() {
        var world = DeliveryDecisionTests.delivered()
        world.process(ArrivalScenario.bought("21", product: "gems", of: "2", token: nil), .shown(named: "21"))
        #expect(world.balance(Self.gems) == 200)
        world.process(Self.statement("01-10", refunded: 100_000), .notified)
        #expect(world.balance(Self.gems) == 100 && world.deliveries["21"]?.revokedDate == nil)
    }

    static let undelivered: [(ProductID, Int?, Bool)] = [
        ("gems", nil, false), ("gems", 25_000, true), ("forever", nil, false), ("forever", 25_000, false),
    ]

    @Test(arguments: undelivered)
    func `of a purchase that comes refunded only the rest of a consumable is delivered`(
        product: ProductID,
        part: Int?,
        expected: Bool
    ) {
        var world = FulfillmentWorld()
        world.process(
            FulfillmentTests.bought(product, token: nil, refunded: .at("01-02"), percentage: part).facts,
            .shown()
        )
        #expect(world.deliveries.isEmpty == !expected)
        #expect(world.paidOrders == ["11: outside \(product) refunded"])
    }

    @Test func `a purchase that comes refunded is delivered when Apple reverses the refund, once`() {
        var world = FulfillmentWorld()
        world.process(Self.statement("01-10", refunded: 100_000), .shown())
        #expect(world.deliveries.isEmpty)
        for _ in 0..<2 { world.process(Self.statement("01-12", refunded: nil), .notified) }
        #expect(world.paidOrders == ["11: outside gems delivered"] && world.balance(Self.gems) == 100)
        #expect(world.eventNames.count { $0 == "orderDelivered" } == 1)
    }

    static let withdrawals: [(String, @Sendable (inout Transaction) -> Void, OrderState, String?, Int)] = [
        (
            "a refund", { $0.revocation = Revocation(date: .at("01-10"), type: .refundFull) }, .refunded,
            "orderRefunded", 1
        ),
        ("a refund without a type", { $0.revocation = Revocation(date: .at("01-10")) }, .refunded, "orderRefunded", 1),
        (
            "the end of sharing", { $0.revocation = Revocation(date: .at("01-10"), type: .familyRevoke) }, .revoked,
            "orderRevoked", 0
        ),
        (
            "an upgrade that is dated like a refund",
            {
                $0.revocation = Revocation(date: .at("01-10"))
                $0.isUpgraded = true
            }, .delivered, nil, 0
        ),
    ]

    @Test(arguments: withdrawals)
    func `each kind of revocation has its state, its event and its count`(
        row: (
            name: String, change: @Sendable (inout Transaction) -> Void, state: OrderState, event: String?, count: Int
        )
    ) {
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: FulfillmentTests.token)
        world.process(ArrivalScenario.month, .notified)
        let revoked = ArrivalScenario.bought(to: "02-01", signed: "01-10", row.change)
        let counts = (0..<2).map { _ in world.process(revoked, .notified).counts.refunds.count }
        #expect(world.orders["o"]?.state == row.state, "\(row.name)")
        #expect(counts == [row.count, 0])
        let sent = world.eventNames.filter { ["orderRefunded", "orderRevoked"].contains($0) }
        #expect(sent == [row.event].compactMap(\.self))
    }

    @Test(arguments: 1...3)
    func `each reversal of a refund has an event of its own`(rounds: Int) {
        var world = DeliveryDecisionTests.delivered()
        for round in 0..<rounds {
            world.process(Self.statement("01-1\(2 * round)", refunded: 100_000), .notified)
            world.process(Self.statement("01-1\(2 * round + 1)", refunded: nil), .notified)
        }
        #expect(world.eventNames.count { $0 == "orderReinstated" } == rounds)
        #expect(world.orders["o"]?.state == .delivered && world.balance(Self.gems) == 100)
    }
}
