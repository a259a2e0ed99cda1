// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension ConformanceScenario {
    static let offers: [ConformanceScenario] = [
        ConformanceScenario(
            "trial-starts",
            .offers,
            "A free trial is a period like any other: price 0, full access.",
            "免费试用与其他周期相同：价格为 0，享有全部访问权。",
            ends: ["ann": [.trial]],
            [.buy("ann", .trial), .days(2)]
        ),
        ConformanceScenario(
            "trial-converts",
            .offers,
            "The first paid period follows the trial without a gap.",
            "首个付费周期紧接试用，没有中断。",
            ends: ["ann": [.trial]],
            [.buy("ann", .trial), .days(10)]
        ),
        ConformanceScenario(
            "trial-canceled",
            .offers,
            "A canceled trial lasts until its end.",
            "取消的试用在其结束日期前有效。",
            ends: ["ann": [.trial]],
            [.buy("ann", .trial), .days(2), .renewal("ann", .trial, on: false), .days(2)]
        ),
        ConformanceScenario(
            "trial-canceled-ends",
            .offers,
            "A canceled trial ends without a charge, and access with it.",
            "取消的试用结束时不扣款，访问随之终止。",
            ends: ["ann": []],
            [.buy("ann", .trial), .days(2), .renewal("ann", .trial, on: false), .days(7)]
        ),
        ConformanceScenario(
            "trial-payment-fails",
            .offers,
            "A trial whose first charge fails ends at its expiresDate.",
            "试用后首次扣款失败，在 expiresDate 结束。",
            ends: ["ann": []],
            [.buy("ann", .trial), .payment("ann", works: false), .days(10)]
        ),
        ConformanceScenario(
            "offer-pay-up-front",
            .offers,
            "An offer that is paid up front has one long period: expiresDate says how long.",
            "预付优惠只有一个较长的周期：以 expiresDate 为准。",
            ends: ["ann": [.upfront]],
            [.buy("ann", .upfront), .days(60)]
        ),
        ConformanceScenario(
            "offer-pay-as-you-go",
            .offers,
            "An offer that is paid period by period renews at the reduced price.",
            "按期付费的优惠以优惠价续期。",
            ends: ["ann": [.reduced]],
            [.buy("ann", .reduced), .days(65)]
        ),
        ConformanceScenario(
            "offer-promotional",
            .offers,
            "A promotional offer for a lapsed subscriber starts a new period.",
            "面向流失用户的促销优惠开始新的周期。",
            ends: ["ann": [.trial]],
            [
                .buy("ann", .trial), .renewal("ann", .trial, on: false), .days(20),
                .buy("ann", .trial, PurchaseOptions(offer: .promotional("gift", signatureIsValid: true))), .days(2),
            ]
        ),
        ConformanceScenario(
            "offer-promotional-queued",
            .offers,
            "An active subscriber's promotional offer applies from the next renewal.",
            "有效订阅用户的促销优惠从下次续期起生效。",
            ends: ["ann": [.trial]],
            [
                .buy("ann", .trial), .days(10),
                .buy("ann", .trial, PurchaseOptions(offer: .promotional("half", signatureIsValid: true))), .days(35),
            ]
        ),
        ConformanceScenario(
            "offer-win-back",
            .offers,
            "A win-back offer brings a churned customer back.",
            "赢回优惠使流失的用户回来。",
            ends: ["ann": [.trial]],
            [
                .buy("ann", .trial), .days(45), .renewal("ann", .trial, on: false), .days(60),
                .buy("ann", .trial, PurchaseOptions(offer: .winBack("back"))), .days(2),
            ]
        ),
        ConformanceScenario(
            "offer-code",
            .offers,
            "A subscription that begins with an offer code is bought outside the app; the app submits it at its next launch.",
            "用优惠代码开始的订阅在 App 外购买；App 下次启动时提交。",
            ends: ["ann": [.trial]],
            [.redeem("ann", .trial, offer: "welcome"), .days(2)]
        ),
        ConformanceScenario(
            "offer-code-converts",
            .offers,
            "The period after an offer code is paid, and access continues.",
            "优惠代码之后的周期正常付费，访问继续。",
            ends: ["ann": [.trial]],
            [.redeem("ann", .trial, offer: "welcome"), .days(40)]
        ),
        ConformanceScenario(
            "offer-code-for-coins",
            .offers,
            "A code can give a consumable: deliver it once.",
            "代码也可以兑换消耗型项目：发货一次。",
            ends: [:],
            [.redeem("ann", .coins, offer: "coins-gift"), .days(1)]
        ),
        ConformanceScenario(
            "offer-trial-only-once",
            .offers,
            "The second subscription of the group has no trial: it is paid from its first day.",
            "同一群组的第二次订阅没有试用：从首日起付费。",
            ends: ["ann": [.trial]],
            [.buy("ann", .trial), .renewal("ann", .trial, on: false), .days(20), .buy("ann", .trial), .days(10)]
        ),
    ]

    static let prices: [ConformanceScenario] = [
        ConformanceScenario(
            "price-increase-accepted",
            .prices,
            "A customer who agrees to the price increase renews at the new price.",
            "同意涨价的用户以新价格续期。",
            ends: ["ann": [.basic]],
            [.buy("ann", .basic), .days(1), .price(.basic, 14_990), .consent("ann", .basic, true), .days(65)]
        ),
        ConformanceScenario(
            "price-increase-declined",
            .prices,
            "A customer who declines the price increase keeps the paid period, which is the last one.",
            "拒绝涨价的用户保有已付费的周期，之后不再续期。",
            ends: ["ann": []],
            [.buy("ann", .basic), .days(1), .price(.basic, 14_990), .consent("ann", .basic, false), .days(65)]
        ),
        ConformanceScenario(
            "price-increase-unanswered",
            .prices,
            "Without an answer the subscription ends when the higher price would apply.",
            "未答复时，订阅在新价格生效时结束。",
            ends: ["ann": []],
            [.buy("ann", .basic), .days(1), .price(.basic, 14_990), .days(100)]
        ),
        ConformanceScenario(
            "price-increase-small",
            .prices,
            "A small increase needs no consent: the subscription renews.",
            "小幅涨价无需同意：订阅照常续期。",
            ends: ["ann": [.basic]],
            [.buy("ann", .basic), .days(1), .price(.basic, 5990), .days(65)]
        ),
        ConformanceScenario(
            "price-decrease",
            .prices,
            "A lower price changes nothing but the price.",
            "降价除价格外不改变任何内容。",
            ends: ["ann": [.basic]],
            [.buy("ann", .basic), .days(1), .price(.basic, 3990), .days(35)]
        ),
        ConformanceScenario(
            "price-preserved",
            .prices,
            "A price that is preserved for subscribers needs no answer from them.",
            "为现有订阅者保留价格时，无需他们答复。",
            ends: ["ann": [.basic]],
            [.buy("ann", .basic), .days(1), .price(.basic, 14_990, preservesExisting: true), .days(65)]
        ),
    ]

    static let extensions: [ConformanceScenario] = [
        ConformanceScenario(
            "extended",
            .extensions,
            "RENEWAL_EXTENDED moves the end of the current transaction: the same identifier, a later expiresDate.",
            "RENEWAL_EXTENDED 延长当前交易：ID 不变，expiresDate 更晚。",
            ends: ["ann": [.monthly]],
            [.buy("ann", .monthly), .days(5), .extend(.last("ann"), 30), .days(40)]
        ),
        ConformanceScenario(
            "extended-and-canceled",
            .extensions,
            "A canceled subscription that was extended lasts until the later date.",
            "取消但已延长的订阅在延长后的日期之前有效。",
            ends: ["ann": [.monthly]],
            [
                .buy("ann", .monthly), .days(5), .extend(.last("ann"), 60), .renewal("ann", .monthly, on: false),
                .days(70),
            ]
        ),
        ConformanceScenario(
            "extended-then-expired",
            .extensions,
            "An extension is not permanent: after the later date the subscription is expired.",
            "延长不是永久的：延长后的日期一过，订阅到期。",
            ends: ["ann": []],
            [
                .buy("ann", .monthly), .days(5), .extend(.last("ann"), 30), .renewal("ann", .monthly, on: false),
                .days(70),
            ]
        ),
        ConformanceScenario(
            "extended-twice",
            .extensions,
            "Two extensions add up.",
            "两次延长会累加。",
            ends: ["ann": [.weekly]],
            [
                .buy("ann", .weekly), .extend(.last("ann"), 20), .days(1), .extend(.last("ann"), 20),
                .renewal("ann", .weekly, on: false), .days(40),
            ]
        ),
    ]
}
