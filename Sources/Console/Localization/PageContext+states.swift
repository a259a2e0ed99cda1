// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension PageContext {
    /// An environment's name.
    func environment(_ name: String) -> String {
        switch name {
        case "Production": self("Production", "正式环境")
        case "Sandbox": self("Sandbox", "沙盒")
        case "Xcode": "Xcode"
        case "LocalTesting": self("Local testing", "本地测试")
        default: name
        }
    }

    /// An order's state.
    func orderState(_ state: String) -> (text: String, tone: StatusTone) {
        switch state {
        case "created": (self("waits for payment", "待付款"), .plain)
        case "paid": (self("paid, not delivered", "已付未发"), .bad)
        case "delivered": (self("delivered", "已发货"), .good)
        case "finished": (self("finished", "已完成"), .good)
        case "refunded": (self("refunded", "已退款"), .warning)
        case "revoked": (self("sharing ended", "共享已结束"), .warning)
        case "expired": (self("expired unpaid", "未付已过期"), .plain)
        case "failed": (self("failed", "失败"), .warning)
        default: (state, .plain)
        }
    }

    /// A subscription's state.
    func renewalState(_ state: String) -> (text: String, tone: StatusTone) {
        switch state {
        case "subscribed": (self("active", "有效"), .good)
        case "expired": (self("expired", "已过期"), .plain)
        case "inBillingRetryPeriod": (self("billing retry", "扣款重试"), .bad)
        case "inGracePeriod": (self("grace period", "宽限期"), .warning)
        case "revoked": (self("revoked", "已撤销"), .bad)
        default: (state, .plain)
        }
    }

    /// Who moved an order.
    func mover(_ name: String) -> String {
        switch name {
        case "app": self("the app", "应用")
        case "notification": self("Apple's notification", "Apple 的通知")
        case "recovery": self("recovery", "补单任务")
        case "history": self("a look at Apple's history", "查询 Apple 历史")
        case "backfill": self("backfill", "历史导入")
        case "time": self("the passing of time", "到期")
        case "administrator": self("a person of the team", "团队成员")
        case "first start": self("the first start", "首次启动")
        case _ where name.hasPrefix("key "): self("the key ", "密钥 ") + name.dropFirst("key ".count)
        default:
            name.hasPrefix("operator ") ? name.dropFirst("operator ".count) + self(" in the console", "（控制台）") : name
        }
    }

    /// A webhook delivery's state.
    func deliveryState(_ state: String) -> (text: String, tone: StatusTone) {
        switch state {
        case "pending": (self("waiting", "等待发送"), .warning)
        case "delivered": (self("told", "已送达"), .good)
        case "dead": (self("given up", "已放弃"), .bad)
        default: (state, .plain)
        }
    }

    /// What became of a consumption request.
    func consumptionOutcome(_ outcome: String) -> (text: String, tone: StatusTone) {
        switch outcome {
        case "waiting": (self("waiting", "等待回答"), .warning)
        case "sent": (self("answered", "已回答"), .good)
        case "no-consent": (self("not answered: the customer has not agreed", "未回答：顾客未同意"), .warning)
        case "no-customer": (self("not answered: no customer is known", "未回答：不知是哪位顾客"), .warning)
        case "disabled": (self("not answered: switched off", "未回答：已关闭"), .plain)
        case "too-late": (self("not answered in time", "未及时回答"), .bad)
        default: (outcome, .plain)
        }
    }

    /// What two purchases give twice.
    func conflict(_ kind: String) -> String {
        switch kind {
        case "lifetime-and-subscription": self("A lifetime purchase beside a subscription that renews", "买断与仍在续订的订阅并存")
        case "two-subscriptions": self("Two subscriptions for the same right", "同一权益有两份订阅")
        case "own-and-family": self("An own subscription beside a family member's", "自己的订阅与家人共享并存")
        default: kind
        }
    }

    /// What to advise about it.
    func advice(_ advice: String) -> String {
        switch advice {
        case "turn-off-renewal": self("Turn the renewal off in the App Store's settings.", "在 App Store 设置中关闭续订。")
        case "let-it-run-out": self("Let it run out; nothing more is charged.", "让其自然到期，不会再扣款。")
        case "ask-for-refund": self("Ask Apple for a refund of what is left.", "向 Apple 申请退还剩余部分。")
        default: advice
        }
    }

    /// A sign of fraud.
    func signal(_ name: String) -> String {
        switch name {
        case "many-refunds": self("many refunds", "多次退款")
        case "mostly-refunded": self("mostly refunded", "大多已退款")
        case "many-storefronts": self("many storefronts", "多个商店地区")
        case "many-apple-accounts": self("many Apple accounts", "多个 Apple 账户")
        case "many-devices": self("many devices", "设备过多")
        case "token-mismatch": self("another's token", "token 不符")
        default: name
        }
    }
}
