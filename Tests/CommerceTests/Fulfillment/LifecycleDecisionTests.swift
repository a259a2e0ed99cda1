// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The events of a purchase's history, without a database.
@Suite struct LifecycleDecisionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var events: [String]
        var known: [Fact]
        var new: [Fact]

        init(_ name: String, _ events: [String], after known: [Fact] = [], _ new: [Fact]) {
            (testDescription, self.events, self.known, self.new) = (name, events, known, new)
        }
    }

    static let month = ArrivalScenario.month
    static let renewed = ArrivalScenario.renewed
    static let firstInfo = ArrivalScenario.info("01-01")

    private static func info(_ change: (inout RenewalInfo) -> Void) -> [Fact] { ArrivalScenario.info("01-20", change) }

    private static func again(
        signed: String,
        to end: String = "02-01",
        _ change: (inout Transaction) -> Void = { _ in }
    ) -> [Fact] {
        ArrivalScenario.bought(to: end, signed: signed, change)
    }

    private static func refund(_ date: String, signed: String? = nil, _ percentage: Int? = nil) -> [Fact] {
        again(signed: signed ?? date) {
            $0.revocation = Revocation(date: .at(date), type: .refundFull, percentage: percentage)
        }
    }

    static let acquisitions: [Row] = [
        Row("a one-time purchase", ["purchased"], ArrivalScenario.bought(product: "forever")),
        Row("a consumable", ["purchased"], ArrivalScenario.bought(product: "gems")),
        Row("the first period", ["started"], month),
        Row("a renewal", ["renewed(2)"], after: month, renewed),
        Row("a renewal of which nothing was known before", ["renewedOfUnknown"], renewed),
        Row(
            "a renewal after a failed charge",
            ["recovered(2)"],
            after: month
                + ArrivalScenario.info("02-01") {
                    ($0.isInBillingRetryPeriod, $0.expirationIntent) = (true, .billingError)
                },
            ArrivalScenario.bought("12", "02-10", to: "03-10", reason: .renewal)
        ),
        Row(
            "a return",
            ["resubscribed(2)"],
            after: month,
            ArrivalScenario.bought("12", "02-15", to: "03-15", token: nil)
        ),
        Row(
            "an upgrade",
            ["upgraded(monthly)"],
            after: month,
            ArrivalScenario.bought("12", "01-15", to: "02-15", product: "pro")
        ),
        Row(
            "a free trial that converts",
            ["renewed(2) converts"],
            after: again(signed: "01-01") { $0.offer = Offer(type: .introductory, discount: .freeTrial) },
            renewed
        ),
        Row("two periods at once", ["started", "renewed(2)"], month + renewed),
    ]

    static let changes: [Row] = [
        Row("a refund", ["refunded"], after: month, refund("01-10")),
        Row(
            "a larger refund",
            ["refunded 100000"],
            after: month + refund("01-10", 40_000),
            refund("01-10", signed: "01-12")
        ),
        Row("the same refund again", [], after: month + refund("01-10"), refund("01-10", signed: "01-12")),
        Row("a reversed refund", ["refundReversed"], after: month + refund("01-10"), again(signed: "01-12")),
        Row(
            "the end of Family Sharing",
            ["revoked"],
            after: month,
            again(signed: "01-10") {
                $0.revocation = Revocation(date: .at("01-10"), type: .familyRevoke)
            }
        ),
        Row("an extension", ["extended"], after: month, again(signed: "01-10", to: "03-01")),
        Row("auto-renew off", ["autoRenewDisabled"], after: month + firstInfo, info { $0.willAutoRenew = false }),
        Row(
            "auto-renew on again",
            ["autoRenewEnabled"],
            after: month + ArrivalScenario.info("01-10") { $0.willAutoRenew = false },
            info { _ in }
        ),
        Row(
            "auto-renew off because it expired",
            [],
            after: month + firstInfo,
            ArrivalScenario.ended("01-20")
        ),
        Row(
            "a plan change that is scheduled",
            ["planChangeScheduled(yearly)"],
            after: month + firstInfo,
            info {
                $0.autoRenewProductID = "yearly"
            }
        ),
        Row(
            "a plan change that is canceled",
            ["planChangeCanceled"],
            after: month + ArrivalScenario.info("01-10") { $0.autoRenewProductID = "yearly" },
            info { _ in }
        ),
        Row(
            "a price increase",
            ["priceIncreasePending"],
            after: month + firstInfo,
            info { $0.priceIncrease = .pending }
        ),
        Row(
            "a price increase that is accepted",
            ["priceIncreaseAccepted"],
            after: month + ArrivalScenario.info("01-10") { $0.priceIncrease = .pending },
            info { $0.priceIncrease = .accepted }
        ),
        Row("older renewal info", [], after: month + info { $0.willAutoRenew = false }, firstInfo),
        Row("an older document", [], after: month + refund("01-10"), again(signed: "01-05")),
    ]

    /// What the events about the purchase state.
    private static func names(_ events: [DomainEvent]) -> [String] {
        events.compactMap { event in
            switch event.kind {
            case .acquired(.purchased, _, _): "purchased"
            case .acquired(.started, _, _): "started"
            case .acquired(.renewed(let number, let converts), _, _):
                "renewed(\(number))" + (converts ? " converts" : "")
            case .acquired(.recovered(let number, _), _, _): "recovered(\(number))"
            case .acquired(.resubscribed(let number, _), _, _): "resubscribed(\(number))"
            case .acquired(.upgraded(let previous), _, _): "upgraded(\(previous))"
            case .acquired(.renewedOfUnknown, _, _): "renewedOfUnknown"
            case .refunded(_, _, let share, _): "refunded" + (share.map { " \($0)" } ?? "")
            case .revoked: "revoked"
            case .refundReversed: "refundReversed"
            case .extended: "extended"
            case .renewal(.planChangeScheduled(let next), _, _, _): "planChangeScheduled(\(next))"
            case .renewal(let change, _, _, _): String("\(change)".prefix { $0 != "(" })
            default: nil
            }
        }
    }

    @Test(arguments: acquisitions + changes)
    func `new documents have the events of what they newly state, once`(row: Row) {
        var world = FulfillmentWorld()
        world.now = .at("03-05")
        for fact in row.known { world.process([fact], .notified) }
        let decision = world.process(row.new, .notified)
        #expect(Self.names(decision.events) == row.events)
        let sent = world.events.count
        world.process(row.new, .notified)
        world.process([], .recheck())
        #expect(world.events.count == sent)
    }

    @Test(arguments: acquisitions + changes)
    func `a source that states the same in other bytes sends nothing twice`(row: Row) {
        var world = FulfillmentWorld()
        world.now = .at("03-05")
        world.process(row.known + row.new, .notified)
        let sent = Self.names(world.events)
        for fact in row.known + row.new {
            var purchases = PurchaseHistory()
            // Signed again at a later instant.
            purchases.record(fact.content, at: fact.order.instant.addingTimeInterval(60), rank: .signed)
            if fact.order.instant == (row.known + row.new).map(\.order.instant).max() {
                world.process(purchases.facts, FulfillmentInput(.documents(.history), actor: "recovery"))
            }
        }
        #expect(Self.names(world.events) == sent)
    }

    static let stages: [(String, [Fact], [String])] = [
        (
            "a failed charge in a grace period", EntitlementDecisionTests.inGrace,
            ["billingFailed", "gracePeriodExpired"]
        ),
        ("a failed charge without one", EntitlementDecisionTests.failed, ["billingFailed"]),
        (
            "a cancellation",
            ArrivalScenario.ended("02-01"), ["expired"]
        ),
    ]

    @Test(arguments: stages)
    func `each stage that a subscription reaches has one event`(name: String, document: [Fact], expected: [String]) {
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: FulfillmentTests.token)
        world.now = .at("01-01")
        world.process(Self.month, .notified)
        world.now = .at("02-02")
        world.process(document, .notified)
        for day in ["02-10", "02-18", "02-20"] {
            world.now = .at(day)
            for _ in 0..<2 { world.process([], .recheck()) }
        }
        let stages = world.events.compactMap { event -> String? in
            guard case .stage(let stage, _, _, _) = event.kind else { return nil }
            return "\(stage)"
        }
        #expect(stages == expected, "\(name)")
    }
}
