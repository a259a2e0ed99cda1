// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension ConformanceScenario {
    static let groups: [ConformanceScenario] = seats + commitments + bundles

    private static let seats: [ConformanceScenario] = [
        ConformanceScenario(
            "seats-bought",
            .groups,
            "The buyer of a group subscription has a seat too.",
            "群组订阅的购买者自己也有席位。",
            ends: ["ann": [.team]],
            [.buy("ann", .team, PurchaseOptions(seats: 3)), .days(1)]
        ),
        ConformanceScenario(
            "seats-member-joins",
            .groups,
            "A member whom the App Store assigned a seat has an ASSIGNED transaction of their own.",
            "由 App Store 分配席位的成员有自己的 ASSIGNED 交易。",
            ends: ["ann": [.team], "ben": [.team]],
            [.buy("ann", .team, PurchaseOptions(seats: 3)), .days(1), .member(of: "ann", "ben"), .days(1)]
        ),
        ConformanceScenario(
            "seats-renew",
            .groups,
            "The seats renew with the buyer's subscription.",
            "席位随购买者的订阅续期。",
            ends: ["ann": [.team], "ben": [.team]],
            [.buy("ann", .team, PurchaseOptions(seats: 3)), .days(1), .member(of: "ann", "ben"), .days(35)]
        ),
        ConformanceScenario(
            "seats-member-removed",
            .groups,
            "A member who is removed gets REVOKE: the seat ends now.",
            "被移除的成员收到 REVOKE：席位立即结束。",
            ends: ["ann": [.team], "ben": []],
            [
                .buy("ann", .team, PurchaseOptions(seats: 3)), .days(1), .member(of: "ann", "ben"), .days(1),
                .does(.removeMember("ann", group: "group-team", member: "ben")), .days(1),
            ]
        ),
        ConformanceScenario(
            "seats-refunded-free-seat",
            .groups,
            "A refund of a free seat takes no member's access.",
            "退还空闲席位不影响任何成员的访问权。",
            ends: ["ann": [.team], "ben": [.team]],
            [
                .buy("ann", .team, PurchaseOptions(seats: 4)), .days(1), .member(of: "ann", "ben"), .days(1),
                .refundSeats(.first("ann"), 1), .days(1),
            ]
        ),
        ConformanceScenario(
            "seats-expire",
            .groups,
            "When the group subscription ends, every member's access ends.",
            "群组订阅结束时，所有成员的访问权都结束。",
            ends: ["ann": [], "ben": []],
            [
                .buy("ann", .team, PurchaseOptions(seats: 3)), .days(1), .member(of: "ann", "ben"), .days(1),
                .renewal("ann", .team, on: false), .days(40),
            ]
        ),
        ConformanceScenario(
            "seats-refunded",
            .groups,
            "A full refund ends the buyer's and every member's access.",
            "全额退款终止购买者和所有成员的访问权。",
            ends: ["ann": [], "ben": []],
            [
                .buy("ann", .team, PurchaseOptions(seats: 3)), .days(1), .member(of: "ann", "ben"), .days(1),
                .refund(.first("ann")), .days(1),
            ]
        ),
    ]

    private static let commitments: [ConformanceScenario] = [
        ConformanceScenario(
            "commitment-months",
            .groups,
            "A yearly plan that is billed monthly renews each month; each charge is a transaction.",
            "按月计费的年度方案每月续期；每次扣款都是一笔交易。",
            ends: ["ann": [.committed]],
            commit() + [.days(95)]
        ),
        ConformanceScenario(
            "commitment-canceled",
            .groups,
            "A canceled commitment is charged until its twelfth month: access continues.",
            "取消承诺后仍会扣款到第十二个月：访问继续。",
            ends: ["ann": [.committed]],
            commit() + [.days(40), .renewal("ann", .committed, on: false), .days(100)]
        ),
        ConformanceScenario(
            "commitment-ends",
            .groups,
            "After the twelfth month a canceled commitment ends.",
            "第十二个月之后，已取消的承诺结束。",
            ends: ["ann": []],
            commit() + [.days(40), .renewal("ann", .committed, on: false), .days(335)]
        ),
        ConformanceScenario(
            "commitment-payment-fails",
            .groups,
            "A monthly charge that fails ends access until it is paid.",
            "某月扣款失败时访问终止，直到付款成功。",
            ends: ["ann": []],
            commit() + [.days(40), .payment("ann", works: false), .days(30)]
        ),
    ]

    private static func commit() -> [ConformanceStep] {
        [
            .account(CustomerProfile(id: "ann", storefront: "DEU")),
            .buy("ann", .committed, PurchaseOptions(billingPlan: .monthly)),
        ]
    }

    private static let bundles: [ConformanceScenario] = [
        ConformanceScenario(
            "bundle-bought",
            .groups,
            "A bundle brings each of its subscriptions with a transaction of its own.",
            "捆绑订阅为其中每个订阅提供独立的交易。",
            ends: ["ann": [.sketches, .lessons]],
            [.buy("ann", .studio), .days(1)]
        ),
        ConformanceScenario(
            "bundle-renews",
            .groups,
            "The subscriptions of a bundle renew together.",
            "捆绑订阅中的各订阅一起续期。",
            ends: ["ann": [.sketches, .lessons]],
            [.buy("ann", .studio), .days(35)]
        ),
        ConformanceScenario(
            "bundle-expires",
            .groups,
            "The end of a bundle ends each of its subscriptions.",
            "捆绑订阅结束时，其中每个订阅都结束。",
            ends: ["ann": []],
            [.buy("ann", .studio), .days(5), .renewal("ann", .studio, on: false), .days(35)]
        ),
        ConformanceScenario(
            "bundle-replaces-subscription",
            .groups,
            "A subscriber who buys the bundle is switched: the old transaction is refunded, access continues.",
            "已订阅的用户购买捆绑订阅时会被切换：旧交易退款，访问继续。",
            ends: ["ann": [.sketches, .lessons]],
            [.buy("ann", .sketches), .days(10), .buy("ann", .studio), .days(1)]
        ),
    ]
}
