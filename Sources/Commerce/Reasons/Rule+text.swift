// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Rule {
    /// The rule in a sentence for people.
    ///
    /// - Parameter language: Such as `en` or `zh-Hans`; English replaces others.
    /// - Returns: The sentence, or the rule's name when it is not one of ours.
    public func text(in language: String) -> String {
        guard let texts = Self.texts[self] else { return rawValue }
        return language.lowercased().hasPrefix("zh") ? texts.chinese : texts.english
    }

    private static let texts: [Rule: (english: String, chinese: String)] = [
        .paidPeriod: ("A period that was paid for covers the instant.", "该时刻处于已付费的周期内。"),
        .freeTrial: ("A free trial covers the instant.", "该时刻处于免费试用期内。"),
        .offerPeriod: ("A period bought with an offer covers the instant.", "该时刻处于以优惠价购买的周期内。"),
        .extendedPeriod: ("A period whose end was moved covers the instant.", "该时刻处于已延长的周期内。"),
        .gracePeriod: (
            "The payment failed; Apple's grace period keeps access.", "扣款失败，Apple 的宽限期内仍可使用。"
        ),
        .graceIgnored: (
            "The payment failed, and the team gives no access in the grace period.", "扣款失败，且团队设置为宽限期内不可使用。"
        ),
        .awaitedRenewal: (
            "The renewal is awaited, and the team's leeway covers the instant.", "正在等待续期消息，该时刻处于团队设置的缓冲时间内。"
        ),
        .billingRetry: (
            "The payment failed and Apple still tries; there is no access meanwhile.", "扣款失败，Apple 仍在重试，其间不可使用。"
        ),
        .billingFailed: ("The payment failed, and Apple stopped trying.", "扣款失败，Apple 已停止重试。"),
        .canceled: ("The customer had turned renewal off, and the period is over.", "用户关闭了自动续期，周期已结束。"),
        .priceIncreaseRefused: ("The customer did not agree to a higher price.", "用户未同意涨价。"),
        .productUnavailable: ("The product was no longer for sale.", "商品已不再销售。"),
        .expired: ("It ended, and no document says why.", "已到期，没有文件说明原因。"),
        .refunded: ("It was refunded, as if it had never been bought.", "已全额退款，视同从未购买。"),
        .refundedInPart: ("It was refunded in part, and ended then.", "已部分退款，自退款时起失效。"),
        .familySharingEnded: ("A family member no longer shares it.", "家人不再共享。"),
        .assignmentEnded: ("The buyer of the group subscription removed the member.", "群组订阅的购买者已移除该成员。"),
        .movedToAnotherPlan: ("The customer moved to another plan.", "用户已换到另一个套餐。"),
        .notYetBegun: ("It begins later.", "尚未开始。"),
        .neverBought: ("Nothing that gives it was ever bought or granted.", "从未购买或获赠能给予该权益的商品。"),
        .lifetime: ("It is a lifetime product.", "一次性购买，永久有效。"),
        .serviceDuration: ("Time that was bought once covers the instant.", "该时刻处于已购买的服务时长内。"),
        .serviceTimeUsed: ("Time that was bought once is used up.", "购买的服务时长已用完。"),
        .convertedTime: ("Time from another plan's rest covers the instant.", "该时刻处于由其他套餐折算来的时长内。"),
        .convertedTimeUsed: ("Time from another plan's rest is used up.", "由其他套餐折算来的时长已用完。"),
        .convertedAway: ("The plan's rest was converted into another plan.", "该套餐的剩余时长已折算到其他套餐。"),
        .granted: ("The team granted it manually.", "由团队手动授予。"),
        .grantEnded: ("The team's grant is over or was revoked.", "团队的授予已到期或被收回。"),
        .seatClaimed: (
            "A seat of another customer's group subscription, claimed by an invitation.", "通过邀请认领了另一位用户群组订阅的席位。"
        ),
        .seatReleased: ("The customer left the seat, or was removed from it.", "该用户已退出席位或被移出。"),
        .seatUnclaimed: ("The App Store revoked the claim of the seat.", "App Store 已收回该席位。"),
        .groupSubscriptionEnded: (
            "The group subscription of the customer's seat gives no access.", "该席位所属的群组订阅已失效。"
        ),
        .transferredAway: ("The purchase went to another customer.", "该购买已转给另一位用户。"),
        .ownedByAnotherCustomer: (
            "The purchase is another customer's, and the restore policy left it there.", "该购买属于另一位用户，按恢复购买策略不予转移。"
        ),
        .anotherDevice: ("The purchase serves another device of the customer.", "该购买用于此用户的另一台设备。"),
        .unclaimed: ("No one has said yet whose the purchase is.", "尚不知道该购买属于谁。"),
        .sandboxRefused: (
            "Purchases of this environment do not count for this customer.", "此环境的购买对该用户无效。"
        ),
    ]
}

extension Reason {
    /// The reason in a sentence for people: about a purchase in another store, as what the team stated.
    ///
    /// - Parameter language: Such as `en` or `zh-Hans`; English replaces others.
    /// - Returns: The sentence.
    public func text(in language: String) -> String { rule.text(in: language, store: store) }
}

extension Rule {
    /// The rule in a sentence for people: about a purchase in another store, as what the team stated.
    ///
    /// - Parameters:
    ///   - language: Such as `en` or `zh-Hans`; English replaces others.
    ///   - store: The store that sold the purchase, when a purchase decided.
    /// - Returns: The sentence.
    public func text(in language: String, store: Store?) -> String {
        guard let store, store != .appStore else { return text(in: language) }
        let name = store.name(in: language)
        let isChinese = language.lowercased().hasPrefix("zh")
        let own = Self.statedTexts[self]
        let text = own.map { isChinese ? $0.chinese : $0.english } ?? text(in: language)
        return isChinese
            ? "依据团队对\(name)购买的声明（非 Apple 的凭证）：\(text)"
            : "As the team stated about a purchase in \(name), without proof by Apple: \(text)"
    }

    /// The sentences that name Apple, for purchases that Apple does not know.
    private static let statedTexts: [Rule: (english: String, chinese: String)] = [
        .gracePeriod: ("The payment failed; a grace period keeps access.", "扣款失败，宽限期内仍可使用。"),
        .billingRetry: (
            "The payment failed and the store retries it; there is no access meanwhile.", "扣款失败，商店仍在重试，其间不可使用。"
        ),
        .billingFailed: ("The payment failed, and the store stopped retrying.", "扣款失败，商店已停止重试。"),
        .expired: ("It ended.", "已到期。"),
    ]
}
