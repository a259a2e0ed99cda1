// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The limits of the events about a subscription's renewal info, without a database.
@Suite struct RenewalInfoDecisionTests {
    typealias Row = LifecycleRuleTests.Row

    static let month = ArrivalScenario.month
    static let returned = ArrivalScenario.bought("12", "02-15", to: "03-15")

    static let renewals: [Row] = [
        Row("a first statement that it renews", [], after: month, LifecycleRuleTests.info("01-20")),
        Row(
            "a first statement that it does not renew",
            ["autoRenewDisabled"],
            after: month,
            LifecycleRuleTests.info("01-20") { $0.willAutoRenew = false }
        ),
        Row(
            "no statement whether it renews",
            [],
            after: month + LifecycleRuleTests.info("01-10") { $0.willAutoRenew = false },
            LifecycleRuleTests.info("01-20") { $0.willAutoRenew = nil }
        ),
        Row(
            "a return, and renewal info of the same moment",
            [],
            after: month + ArrivalScenario.ended("02-01") + returned,
            LifecycleRuleTests.info("02-15", 5)
        ),
        Row(
            "a return, and renewal info of a minute later",
            [],
            after: month + ArrivalScenario.ended("02-01") + returned,
            LifecycleRuleTests.info("02-15", 60)
        ),
        Row(
            "a return, and renewal info of more than a minute later",
            ["autoRenewEnabled"],
            after: month + ArrivalScenario.ended("02-01") + returned,
            LifecycleRuleTests.info("02-15", 61)
        ),
        Row(
            "the same plan change again",
            [],
            after: month + LifecycleRuleTests.info("01-10") { $0.autoRenewProductID = "yearly" },
            LifecycleRuleTests.info("01-20") { $0.autoRenewProductID = "yearly" }
        ),
        Row(
            "another plan change",
            ["planChangeScheduled(pro)"],
            after: month + LifecycleRuleTests.info("01-10") { $0.autoRenewProductID = "yearly" },
            LifecycleRuleTests.info("01-20") { $0.autoRenewProductID = "pro" }
        ),
        Row(
            "a first statement of the next plan",
            [],
            after: month + LifecycleRuleTests.info("01-10") { $0.autoRenewProductID = nil },
            LifecycleRuleTests.info("01-20")
        ),
        Row(
            "a first statement of a plan change",
            [],
            after: month,
            LifecycleRuleTests.info("01-20") { $0.autoRenewProductID = "yearly" }
        ),
        Row(
            "a plan change that took effect",
            [],
            after: month
                + LifecycleRuleTests.info("01-10") { ($0.productID, $0.autoRenewProductID) = ("pro", "yearly") },
            LifecycleRuleTests.info("01-20")
        ),
        Row(
            "a pending price increase again",
            [],
            after: month + LifecycleRuleTests.info("01-10") { $0.priceIncrease = .pending },
            LifecycleRuleTests.info("01-20") { $0.priceIncrease = .pending }
        ),
        Row(
            "a first statement of an accepted price increase",
            ["priceIncreaseAccepted"],
            after: month + LifecycleRuleTests.info("01-10"),
            LifecycleRuleTests.info("01-20") { $0.priceIncrease = .accepted }
        ),
        Row(
            "another plan and another price at once",
            ["planChangeScheduled(yearly)", "priceIncreasePending"],
            after: month + LifecycleRuleTests.info("01-10"),
            LifecycleRuleTests.info("01-20") { ($0.autoRenewProductID, $0.priceIncrease) = ("yearly", .pending) }
        ),
    ]

    @Test(arguments: renewals)
    func `renewal info has the events of what it newly states`(row: Row) {
        var world = FulfillmentWorld()
        world.now = .at("03-05")
        for fact in row.known { world.process([fact], .notified) }
        #expect(world.process(row.new, .notified).events.compactMap(LifecycleRuleTests.name) == row.events)
    }
}
