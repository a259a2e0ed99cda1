// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct OrderTests {
    static let token = AppAccountToken(rawValue: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    static let other = AppAccountToken(rawValue: UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)))

    /// An order of gems by Anna, made at noon, to be paid within a day.
    func story() -> Story {
        var story = Story(lineage: "500")
        step(
            .created(
                OrderStep.Terms(
                    productID: "gems",
                    appAccountToken: Self.token,
                    shownPrice: Money(milliunits: 990, currency: "USD"),
                    idempotencyKey: "tap-1",
                    expirationDate: .utc("2024-01-02 12:00:00")
                )
            ),
            at: .utc("2024-01-01 12:00:00"),
            &story
        )
        return story
    }

    func step(_ action: OrderStep.Action, at instant: Date, _ story: inout Story) {
        story.command(.order(OrderStep(order: "o1", customer: "anna", action: action)), at: instant)
    }

    func settled(_ story: Story, asOf now: Date = .utc("2024-01-01 13:00:00")) throws -> Order {
        let order = try #require(story.facts.lazy.compactMap(Order.init(createdBy:)).first)
        return order.settled(by: story.facts, asOf: now)
    }

    func paidStory() -> (Story, Transaction) {
        var story = story()
        let bought = story.transaction("500", "gems", from: .utc("2024-01-01 12:01:00")) {
            $0.productType = .consumable
            $0.appAccountToken = Self.token
        }
        step(.paid("500"), at: .utc("2024-01-01 12:01:05"), &story)
        return (story, bought)
    }

    @Test func `an order is made before the payment`() throws {
        let order = try settled(story())
        #expect(order.state == .created)
        #expect(order.customer == "anna")
        #expect(order.terms.idempotencyKey == "tap-1")
        #expect(order.creationDate == .utc("2024-01-01 12:00:00"))
    }

    @Test func `paid, delivered, finished: each move has its time and its fact`() throws {
        var (story, _) = paidStory()
        step(.delivered, at: .utc("2024-01-01 12:01:06"), &story)
        step(.finished, at: .utc("2024-01-01 12:01:09"), &story)
        let order = try settled(story)
        #expect(order.moves.map(\.state) == [.created, .paid, .delivered, .finished])
        #expect(order.moves.map(\.date)[3] == .utc("2024-01-01 12:01:09"))
        #expect(order.moves.allSatisfy { $0.evidence != nil })
        #expect(order.transactionID == "500")
        #expect(order.lineage == "500")
    }

    @Test func `a refund follows, and its reversal takes it back`() throws {
        var (story, bought) = paidStory()
        step(.delivered, at: .utc("2024-01-01 12:01:06"), &story)
        story.refund(bought, on: .utc("2024-01-05"))
        let refunded = try settled(story)
        #expect(refunded.state == .refunded)
        #expect(refunded.moves.last?.date == .utc("2024-01-05"))
        story.again(bought, signed: .utc("2024-01-09")) { _ in }
        #expect(try settled(story).state == .delivered)
    }

    @Test func `an unpaid order expires, and a payment after that still counts`() throws {
        var story = story()
        #expect(try settled(story, asOf: .utc("2024-01-02 12:00:00")).state == .expired)
        step(.paid("500"), at: .utc("2024-01-03"), &story)
        #expect(try settled(story, asOf: .utc("2024-01-03")).state == .paid)
    }

    @Test func `a failure is kept with its code, and a payment after that still counts`() throws {
        var story = story()
        step(.failed(code: "2", message: "The customer cancelled."), at: .utc("2024-01-01 12:02:00"), &story)
        let failed = try settled(story)
        #expect(failed.state == .failed)
        #expect(failed.moves.last?.note == "2.The customer cancelled.")
        step(.paid("500"), at: .utc("2024-01-01 12:03:00"), &story)
        #expect(try settled(story).state == .paid)
    }

    @Test func `an order is paid once and delivered once`() throws {
        var (story, _) = paidStory()
        step(.paid("501"), at: .utc("2024-01-01 12:05:00"), &story)
        step(.delivered, at: .utc("2024-01-01 12:06:00"), &story)
        step(.delivered, at: .utc("2024-01-01 12:07:00"), &story)
        let order = try settled(story)
        #expect(order.transactionID == "500")
        #expect(order.moves.map(\.state) == [.created, .paid, .delivered])
    }

    @Test func `nothing is delivered or finished before it is paid`() throws {
        var story = story()
        step(.delivered, at: .utc("2024-01-01 12:02:00"), &story)
        step(.finished, at: .utc("2024-01-01 12:03:00"), &story)
        #expect(try settled(story).state == .created)
    }

    @Test func `the same facts in any order, twice, give the same order`() throws {
        var (story, bought) = paidStory()
        step(.delivered, at: .utc("2024-01-01 12:01:06"), &story)
        story.refund(bought, on: .utc("2024-01-05"))
        let expected = try settled(story)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<50 {
            var shuffled = story
            shuffled.facts = (story.facts + story.facts).shuffled(using: &generator)
            #expect(try settled(shuffled) == expected)
        }
    }

    @Test func `each mismatch is named`() throws {
        let order = try settled(story())
        func mismatch(_ scope: AppScope = .app, _ change: (inout Transaction) -> Void) -> OrderMismatch? {
            var transaction = Transaction(
                id: "500",
                originalTransactionID: "500",
                productID: "gems",
                purchaseDate: .utc("2024-01-01 12:01:00"),
                appAccountToken: Self.token
            )
            change(&transaction)
            return order.mismatch(with: transaction, in: scope)
        }
        let sandbox = AppScope(bundleID: "com.example.reader", environment: .sandbox)
        let revocation = Revocation(date: .utc("2024-01-02"))
        #expect(mismatch { _ in } == nil)
        #expect(mismatch(sandbox) { _ in } == .scope(expected: .app, found: sandbox))
        #expect(mismatch { $0.productID = "forever" } == .product(expected: "gems", found: "forever"))
        #expect(mismatch { $0.appAccountToken = Self.other } == .token(expected: Self.token, found: Self.other))
        #expect(mismatch { $0.quantity = 2 } == .quantity(expected: 1, found: 2))
        #expect(mismatch { $0.revocation = revocation } == .withdrawn(revocation))
        #expect(
            mismatch {
                $0.appAccountToken = nil
                $0.reason = .renewal
            } == .renewal
        )
        #expect(
            mismatch {
                $0.appAccountToken = nil
                $0.purchaseDate = .utc("2023-12-31")
            } == .older
        )
        #expect(mismatch { $0.appAccountToken = nil } == nil)
    }

    @Test func `a paid order takes its own transaction again and no other`() throws {
        let (story, bought) = paidStory()
        let order = try settled(story)
        #expect(order.mismatch(with: bought, in: .app) == nil)
        var second = bought
        second.id = "501"
        #expect(order.mismatch(with: second, in: .app) == .alreadyPaid("500"))
    }

    @Test func `family sharing that ends revokes`() throws {
        var (story, bought) = paidStory()
        story.refund(bought, on: .utc("2024-01-05"), type: .familyRevoke)
        #expect(try settled(story).state == .revoked)
    }
}
