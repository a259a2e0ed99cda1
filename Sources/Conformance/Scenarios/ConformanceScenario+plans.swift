// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator

extension ConformanceScenario {
    static let plans: [ConformanceScenario] = [
        ConformanceScenario(
            "upgrade",
            .plans,
            "An upgrade starts at once: the old transaction has isUpgraded, and only the new plan counts.",
            "升级立即生效：旧交易带有 isUpgraded，只有新方案有效。",
            ends: ["ann": [.pro]],
            [.buy("ann", .monthly), .days(10), .buy("ann", .pro)]
        ),
        ConformanceScenario(
            "upgrade-renews",
            .plans,
            "After an upgrade the new plan renews, on the day of the upgrade.",
            "升级后新方案按升级当日的日期续期。",
            ends: ["ann": [.pro]],
            [.buy("ann", .monthly), .days(10), .buy("ann", .pro), .days(35)]
        ),
        ConformanceScenario(
            "upgrade-to-longer",
            .plans,
            "A higher level starts at once, whatever its duration.",
            "更高等级立即生效，与周期长短无关。",
            ends: ["ann": [.proYearly]],
            [.buy("ann", .monthly), .days(10), .buy("ann", .proYearly)]
        ),
        ConformanceScenario(
            "upgrade-twice",
            .plans,
            "Two upgrades in one month leave one plan.",
            "一个月内升级两次，只剩一个方案。",
            ends: ["ann": [.pro]],
            [.buy("ann", .basic), .days(5), .buy("ann", .monthly), .days(5), .buy("ann", .pro)]
        ),
        ConformanceScenario(
            "upgrade-refunded",
            .plans,
            "A refund of the upgrade does not bring the old plan back: its transaction was upgraded.",
            "退还升级后的交易不会恢复旧方案：旧交易已被升级。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .days(10), .buy("ann", .pro), .days(1), .refund(.last("ann"))]
        ),
        ConformanceScenario(
            "downgrade-scheduled",
            .plans,
            "A downgrade waits: until the renewal the customer has the plan that is paid.",
            "降级会等待：在续期之前用户仍拥有已付费的方案。",
            ends: ["ann": [.pro]],
            [.buy("ann", .pro), .days(10), .buy("ann", .monthly), .days(1)]
        ),
        ConformanceScenario(
            "downgrade-renewed",
            .plans,
            "The renewal brings the lower plan.",
            "续期后进入较低的方案。",
            ends: ["ann": [.monthly]],
            [.buy("ann", .pro), .days(10), .buy("ann", .monthly), .days(30)]
        ),
        ConformanceScenario(
            "downgrade-withdrawn",
            .plans,
            "A customer who withdraws the downgrade renews the old plan.",
            "用户撤回降级，旧方案继续续期。",
            ends: ["ann": [.pro]],
            [.buy("ann", .pro), .days(5), .buy("ann", .monthly), .days(5), .buy("ann", .pro), .days(30)]
        ),
        ConformanceScenario(
            "downgrade-and-cancel",
            .plans,
            "A cancellation after a scheduled downgrade ends the plan that is paid.",
            "安排降级后又取消，已付费的方案到期结束。",
            ends: ["ann": []],
            [.buy("ann", .pro), .days(5), .buy("ann", .basic), .days(5), .renewal("ann", .pro, on: false), .days(30)]
        ),
        ConformanceScenario(
            "downgrade-payment-fails",
            .plans,
            "A downgrade whose renewal fails gives neither plan.",
            "降级后的续期扣款失败，两个方案都没有。",
            ends: ["ann": []],
            [.buy("ann", .pro), .days(5), .buy("ann", .monthly), .payment("ann", works: false), .days(35)]
        ),
        ConformanceScenario(
            "crossgrade-other-duration",
            .plans,
            "The same level with another duration starts with the next period.",
            "同一等级但周期不同，从下一周期开始。",
            ends: ["ann": [.monthly]],
            [.buy("ann", .monthly), .days(10), .buy("ann", .yearly), .days(1)]
        ),
        ConformanceScenario(
            "crossgrade-renewed",
            .plans,
            "The renewal after a crossgrade is the yearly plan.",
            "跨级后的续期是年度方案。",
            ends: ["ann": [.yearly]],
            [.buy("ann", .monthly), .days(10), .buy("ann", .yearly), .days(30)]
        ),
        ConformanceScenario(
            "crossgrade-to-shorter",
            .plans,
            "A customer who moves from a year to months keeps the year that is paid.",
            "从按年改为按月，已付费的一年仍然有效。",
            ends: ["ann": [.yearly]],
            [.buy("ann", .yearly), .days(40), .buy("ann", .monthly), .days(60)]
        ),
        ConformanceScenario(
            "upgrade-in-grace",
            .plans,
            "An upgrade during the grace period starts at once.",
            "宽限期内的升级立即生效。",
            ends: ["ann": [.pro]],
            grace: GracePeriod(days: 16),
            [
                .buy("ann", .monthly), .payment("ann", works: false), .days(36), .payment("ann", works: true),
                .buy("ann", .pro),
            ]
        ),
        ConformanceScenario(
            "downgrade-then-upgrade",
            .plans,
            "An upgrade replaces a scheduled downgrade.",
            "升级取代已安排的降级。",
            ends: ["ann": [.pro]],
            [.buy("ann", .monthly), .days(5), .buy("ann", .basic), .days(5), .buy("ann", .pro), .days(35)]
        ),
    ]
}
