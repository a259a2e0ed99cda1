// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension ConformanceScenario {
    static let families: [ConformanceScenario] = [
        ConformanceScenario(
            "family-shares-lifetime",
            .families,
            "A family member has a transaction of their own with FAMILY_SHARED: it gives the entitlement.",
            "家庭成员有自己的交易，类型为 FAMILY_SHARED：同样给出权益。",
            ends: ["ann": [.lifetime], "ben": [.lifetime]],
            [.buy("ann", .lifetime), .join("ann"), .join("ben"), .days(1)]
        ),
        ConformanceScenario(
            "family-shares-subscription",
            .families,
            "A shared subscription gives each member the entitlement.",
            "共享的订阅给每位成员权益。",
            ends: ["ann": [.monthly], "ben": [.monthly], "cleo": [.monthly]],
            [.join("ann"), .join("ben"), .join("cleo"), .buy("ann", .monthly), .days(1)]
        ),
        ConformanceScenario(
            "family-renews",
            .families,
            "The member's subscription renews with the buyer's.",
            "成员的订阅随购买者的订阅续期。",
            ends: ["ann": [.monthly], "ben": [.monthly]],
            [.join("ann"), .join("ben"), .buy("ann", .monthly), .days(35)]
        ),
        ConformanceScenario(
            "family-not-shareable",
            .families,
            "A product without Family Sharing gives the family nothing.",
            "未开启家人共享的商品不给家人任何权益。",
            ends: ["ann": [.export], "ben": []],
            [.buy("ann", .export), .join("ann"), .join("ben"), .days(1)]
        ),
        ConformanceScenario(
            "family-member-leaves",
            .families,
            "A member who leaves gets REVOKE: the shared entitlement ends, the buyer's stays.",
            "成员离开家庭时收到 REVOKE：共享权益结束，购买者的权益保留。",
            ends: ["ann": [.lifetime], "ben": []],
            [.buy("ann", .lifetime), .join("ann"), .join("ben"), .days(2), .leave("ben"), .days(1)]
        ),
        ConformanceScenario(
            "family-buyer-leaves",
            .families,
            "When the buyer leaves, the others lose what was shared.",
            "购买者离开家庭时，其他成员失去共享的内容。",
            ends: ["ann": [.monthly], "ben": []],
            [.join("ann"), .join("ben"), .buy("ann", .monthly), .days(2), .leave("ann"), .days(1)]
        ),
        ConformanceScenario(
            "family-sharing-stopped",
            .families,
            "A buyer who stops sharing keeps the purchase; the members lose it.",
            "购买者停止共享后仍保有购买；成员失去它。",
            ends: ["ann": [.monthly], "ben": []],
            [
                .join("ann"), .join("ben"), .buy("ann", .monthly), .days(2),
                .does(.changeCustomer("ann", .sharesPurchases(false))), .days(1),
            ]
        ),
        ConformanceScenario(
            "family-refund",
            .families,
            "A refund of the buyer's purchase ends the members' copies too.",
            "购买者退款后，成员的共享权益也结束。",
            ends: ["ann": [], "ben": []],
            [.buy("ann", .lifetime), .join("ann"), .join("ben"), .days(2), .refund(.last("ann")), .days(1)]
        ),
        ConformanceScenario(
            "family-expires",
            .families,
            "A shared subscription that expires ends for everybody.",
            "共享的订阅到期时，对所有人都结束。",
            ends: ["ann": [], "ben": []],
            [.join("ann"), .join("ben"), .buy("ann", .monthly), .renewal("ann", .monthly, on: false), .days(40)]
        ),
        ConformanceScenario(
            "family-upgrade",
            .families,
            "An upgrade of the buyer upgrades the members.",
            "购买者升级后，成员也随之升级。",
            ends: ["ann": [.pro], "ben": [.pro]],
            [.join("ann"), .join("ben"), .buy("ann", .monthly), .days(5), .buy("ann", .pro), .days(1)]
        ),
        ConformanceScenario(
            "family-and-own-purchase",
            .families,
            "A member with a purchase of their own keeps it when the sharing ends.",
            "自己也购买过的成员，在共享结束后仍保有自己的购买。",
            ends: ["ann": [.lifetime], "ben": [.export]],
            [
                .buy("ann", .lifetime), .buy("ben", .export), .join("ann"), .join("ben"), .days(2), .leave("ben"),
                .days(1),
            ]
        ),
        ConformanceScenario(
            "family-returns",
            .families,
            "A member who comes back to the family has the entitlement again.",
            "成员重新加入家庭后再次拥有权益。",
            ends: ["ann": [.lifetime], "ben": [.lifetime]],
            [
                .buy("ann", .lifetime), .join("ann"), .join("ben"), .days(2), .leave("ben"), .days(2), .join("ben"),
                .days(1),
            ]
        ),
    ]
}
