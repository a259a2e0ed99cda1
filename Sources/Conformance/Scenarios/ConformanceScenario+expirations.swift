// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension ConformanceScenario {
    static let expirations: [ConformanceScenario] = canceled + others

    /// Cancellations of each plan: during the paid period, and after it.
    private static let canceled: [ConformanceScenario] = [
        (ConformanceProduct.weekly, 3, 6), (.monthly, 10, 25), (.yearly, 100, 300),
    ].flatMap { product, before, after in
        [
            ConformanceScenario(
                "cancel-\(product.rawValue)-keeps-period",
                .expirations,
                "Auto-renew off is not an end: the customer paid for \(product.rawValue) until expiresDate.",
                "关闭自动续期不等于结束：用户已付费的 \(product.rawValue) 在 expiresDate 之前有效。",
                ends: ["ann": [product]],
                [.buy("ann", product), .days(before), .renewal("ann", product, on: false), .days(1)]
            ),
            ConformanceScenario(
                "cancel-\(product.rawValue)-expires",
                .expirations,
                "A canceled \(product.rawValue) ends at expiresDate, with one expiration event.",
                "已取消的 \(product.rawValue) 在 expiresDate 结束，并只产生一个到期事件。",
                ends: ["ann": []],
                [
                    .buy("ann", product), .days(before), .renewal("ann", product, on: false), .days(after),
                    .days(before),
                ]
            ),
        ]
    }

    private static let others: [ConformanceScenario] = [
        ConformanceScenario(
            "cancel-and-reconsider",
            .expirations,
            "A customer who turns auto-renew on again before the end renews without a gap.",
            "用户在到期前重新开启自动续期，订阅无间断地续期。",
            ends: ["ann": [.monthly]],
            [
                .buy("ann", .monthly), .days(5), .renewal("ann", .monthly, on: false), .days(5),
                .renewal("ann", .monthly, on: true), .days(30),
            ]
        ),
        ConformanceScenario(
            "cancel-after-renewals",
            .expirations,
            "A cancellation in the third month keeps that month and ends with it.",
            "在第三个月取消，该月仍有效，并在该月结束时到期。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .days(70), .renewal("ann", .monthly, on: false), .days(40)]
        ),
        ConformanceScenario(
            "resubscribe-same",
            .expirations,
            "A customer who resubscribes has the same original transaction identifier and a new period.",
            "用户重新订阅时原始交易 ID 不变，周期是新的。",
            ends: ["ann": [.monthly]],
            [
                .buy("ann", .monthly), .renewal("ann", .monthly, on: false), .days(45), .buy("ann", .monthly),
                .days(3),
            ]
        ),
        ConformanceScenario(
            "resubscribe-other",
            .expirations,
            "A customer can resubscribe to another plan of the group.",
            "用户可以重新订阅群组中的另一个方案。",
            ends: ["ann": [.pro]],
            [.buy("ann", .monthly), .renewal("ann", .monthly, on: false), .days(45), .buy("ann", .pro), .days(3)]
        ),
        ConformanceScenario(
            "resubscribe-and-renew",
            .expirations,
            "After a lapse the new subscription renews; the gap stays a gap.",
            "中断之后的新订阅会续期；中断期间仍无权益。",
            ends: ["ann": [.monthly]],
            [
                .buy("ann", .monthly), .renewal("ann", .monthly, on: false), .days(45), .buy("ann", .monthly),
                .days(33),
            ]
        ),
        ConformanceScenario(
            "lapse-twice",
            .expirations,
            "A subscription that lapsed twice is expired, whatever order its old periods are known in.",
            "两次中断的订阅已到期，与旧周期的到达顺序无关。",
            ends: ["ann": []],
            [
                .buy("ann", .weekly), .renewal("ann", .weekly, on: false), .days(20), .buy("ann", .weekly),
                .renewal("ann", .weekly, on: false), .days(20),
            ]
        ),
        ConformanceScenario(
            "product-withdrawn",
            .expirations,
            "A product that is no longer for sale does not renew: EXPIRED with PRODUCT_NOT_FOR_SALE.",
            "停售的商品不再续期：EXPIRED，子类型 PRODUCT_NOT_FOR_SALE。",
            ends: ["ann": []],
            [.buy("ann", .basic), .withdraw(.basic), .days(35)]
        ),
        ConformanceScenario(
            "account-deleted",
            .expirations,
            "The subscription of a deleted Apple Account ends with its period.",
            "Apple 账户删除后，订阅在当前周期结束时到期。",
            ends: ["ann": []],
            [.buy("ann", .monthly), .does(.deleteAccount("ann")), .days(35)]
        ),
    ]
}
