// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension DivergenceKind {
    /// A class with its texts.
    struct Entry: Sendable {
        var kind: DivergenceKind
        var cause: Cause
        var title: String
        var chineseTitle: String
        var english: String
        var chinese: String

        init(
            _ kind: DivergenceKind,
            _ cause: Cause,
            _ title: String,
            _ chineseTitle: String,
            _ english: String,
            _ chinese: String
        ) {
            self.kind = kind
            self.cause = cause
            self.title = title
            self.chineseTitle = chineseTitle
            self.english = english
            self.chinese = chinese
        }
    }

    static let texts: [Entry] = purser + unknown + policy + provider

    private static let purser: [Entry] = [
        Entry(
            .unknownPurchase,
            .purser,
            "Unknown purchase",
            "未知购买",
            "The provider has a purchase that Purser lacks. Import it with a backfill.",
            "服务商有一笔 Purser 没有的购买。请通过回填导入。"
        ),
        Entry(
            .lateAtPurser,
            .purser,
            "Late at Purser",
            "Purser 滞后",
            "The provider has a new purchase or renewal that Purser lacks. Check that Apple's notifications arrive.",
            "服务商已有新的购买或续期，Purser 尚无。请检查 Apple 的通知是否送到。"
        ),
        Entry(
            .unknownEntitlement,
            .purser,
            "Unknown entitlement",
            "未知权益",
            "No product of the catalog gives this entitlement. Add it to the catalog, or map its name.",
            "目录中没有商品给予该权益。请在目录中添加，或设置名称对应关系。"
        ),
    ]

    private static let unknown: [Entry] = [
        Entry(
            .endDate,
            .unknown,
            "Other end date",
            "到期时间不同",
            "Both give access, and no document explains the provider's end date.",
            "双方都允许使用，但没有文件能解释服务商的到期时间。"
        ),
        Entry(
            .unexplained,
            .unknown,
            "Unexplained",
            "原因不明",
            "No rule explains the difference. Read the documents behind Purser's answer.",
            "没有规则能解释该差异。请查看 Purser 结论所依据的文件。"
        ),
    ]

    private static let policy: [Entry] = [
        Entry(
            .gracePeriod,
            .policy,
            "Grace period",
            "宽限期",
            "A payment failed, and the two treat Apple's grace period differently. Set 'honorsGracePeriod'.",
            "扣款失败，双方对 Apple 宽限期的处理不同。请设置 honorsGracePeriod。"
        ),
        Entry(
            .billingRetry,
            .policy,
            "Billing retry",
            "扣款重试",
            "Apple retries a payment without a grace period, and the provider keeps access open meanwhile.",
            "Apple 正在重试扣款且没有宽限期，而服务商在此期间仍允许使用。"
        ),
        Entry(
            .familySharing,
            .policy,
            "Family Sharing",
            "家人共享",
            "A family shares the purchase, and the two disagree whether the member has access.",
            "该购买由家人共享，双方对成员能否使用的结论不同。"
        ),
        Entry(
            .alias,
            .policy,
            "Alias or other owner",
            "别名或其他所有者",
            "By Apple's documents and the claims, the purchase is another customer's. The provider treats both as one.",
            "根据 Apple 的文件和认领记录，该购买属于另一位用户；服务商把两者视为同一人。"
        ),
        Entry(
            .transfer,
            .policy,
            "Transfer",
            "转移",
            "A restore moved the purchase to another customer. The provider still has the previous owner.",
            "恢复购买已把该购买转给另一位用户，服务商仍记录原所有者。"
        ),
        Entry(
            .grant,
            .policy,
            "Grant",
            "授予",
            "One of the two granted access without a purchase. Repeat the grant before switching, or end it.",
            "其中一方未经购买授予了权益。切换前请重新授予，或收回。"
        ),
        Entry(
            .groupSeat,
            .policy,
            "Group seat",
            "群组席位",
            "Access comes from a seat of a group subscription, and the two disagree about the seat.",
            "权益来自群组订阅的席位，双方对该席位的结论不同。"
        ),
        Entry(
            .conversion,
            .policy,
            "Converted plan",
            "套餐折算",
            "The rest of a plan was converted into another one in Purser only.",
            "套餐的剩余时长只在 Purser 中折算到了其他套餐。"
        ),
        Entry(
            .renewalLeeway,
            .policy,
            "Renewal leeway",
            "续期缓冲",
            "Purser waits for a renewal and keeps access open, as 'renewalLeewaySeconds' states.",
            "Purser 按 renewalLeewaySeconds 的设置，在等待续期时仍允许使用。"
        ),
    ]

    private static let provider: [Entry] = [
        Entry(
            .lateAtProvider,
            .provider,
            "Late at the provider",
            "服务商滞后",
            "The provider lacks a change that Apple signed within the last day.",
            "服务商尚无 Apple 在最近一天内签名的变化。"
        ),
        Entry(
            .missedRenewal,
            .provider,
            "Missed renewal",
            "漏掉续期",
            "Apple signed a renewal that the provider lacks: a paying customer is locked out, or soon will be.",
            "Apple 已签名的续期，服务商没有：已付费的用户已经或即将无法使用。"
        ),
        Entry(
            .missedPurchase,
            .provider,
            "Missed purchase",
            "漏掉购买",
            "Apple signed a purchase that the provider lacks.",
            "Apple 已签名的购买，服务商没有。"
        ),
        Entry(
            .missedRefund,
            .provider,
            "Missed refund",
            "漏掉退款",
            "Apple refunded the purchase, and the provider still gives access.",
            "Apple 已退款，服务商仍允许使用。"
        ),
        Entry(
            .missedRefundReversal,
            .provider,
            "Missed refund reversal",
            "漏掉退款撤销",
            "The provider shows a refund, and Apple's newest document has none: Apple reversed it.",
            "服务商显示已退款，而 Apple 的最新文件没有退款：退款已被撤销。"
        ),
        Entry(
            .missedExpiration,
            .provider,
            "Missed expiration",
            "漏掉到期",
            "Access ended by Apple's documents, and the provider still gives it.",
            "根据 Apple 的文件已到期，服务商仍允许使用。"
        ),
        Entry(
            .endedAtCancellation,
            .provider,
            "Ended at cancellation",
            "取消时即终止",
            "The customer turned renewal off, and the provider ended access before the paid period is over.",
            "用户关闭了自动续期，服务商在已付费周期结束前就停止了使用。"
        ),
        Entry(
            .sandbox,
            .provider,
            "Sandbox in production",
            "沙盒计入生产",
            "The provider counts a purchase of the sandbox, for which no one paid, as one of production.",
            "服务商把无人付款的沙盒购买计入了生产环境。"
        ),
        Entry(
            .planChange,
            .provider,
            "Plan change",
            "套餐变更",
            "The customer moved to another plan, and the provider has the old one.",
            "用户已换套餐，服务商仍是旧套餐。"
        ),
        Entry(
            .extendedRenewal,
            .provider,
            "Extended renewal date",
            "续期日延长",
            "A renewal date was extended, and only one of the two has the new date.",
            "续期日已延长，只有一方有新的日期。"
        ),
        Entry(
            .lifetime,
            .provider,
            "Lifetime purchase",
            "永久购买",
            "Access is permanent by one of the two, and ends or is missing by the other.",
            "一方为永久有效，另一方会到期或没有。"
        ),
    ]
}
