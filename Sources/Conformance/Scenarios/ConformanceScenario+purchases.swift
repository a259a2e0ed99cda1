// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension ConformanceScenario {
    static let purchases: [ConformanceScenario] = single + several + pending

    /// One purchase of each product.
    private static let single: [ConformanceScenario] = ConformanceProduct.allCases.compactMap { product in
        guard ![.trial, .upfront, .reduced, .committed, .team, .studio].contains(product) else { return nil }
        let name = product.rawValue
        if product.isEntitlement {
            return ConformanceScenario(
                "buy-\(name.kebab)",
                .purchases,
                "A verified purchase of \(name) gives its entitlement at once, and one purchase event.",
                "经验证购买 \(name) 后立即获得权益，并只产生一个购买事件。",
                ends: ["ann": [product]],
                [.buy("ann", product)]
            )
        }
        return ConformanceScenario(
            "buy-\(name.kebab)",
            .purchases,
            "A verified purchase of \(name) is delivered once: the app submits it, and Apple's notification names it too.",
            "经验证购买 \(name) 只发货一次：App 会提交，Apple 的通知也会提到同一笔交易。",
            ends: [:],
            [.buy("ann", product)]
        )
    }

    private static let several: [ConformanceScenario] = [
        ConformanceScenario(
            "buy-coins-three",
            .purchases,
            "A purchase of quantity 3 is one transaction: deliver three items, once.",
            "数量为 3 的购买是一笔交易：发三份货，只发一次。",
            ends: [:],
            [.buy("ann", .coins, PurchaseOptions(quantity: 3))]
        ),
        ConformanceScenario(
            "buy-coins-ten",
            .purchases,
            "Apple allows a quantity of up to 10 consumables; the transaction's quantity decides the delivery.",
            "Apple 允许一次购买最多 10 件消耗型项目；按交易中的数量发货。",
            ends: [:],
            [.buy("ann", .coins, PurchaseOptions(quantity: 10))]
        ),
        ConformanceScenario(
            "buy-coins-twice",
            .purchases,
            "Two purchases of one consumable are two transactions: deliver both.",
            "两次购买同一消耗型项目是两笔交易：两次都发货。",
            ends: [:],
            [.buy("ann", .coins), .days(1), .buy("ann", .coins)]
        ),
        ConformanceScenario(
            "buy-season-twice",
            .purchases,
            "A non-renewing subscription can be bought again; each purchase is a transaction of its own.",
            "非续期订阅可以重复购买；每次购买都是独立的交易。",
            ends: [:],
            [.buy("ann", .season), .days(3), .buy("ann", .season)]
        ),
        ConformanceScenario(
            "buy-coins-then-boost",
            .purchases,
            "Purchases of two consumables do not replace each other.",
            "两种消耗型项目的购买互不替代。",
            ends: [:],
            [.buy("ann", .coins), .buy("ann", .boost)]
        ),
        ConformanceScenario(
            "buy-lifetime-and-monthly",
            .purchases,
            "A lifetime product and a subscription give their entitlements independently.",
            "终身商品与订阅各自独立地提供权益。",
            ends: ["ann": [.lifetime, .monthly]],
            [.buy("ann", .lifetime), .days(1), .buy("ann", .monthly)]
        ),
        ConformanceScenario(
            "buy-two-groups",
            .purchases,
            "A customer has one subscription in each group; two groups give two entitlements.",
            "用户在每个订阅群组中有一个订阅；两个群组给出两个权益。",
            ends: ["ann": [.monthly, .weekly]],
            [.buy("ann", .monthly), .days(1), .buy("ann", .weekly)]
        ),
        ConformanceScenario(
            "lifetime-never-expires",
            .purchases,
            "A non-consumable has no expiresDate: the entitlement lasts for years.",
            "非消耗型项目没有到期日期：权益多年有效。",
            ends: ["ann": [.lifetime]],
            [.buy("ann", .lifetime), .days(800)]
        ),
        ConformanceScenario(
            "lifetime-outlives-subscription",
            .purchases,
            "The end of a subscription does not end a lifetime product of the same customer.",
            "订阅到期不影响同一用户的终身商品。",
            ends: ["ann": [.lifetime]],
            [.buy("ann", .lifetime), .buy("ann", .monthly), .renewal("ann", .monthly, on: false), .days(40)]
        ),
        ConformanceScenario(
            "buy-two-customers",
            .purchases,
            "The purchases of two customers stay apart.",
            "两位用户的购买互不影响。",
            ends: ["ann": [.monthly], "ben": [.pro]],
            [.buy("ann", .monthly), .buy("ben", .pro)]
        ),
        ConformanceScenario(
            "buy-in-euros",
            .purchases,
            "The storefront and its currency do not change the entitlement.",
            "店面及其货币不影响权益。",
            ends: ["ann": [.monthly]],
            [.account(CustomerProfile(id: "ann", storefront: "DEU")), .buy("ann", .monthly)]
        ),
        ConformanceScenario(
            "buy-in-china",
            .purchases,
            "A purchase in the storefront of China mainland is verified like any other.",
            "中国大陆店面的购买与其他店面一样验证。",
            ends: ["ann": [.lifetime]],
            [.account(CustomerProfile(id: "ann", storefront: "CHN")), .buy("ann", .lifetime)]
        ),
        ConformanceScenario(
            "buy-promoted",
            .purchases,
            "A purchase that starts on the App Store's page gives the same entitlement as one in the app.",
            "在 App Store 页面发起的购买与 App 内的购买给出相同的权益。",
            ends: ["ann": [.monthly]],
            [.buy("ann", .monthly, PurchaseOptions(origin: .promoted))]
        ),
    ]

    private static let pending: [ConformanceScenario] = [
        ConformanceScenario(
            "ask-to-buy-approved",
            .purchases,
            "A pending purchase gives nothing until the parent approves; then it is a purchase like any other.",
            "待批准的购买在家长批准之前不给任何权益；批准后与普通购买相同。",
            ends: ["ann": [.monthly]],
            [
                .account(CustomerProfile(id: "ann", asksToBuy: true)), .buy("ann", .monthly), .days(1),
                .pending("ann", approve: true),
            ]
        ),
        ConformanceScenario(
            "ask-to-buy-declined",
            .purchases,
            "A declined purchase has no transaction and gives nothing.",
            "被拒绝的购买没有交易，也不给任何权益。",
            ends: ["ann": []],
            [
                .account(CustomerProfile(id: "ann", asksToBuy: true)), .buy("ann", .lifetime), .days(1),
                .pending("ann", approve: false),
            ]
        ),
        ConformanceScenario(
            "interrupted-completed",
            .purchases,
            "A purchase that the App Store interrupted arrives later, often while the app is closed.",
            "被 App Store 中断的购买会稍后到达，此时 App 往往已关闭。",
            ends: ["ann": [.pro]],
            [
                .account(CustomerProfile(id: "ann", interruptsPurchases: true)), .buy("ann", .pro), .days(2),
                .pending("ann", approve: true),
            ]
        ),
    ]
}

extension String {
    /// The name of a case, such as `proYearly`, in the form of a scenario's name.
    var kebab: String { map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined() }
}
