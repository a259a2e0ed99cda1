// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

extension PageContext {
    /// An environment's name.
    func environment(_ name: String) -> String {
        switch name {
        case "Production": self("Production", "生产环境")
        case "Sandbox": self("Sandbox", "沙盒")
        case "Xcode": "Xcode"
        case "LocalTesting": self("Local testing", "本地测试")
        default: name
        }
    }

    /// An order's state, and since when where it lasts: what is paid is delivered in a moment.
    func orderState(_ state: String, since: Date? = nil) -> (text: String, tone: StatusTone) {
        switch state {
        case "created": (self("awaiting payment", "待付款"), .plain)
        case "paid":
            (
                self("paid", "已付款"),
                since.map { now.timeIntervalSince($0) > 60 } ?? false ? .warning : .plain
            )
        case "delivered": (self("delivered", "已发货"), .good)
        case "finished": (self("finished", "已完成"), .good)
        case "refunded": (self("refunded", "已退款"), .bad)
        case "revoked": (self("revoked", "已撤销"), .bad)
        case "expired": (self("expired", "已过期"), .plain)
        case "failed": (self("failed", "失败"), .warning)
        default: (state, .plain)
        }
    }

    /// A subscription's state.
    func renewalState(_ state: String) -> (text: String, tone: StatusTone) {
        switch state {
        case "subscribed": (self("active", "有效"), .good)
        case "expired": (self("expired", "已过期"), .plain)
        case "inBillingRetryPeriod": (self("billing retry", "扣款重试"), .warning)
        case "inGracePeriod": (self("grace period", "宽限期"), .warning)
        case "revoked": (self("revoked", "已撤销"), .bad)
        default: (state, .plain)
        }
    }

    /// The one who moved an order.
    func mover(_ name: String) -> String {
        switch name {
        case "app": self("the app", "应用")
        case "notification": self("Apple's notification", "Apple 的通知")
        case "recovery": self("recovery", "补单")
        case "history": self("Apple's transaction history", "Apple 交易历史")
        case "backfill": self("backfill", "历史导入")
        case "time": self("expiration", "到期")
        case "administrator": self("a team member", "团队成员")
        case "first start": self("initial setup", "初始设置")
        case _ where name.hasPrefix("key "): self("API key ", "API 密钥 ") + name.dropFirst("key ".count)
        default:
            name.hasPrefix("operator ") ? name.dropFirst("operator ".count) + self(" in the console", "（控制台）") : name
        }
    }

    /// A webhook delivery's state.
    func deliveryState(_ state: String) -> (text: String, tone: StatusTone) {
        switch state {
        case "pending": (self("pending", "待投递"), .plain)
        case "delivered": (self("delivered", "已投递"), .good)
        case "dead", "failed": (self("failed", "投递失败"), .bad)
        default: (state, .plain)
        }
    }

    /// The result of a consumption request.
    func consumptionOutcome(_ outcome: String) -> (text: String, tone: StatusTone) {
        switch outcome {
        case "pending": (self("pending", "待回复"), .warning)
        case "sent": (self("sent", "已回复"), .good)
        case "no-consent": (self("not sent: no consent", "未回复：用户未同意"), .warning)
        case "no-customer": (self("not sent: no customer", "未回复：无归属用户"), .warning)
        case "disabled": (self("not sent: disabled", "未回复：已停用"), .plain)
        case "too-late": (self("not sent: deadline passed", "未回复：已超时"), .warning)
        default: (outcome, .plain)
        }
    }

    /// What two purchases give twice.
    func conflict(_ kind: String) -> String {
        switch kind {
        case "lifetime-and-subscription": self("A lifetime purchase beside a subscription that renews", "买断与仍在续期的订阅并存")
        case "two-subscriptions": self("Two subscriptions for the same entitlement", "同一权益有两份订阅")
        case "own-and-family": self("An own subscription beside a family member's", "自己的订阅与家人共享并存")
        default: kind
        }
    }

    /// What to advise about it.
    func advice(_ advice: String) -> String {
        switch advice {
        case "turn-off-renewal": self("Turn the renewal off in the App Store's settings.", "在 App Store 设置中关闭续期。")
        case "let-it-expire": self("Let it expire; no further charge follows.", "让其自然到期，不会再扣款。")
        case "ask-for-refund": self("Ask Apple for a refund of what is left.", "向 Apple 申请退还剩余部分。")
        default: advice
        }
    }

    /// A sign of fraud.
    func signal(_ name: String) -> String {
        switch name {
        case "many-refunds": self("many refunds", "多次退款")
        case "mostly-refunded": self("mostly refunded", "大多已退款")
        case "many-storefronts": self("many storefronts", "多个店面")
        case "many-apple-accounts": self("many Apple accounts", "多个 Apple 账户")
        case "many-devices": self("many devices", "设备过多")
        case "token-mismatch": self("another's token", "token 不符")
        default: name
        }
    }
}
