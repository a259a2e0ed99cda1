// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension ConformanceScenario {
    static let billing: [ConformanceScenario] = withoutGrace + withGrace + lengths

    private static let withoutGrace: [ConformanceScenario] = [
        ConformanceScenario(
            "retry-without-grace",
            .billing,
            "Without a grace period, a failed renewal ends access at expiresDate while Apple retries.",
            "没有宽限期时，续期失败后在 expiresDate 结束访问，Apple 继续重试扣款。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .payment("ann", works: false), .days(35)]
        ),
        ConformanceScenario(
            "retry-recovered",
            .billing,
            "BILLING_RECOVERY starts a new period: access returns.",
            "BILLING_RECOVERY 开始新的周期：访问恢复。",
            ends: ["ann": [.monthly]],
            [.buy("ann", .monthly), .payment("ann", works: false), .days(40), .payment("ann", works: true), .days(2)]
        ),
        ConformanceScenario(
            "retry-exhausted",
            .billing,
            "After 60 days of billing retry the subscription is expired.",
            "扣款重试 60 天后订阅到期。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .payment("ann", works: false), .days(95)]
        ),
        ConformanceScenario(
            "retry-then-cancel",
            .billing,
            "A customer who cancels during billing retry has no access, and Apple stops to charge.",
            "用户在扣款重试期间取消，没有访问权，Apple 停止扣款。",
            ends: ["ann": []],
            [
                .buy("ann", .monthly), .payment("ann", works: false), .days(40), .renewal("ann", .monthly, on: false),
                .days(2),
            ]
        ),
        ConformanceScenario(
            "retry-after-renewals",
            .billing,
            "A charge that fails in the third month ends access after that month only.",
            "第三个月扣款失败，只在该月之后结束访问。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .days(65), .payment("ann", works: false), .days(40)]
        ),
        ConformanceScenario(
            "retry-two-groups",
            .billing,
            "A failed renewal of one group does not end the lifetime product.",
            "一个群组续期失败不影响终身商品。",
            ends: ["ann": [.lifetime]],
            [.buy("ann", .lifetime), .buy("ann", .weekly), .payment("ann", works: false), .days(10)]
        ),
    ]

    private static let withGrace: [ConformanceScenario] = [
        ConformanceScenario(
            "grace-keeps-access",
            .billing,
            "Until gracePeriodExpiresDate the customer keeps access though the renewal failed.",
            "在 gracePeriodExpiresDate 之前，即使续期失败，用户也保有访问权。",
            ends: ["ann": [.monthly]],
            grace: GracePeriod(days: 16),
            [.buy("ann", .monthly), .payment("ann", works: false), .days(36)]
        ),
        ConformanceScenario(
            "grace-ends",
            .billing,
            "After the grace period access ends, though Apple still retries.",
            "宽限期结束后访问终止，尽管 Apple 仍在重试扣款。",
            ends: ["ann": []],
            grace: GracePeriod(days: 16),
            [.buy("ann", .monthly), .payment("ann", works: false), .days(36), .days(20)]
        ),
        ConformanceScenario(
            "grace-recovered",
            .billing,
            "A payment within the grace period leaves no gap.",
            "在宽限期内付款，权益没有中断。",
            ends: ["ann": [.monthly]],
            grace: GracePeriod(days: 16),
            [.buy("ann", .monthly), .payment("ann", works: false), .days(36), .payment("ann", works: true), .days(5)]
        ),
        ConformanceScenario(
            "grace-recovered-after",
            .billing,
            "A payment after the grace period starts a new period on the day of the payment.",
            "宽限期之后付款，从付款之日开始新的周期。",
            ends: ["ann": [.monthly]],
            grace: GracePeriod(days: 16),
            [
                .buy("ann", .monthly), .payment("ann", works: false), .days(36), .days(20),
                .payment("ann", works: true), .days(5),
            ]
        ),
        ConformanceScenario(
            "grace-then-expired",
            .billing,
            "A subscription that is never paid again passes grace, retry and expiration.",
            "再未付款的订阅依次经过宽限期、扣款重试和到期。",
            ends: ["ann": []],
            grace: GracePeriod(days: 16),
            [.buy("ann", .monthly), .payment("ann", works: false), .days(36), .days(20), .days(45)]
        ),
        ConformanceScenario(
            "grace-of-yearly",
            .billing,
            "A yearly plan has the same grace period.",
            "年度方案有同样的宽限期。",
            ends: ["ann": [.yearly]],
            grace: GracePeriod(days: 16),
            [.buy("ann", .yearly), .payment("ann", works: false), .days(370)]
        ),
        ConformanceScenario(
            "grace-not-after-trial",
            .billing,
            "With grace for paid renewals only, the first charge after a free trial has no grace period.",
            "若宽限期仅适用于付费续期，免费试用后的首次扣款没有宽限期。",
            ends: ["ann": []],
            grace: GracePeriod(days: 16, onlyAfterPaidPeriods: true),
            [.buy("ann", .trial), .payment("ann", works: false), .days(9)]
        ),
        ConformanceScenario(
            "grace-after-trial",
            .billing,
            "With grace for all renewals, a customer keeps access when the first charge after a trial fails.",
            "若宽限期适用于所有续期，试用后首次扣款失败时用户仍有访问权。",
            ends: ["ann": [.trial]],
            grace: GracePeriod(days: 16),
            [.buy("ann", .trial), .payment("ann", works: false), .days(9)]
        ),
    ]

    /// Grace periods of each length that App Store Connect offers, of a plan whose period is shorter or longer.
    private static let lengths: [ConformanceScenario] = [
        (3, ConformanceProduct.weekly, 9, 12), (16, .weekly, 12, 15), (16, .monthly, 42, 50), (28, .monthly, 50, 62),
    ].flatMap { days, product, open, over in
        let plan = product.rawValue
        return [
            ConformanceScenario(
                "grace-\(days)-\(plan)-open",
                .billing,
                "With \(days) days of grace for \(plan), gracePeriodExpiresDate decides, not expiresDate.",
                "\(plan) 设有 \(days) 天宽限期时，由 gracePeriodExpiresDate 决定，而不是 expiresDate。",
                ends: ["ann": [product]],
                grace: GracePeriod(days: days),
                [.buy("ann", product), .payment("ann", works: false), .days(open)]
            ),
            ConformanceScenario(
                "grace-\(days)-\(plan)-over",
                .billing,
                "With \(days) days of grace for \(plan), access ends with the grace period; billing retry alone gives none.",
                "\(plan) 设有 \(days) 天宽限期，宽限期结束时访问终止；仅有扣款重试不给访问权。",
                ends: ["ann": []],
                grace: GracePeriod(days: days),
                [.buy("ann", product), .payment("ann", works: false), .days(open), .days(over - open)]
            ),
        ]
    }
}
