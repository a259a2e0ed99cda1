// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension ConformanceScenario {
    static let refunds: [ConformanceScenario] = full + renewed + reversed + requested

    /// Full and partial refunds, and reversals, of each kind of product.
    private static let full: [ConformanceScenario] = [
        ConformanceProduct.coins, .season, .lifetime, .export, .weekly, .monthly, .yearly, .pro,
    ].flatMap { product in
        let name = product.rawValue
        return [
            ConformanceScenario(
                "refund-\(name)",
                .refunds,
                "REFUND with a revocationDate ends what \(name) gave, once.",
                "带有 revocationDate 的 REFUND 终止 \(name) 所给的内容，只处理一次。",
                ends: ["ann": []],
                [.buy("ann", product), .days(2), .refund(.last("ann"))]
            ),
            ConformanceScenario(
                "refund-half-of-\(name)",
                .refunds,
                "A prorated refund revokes the transaction too: revocationPercentage says how much money went back.",
                "按比例退款同样撤销交易：revocationPercentage 说明退回了多少钱。",
                ends: ["ann": []],
                [.buy("ann", product), .days(2), .refund(.last("ann"), .prorated(.other, percentage: 50_000))]
            ),
        ]
    }

    private static let renewed: [ConformanceScenario] = [
        ConformanceScenario(
            "refund-coins-three",
            .refunds,
            "A refund of quantity 3 revokes all three items, once.",
            "退还数量为 3 的购买时收回三份货，只收回一次。",
            ends: [:],
            [.buy("ann", .coins, PurchaseOptions(quantity: 3)), .days(1), .refund(.last("ann"))]
        ),
        ConformanceScenario(
            "refund-one-of-two-coins",
            .refunds,
            "A refund names one transaction: the other purchase of the same product stays.",
            "退款只针对一笔交易：同一商品的另一笔购买保留。",
            ends: [:],
            [.buy("ann", .coins), .days(1), .buy("ann", .coins), .refund(.first("ann"))]
        ),
        ConformanceScenario(
            "refund-of-renewal",
            .refunds,
            "A refund of the current period ends access now.",
            "退还当前周期，访问立即终止。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .days(35), .refund(.last("ann"))]
        ),
        ConformanceScenario(
            "refund-of-earlier-period",
            .refunds,
            "A refund of an earlier period does not end the current one, which stays paid.",
            "退还较早的周期不会终止当前周期，当前周期仍是已付费的。",
            ends: ["ann": [.monthly]],
            [.buy("ann", .monthly), .days(35), .refund(.first("ann"))]
        ),
        ConformanceScenario(
            "refund-and-cancel",
            .refunds,
            "Apple refunds and turns auto-renew off: no other period follows.",
            "Apple 退款并关闭自动续期：之后没有新的周期。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .days(2), .refund(.last("ann"), cancels: true), .days(40)]
        ),
        ConformanceScenario(
            "refund-then-buy-again",
            .refunds,
            "A customer who was refunded can buy again; the new transaction counts.",
            "已退款的用户可以再次购买；以新交易为准。",
            ends: ["ann": [.lifetime]],
            [.buy("ann", .lifetime), .days(1), .refund(.last("ann")), .days(1), .buy("ann", .lifetime)]
        ),
        ConformanceScenario(
            "refund-then-resubscribe",
            .refunds,
            "A new subscription after a refund gives access again.",
            "退款后的新订阅重新给出访问权。",
            ends: ["ann": [.monthly]],
            [
                .buy("ann", .monthly), .days(1), .refund(.last("ann"), cancels: true), .days(40),
                .buy("ann", .monthly), .days(1),
            ]
        ),
        ConformanceScenario(
            "refund-after-expiration",
            .refunds,
            "A refund of a period that is over changes no access.",
            "退还已结束的周期不改变访问权。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .renewal("ann", .monthly, on: false), .days(40), .refund(.last("ann"))]
        ),
        ConformanceScenario(
            "refund-of-one-product",
            .refunds,
            "A refund of the subscription does not end the lifetime product.",
            "订阅退款不影响终身商品。",
            ends: ["ann": [.lifetime]],
            [.buy("ann", .lifetime), .buy("ann", .monthly), .days(1), .refund(.last("ann"))]
        ),
    ]

    private static let reversed: [ConformanceScenario] = [
        (ConformanceProduct.coins), .lifetime, .monthly, .yearly, .export,
    ].map { product in
        ConformanceScenario(
            "refund-reversed-\(product.rawValue)",
            .refunds,
            "REFUND_REVERSED: the customer has \(product.rawValue) again, as if it had not been refunded.",
            "REFUND_REVERSED：用户重新拥有 \(product.rawValue)，如同未曾退款。",
            ends: product.isEntitlement ? ["ann": [product]] : [:],
            [.buy("ann", product), .days(1), .refund(.last("ann")), .days(1), .reverseRefund(.last("ann")), .days(1)]
        )
    }

    private static let requested: [ConformanceScenario] = [
        ConformanceScenario(
            "refund-reversed-after-end",
            .refunds,
            "A refund that is reversed after the period's end gives no access.",
            "在周期结束之后撤销退款，不给访问权。",
            ends: ["ann": []],
            [
                .buy("ann", .monthly), .days(1), .refund(.last("ann"), cancels: true), .days(40),
                .reverseRefund(.last("ann")), .days(1),
            ]
        ),
        ConformanceScenario(
            "refund-requested",
            .refunds,
            "CONSUMPTION_REQUEST is a question: the customer keeps everything until REFUND.",
            "CONSUMPTION_REQUEST 只是询问：在 REFUND 之前用户保有一切。",
            ends: ["ann": [.monthly]],
            [.buy("ann", .monthly), .days(2), .requestRefund(.last("ann"), .unintendedPurchase), .days(1)]
        ),
        ConformanceScenario(
            "refund-granted",
            .refunds,
            "Apple grants the requested refund after two days: access ends then.",
            "Apple 在两天后批准退款申请：届时访问终止。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .days(2), .requestRefund(.last("ann"), .unintendedPurchase), .days(1), .days(3)]
        ),
        ConformanceScenario(
            "refund-declined",
            .refunds,
            "REFUND_DECLINED changes nothing: the purchase stays paid.",
            "REFUND_DECLINED 不改变任何内容：购买仍是已付费的。",
            ends: ["ann": [.monthly]],
            [.buy("ann", .monthly), .days(2), .requestRefund(.last("ann"), .other), .days(4)]
        ),
    ]
}
