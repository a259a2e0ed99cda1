// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension PageContext {
    /// What a rule says, in a sentence for people.
    func rule(_ name: String) -> String {
        Self.rules[name].map { self($0, $1) } ?? name
    }

    private static let rules: [String: (String, String)] = [
        "paid-period": ("A paid period is running.", "付费周期内。"),
        "free-trial": ("A free trial is running.", "免费试用期内。"),
        "offer-period": ("A period at an offer's price is running.", "优惠价周期内。"),
        "extended-period": ("The period was extended.", "周期已被延长。"),
        "grace-period": ("Billing failed, and the grace period keeps the right.", "扣款失败，宽限期内保留权益。"),
        "grace-ignored": ("Billing failed, and the team's policy ignores grace.", "扣款失败，团队策略不采用宽限期。"),
        "awaited-renewal": ("The period just ended and its renewal is awaited.", "周期刚结束，正在等待续订。"),
        "billing-retry": ("Billing failed and Apple tries again; that gives no right.", "扣款失败，Apple 正在重试；期间无权益。"),
        "billing-failed": ("It ended because billing failed.", "因扣款失败而结束。"),
        "cancelled": ("It ended because the customer turned the renewal off.", "顾客关闭了续订，已到期。"),
        "price-increase-refused": ("It ended because a price increase was not agreed to.", "未同意涨价而结束。"),
        "product-unavailable": ("It ended because the product was no longer sold.", "商品下架而结束。"),
        "expired": ("It ended.", "已到期。"),
        "refunded": ("Apple gave the money back: as if never bought.", "Apple 已退款：视同从未购买。"),
        "refunded-in-part": ("Apple gave a part of the money back.", "Apple 已部分退款。"),
        "family-sharing-ended": ("Family Sharing ended.", "家人共享已结束。"),
        "moved-to-another-plan": ("It went on as another plan.", "已转为其他方案。"),
        "not-yet-begun": ("It begins later.", "尚未开始。"),
        "never-bought": ("It was never bought.", "从未购买。"),
        "lifetime": ("It was bought for life.", "已买断，永久有效。"),
        "service-time": ("Bought service time is running.", "购买的服务时长内。"),
        "service-time-used": ("The bought service time is used up.", "购买的服务时长已用完。"),
        "converted-time": ("Time converted from another plan is running.", "由其他方案折算的时长内。"),
        "converted-time-used": ("The converted time is used up.", "折算的时长已用完。"),
        "converted-away": ("It was converted into another plan.", "已折算为其他方案。"),
        "granted": ("The team granted it.", "由团队授予。"),
        "grant-ended": ("The team's grant ended.", "团队的授予已结束。"),
        "transferred-away": ("The purchase went to another customer.", "购买已转给其他顾客。"),
        "another-device": ("The purchase serves another device.", "购买用于另一台设备。"),
        "kept-by-another": ("Another customer owns the purchase.", "购买归另一位顾客所有。"),
        "unclaimed": ("No customer is known for the purchase.", "购买尚无归属。"),
        "sandbox-refused": ("Sandbox purchases give nothing here.", "此处沙盒购买不给权益。"),
    ]

    /// What happened, by the name of an event of ours.
    func event(_ type: String) -> (text: String, tone: StatusTone) {
        guard let known = Self.events[type] else { return (type, .plain) }
        return (self(known.0, known.1), known.2)
    }

    private static let events: [String: (String, String, StatusTone)] = [
        "test": ("Test event", "测试事件", .plain),
        "order.delivered": ("Order delivered", "订单已发货", .good),
        "order.refunded": ("Order refunded", "订单已退款", .warning),
        "order.revoked": ("Shared purchase ended", "共享购买已结束", .warning),
        "order.payment_differs": ("Payment differs from the quote", "付款与报价不符", .warning),
        "order.reinstated": ("Order given again", "订单恢复", .good),
        "order.expired": ("Order expired unpaid", "订单未付过期", .plain),
        "subscription.started": ("Subscription started", "订阅开始", .good),
        "subscription.renewed": ("Subscription renewed", "订阅已续订", .good),
        "subscription.recovered": ("Billing recovered", "扣款恢复", .good),
        "subscription.resubscribed": ("Subscribed again", "重新订阅", .good),
        "subscription.upgraded": ("Plan upgraded", "方案升级", .good),
        "subscription.change_pending": ("Plan change pending", "方案变更待生效", .plain),
        "subscription.change_cancelled": ("Plan change cancelled", "方案变更已取消", .plain),
        "subscription.renewal_turned_off": ("Renewal turned off", "已关闭续订", .warning),
        "subscription.renewal_turned_on": ("Renewal turned on", "已开启续订", .good),
        "subscription.billing_failed": ("Billing failed", "扣款失败", .bad),
        "subscription.grace_period_ended": ("Grace period ended", "宽限期结束", .bad),
        "subscription.expired": ("Subscription expired", "订阅已过期", .warning),
        "subscription.extended": ("Renewal date extended", "续订日期已延长", .good),
        "subscription.extension_failed": ("Extension failed", "延期失败", .bad),
        "subscription.extension_completed": ("Extension for all completed", "批量延期完成", .good),
        "subscription.price_increase_pending": ("Price increase pending", "涨价待同意", .warning),
        "subscription.price_increase_accepted": ("Price increase accepted", "已同意涨价", .good),
        "subscription.offer_redeemed": ("Offer redeemed", "优惠已兑换", .good),
        "purchase.made": ("Purchase made", "已购买", .good),
        "purchase.refunded": ("Purchase refunded", "购买已退款", .warning),
        "purchase.revoked": ("Purchase revoked", "购买已撤销", .warning),
        "refund.declined": ("Refund declined", "退款被拒", .plain),
        "refund.reversed": ("Refund reversed", "退款已撤回", .good),
        "refund.requested": ("Refund requested", "已申请退款", .warning),
        "refund.unconfirmed": ("Reported refund not confirmed", "退款通知未经证实", .bad),
        "entitlement.granted": ("Right given", "权益生效", .good),
        "entitlement.changed": ("Right changed", "权益变更", .plain),
        "entitlement.ended": ("Right ended", "权益结束", .warning),
        "entitlement.ending": ("Entitlement ends soon", "权益即将结束", .warning),
        "subscription.renewal_upcoming": ("Renewal upcoming", "即将续订", .plain),
        "plan.converted": ("Plan converted", "方案已折算", .plain),
        "purchase.transferred": ("Purchase changed hands", "购买已转移", .warning),
        "customer.consent_rescinded": ("Consent withdrawn", "撤回同意", .warning),
        "conflict.found": ("Paid for twice", "重复付费", .warning),
        "fraud.signal": ("Sign of fraud", "欺诈迹象", .bad),
        "apple.notification": ("Apple's notification", "Apple 通知", .plain),
        "catalogue.warning": ("Something is wrong with a product", "商品存在问题", .warning),
        "external_purchase.token": ("Token of a purchase elsewhere", "外部购买令牌", .plain),
        "reconciliation.unexplained": ("A difference without a reason", "对账差异无法解释", .bad),
    ]

    /// What was done, by the name in the audit log.
    func action(_ name: String) -> String {
        if let known = Self.actions[name] { return self(known.0, known.1) }
        guard name.hasPrefix("apple.") else { return name }
        return self("Apple's interface called: ", "调用 Apple 接口：") + name.dropFirst("apple.".count)
    }

    private static let actions: [String: (String, String)] = [
        "grant.make": ("Right granted", "授予权益"),
        "grant.revoke": ("Grant taken back", "收回授予"),
        "purchase.transfer": ("Owner changed", "变更归属"),
        "customer.erase": ("Customer erased", "删除顾客"),
        "webhook.replay": ("Webhooks replayed", "重放 Webhook"),
        "webhook.make": ("Webhook made", "创建 Webhook"),
        "webhook.change": ("Webhook changed", "变更 Webhook"),
        "webhook.remove": ("Webhook removed", "移除 Webhook"),
        "webhook.rotate": ("Webhook's secret changed", "更换 Webhook 密钥"),
        "alert.silence": ("Alert silenced", "静默告警"),
        "alert.unsilence": ("Silence ended", "解除静默"),
        "balance.entry": ("Balance corrected", "更正余额"),
        "balance.credit": ("Balance credited", "余额增加"),
        "balance.spend": ("Balance spent", "余额消费"),
        "usage.report": ("Usage reported", "上报使用量"),
        "plan.convert": ("Plan converted", "方案折算"),
        "device.change": ("Devices changed", "变更设备"),
        "content.put": ("Content registered", "登记内容"),
        "chore.force": ("Regular work done now", "立即执行例行任务"),
        "consent.put": ("Consent recorded", "记录同意"),
        "recovery.force": ("Recovery run", "执行补单"),
        "backfill": ("Backfill", "历史导入"),
        "order.redeliver": ("Delivered again", "重新发货"),
        "consumption.answer": ("Consumption request answered", "回答消费信息请求"),
        "subscription.extend": ("Renewal date extended", "延长续订日期"),
        "subscription.extend-all": ("Everyone extended", "全员延期"),
        "order.look-up": ("Apple asked about an order", "向 Apple 查询订单"),
        "console.sign-in": ("Signed in", "登录"),
        "console.sign-out": ("Signed out", "退出"),
        "console.user.put": ("Person changed", "变更人员"),
        "console.user.remove": ("Person removed", "移除人员"),
        "console.password": ("Password changed", "修改密码"),
        "console.export": ("Data exported", "导出数据"),
        "rebuild": ("Rebuild", "重建"),
        "rebuild.repair": ("Rebuild with repairs", "重建并修复"),
        "key.make": ("Key made", "创建密钥"),
        "token-secret.rotate": ("Customer token secret rotated", "轮换顾客令牌密钥"),
        "snapshot-key.rotate": ("Snapshot key rotated", "轮换快照密钥"),
        "key.withdraw": ("Key withdrawn", "撤销密钥"),
        "notification.give-up": ("Waiting notification refused and given up", "等待处理的通知被拒绝并放弃"),
        "catalogue.put": ("Catalogue changed", "变更商品目录"),
        "catalogue.import": ("Catalogue imported", "导入商品目录"),
        "catalogue.remove": ("Product removed from the catalogue", "从目录移除商品"),
        "catalogue.check": ("Catalogue compared with the App Store", "与 App Store 核对目录"),
    ]
}
