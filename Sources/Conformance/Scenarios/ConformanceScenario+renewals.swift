// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension ConformanceScenario {
    static let renewals: [ConformanceScenario] = regular + unusual

    /// A product, the days that pass, and how often it renews in them.
    private static let regular: [ConformanceScenario] = [
        (.weekly, 8, 1), (.weekly, 30, 4), (.basic, 33, 1), (.monthly, 33, 1), (.monthly, 95, 3), (.monthly, 370, 12),
        (.pro, 65, 2), (.quarterly, 95, 1), (.quarterly, 190, 2), (.halfYearly, 190, 1), (.yearly, 370, 1),
        (.yearly, 735, 2), (.proYearly, 370, 1),
    ].map { (product: ConformanceProduct, days: Int, times: Int) in
        ConformanceScenario(
            "renew-\(product.rawValue.kebab)-\(times)",
            .renewals,
            "\(product.rawValue) renews, count \(times): each DID_RENEW moves the end to the new transaction's expiresDate.",
            "\(product.rawValue) 续期 \(times) 次：每个 DID_RENEW 都把权益延长到新交易的 expiresDate。",
            ends: ["ann": [product]],
            [.buy("ann", product), .days(days)]
        )
    }

    private static let unusual: [ConformanceScenario] = [
        ConformanceScenario(
            "renew-early",
            .renewals,
            "Apple charges up to 24 hours before the end; the new period starts only when the old one ends.",
            "Apple 最多提前 24 小时扣款；新周期在旧周期结束时才开始。",
            ends: ["ann": [.monthly]],
            timing: RenewalTiming(leadSeconds: 86_400),
            [.buy("ann", .monthly), .days(32), .days(30)]
        ),
        ConformanceScenario(
            "renew-two-groups",
            .renewals,
            "Renewals of two groups do not mix, though their notifications arrive together.",
            "两个群组的续期互不混淆，即使通知同时到达。",
            ends: ["ann": [.monthly, .weekly]],
            [.buy("ann", .monthly), .buy("ann", .weekly), .days(35)]
        ),
        ConformanceScenario(
            "renew-two-customers",
            .renewals,
            "One customer's renewal does not extend another customer's subscription.",
            "一位用户的续期不会延长另一位用户的订阅。",
            ends: ["ann": [.monthly], "ben": []],
            [.buy("ann", .monthly), .buy("ben", .monthly), .renewal("ben", .monthly, on: false), .days(40)]
        ),
        ConformanceScenario(
            "renew-after-storefront-change",
            .renewals,
            "A customer who moves to another storefront keeps the subscription.",
            "用户更换店面后订阅保持有效。",
            ends: ["ann": [.monthly]],
            [.buy("ann", .monthly), .does(.changeCustomer("ann", .storefront("FRA"))), .days(35)]
        ),
    ]
}
