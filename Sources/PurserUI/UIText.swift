// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import PurserClient

/// The texts of the views, in English and Simplified Chinese.
struct UIText {
    let language: PurserLanguage

    init(_ language: PurserLanguage) {
        self.language = language
    }

    var tryAgain: String { choose("Try again", "重试") }
    var noProducts: String { choose("There is nothing to buy at the moment.", "目前没有可购买的商品。") }
    var pending: String { choose("The purchase waits for approval.", "购买正在等待批准。") }
    var noSubscription: String { choose("No subscription", "没有订阅") }
    var restore: String { choose("Restore purchases", "恢复购买") }

    /// What the price button says to VoiceOver.
    func buy(_ name: String, for price: String) -> String {
        choose("Buy \(name) for \(price)", "以\(price)购买\(name)")
    }

    func text(of error: any Error) -> String {
        (error as? PurserError)?.text(in: language) ?? error.localizedDescription
    }

    func text(of result: RestoreResult) -> String {
        if let error = result.error, error.code != .queueEmpty { return text(of: error) }
        guard result.count > 0 else { return choose("There is nothing to restore.", "没有可恢复的购买。") }
        return choose(
            result.count == 1 ? "1 purchase was restored." : "\(result.count) purchases were restored.",
            "已恢复\(result.count)项购买。"
        )
    }

    /// The state of a subscription with the date that matters to the customer.
    func state(of subscription: CustomerSubscription) -> String {
        let (period, access) = (day(subscription.periodEnds), day(subscription.accessEnds))
        switch subscription.state {
        case "subscribed" where subscription.willRenew ?? false:
            return choose("Active. Renews on \(period).", "有效，\(period)续期。")
        case "subscribed": return choose("Active until \(access).", "有效期至\(access)。")
        case "inGracePeriod":
            return choose(
                "The payment failed. Update the payment method by \(access) to keep access.",
                "扣款失败。请在\(access)前更新付款方式以保留权益。"
            )
        case "inBillingRetryPeriod":
            return choose(
                "The payment failed, and access has ended. Update the payment method.",
                "扣款失败，权益已结束。请更新付款方式。"
            )
        case "revoked": return choose("Refunded. Access has ended.", "已退款，权益已结束。")
        default: return choose("Ended on \(access).", "已于\(access)结束。")
        }
    }

    private func day(_ date: Date) -> String {
        let locale = Locale(identifier: choose("en_US", "zh_Hans_CN"))
        return date.formatted(.dateTime.year().month(.wide).day().locale(locale))
    }

    private func choose(_ english: String, _ chinese: String) -> String {
        language == .english ? english : chinese
    }
}
