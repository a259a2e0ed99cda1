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
        "grace-period": ("Billing failed, and the grace period keeps the entitlement.", "扣款失败，宽限期内保留权益。"),
        "grace-period-not-honored": (
            "Billing failed, and the team's policy does not honor the grace period.", "扣款失败，团队策略不采用宽限期。"
        ),
        "renewal-pending": ("The period just ended, and its renewal is pending.", "周期刚结束，续期待确认。"),
        "billing-retry": (
            "Billing failed and Apple retries; billing retry gives no entitlement.", "扣款失败，Apple 正在重试；期间无权益。"
        ),
        "billing-failed": ("It ended because billing failed.", "因扣款失败而结束。"),
        "canceled": ("It ended because the customer turned auto-renew off.", "用户关闭了自动续期，已到期。"),
        "price-increase-declined": ("It ended because the customer did not consent to a price increase.", "未同意涨价而结束。"),
        "product-unavailable": ("It ended because the product was no longer sold.", "商品下架而结束。"),
        "expired": ("It expired.", "已到期。"),
        "refunded": ("Apple refunded it: as if never purchased.", "Apple 已退款：视同从未购买。"),
        "partially-refunded": ("Apple refunded a part.", "Apple 已部分退款。"),
        "family-sharing-ended": ("Family Sharing ended.", "家人共享已结束。"),
        "assignment-ended": ("The assigned seat was removed.", "分配的席位已被移除。"),
        "replaced-by-another-plan": ("It continued as another plan.", "已转为其他方案。"),
        "not-started": ("It starts later.", "尚未开始。"),
        "never-purchased": ("It was never purchased.", "从未购买。"),
        "lifetime": ("It was purchased as a lifetime product.", "已买断，永久有效。"),
        "service-time": ("Purchased service time is running.", "购买的服务时长内。"),
        "service-time-used": ("The purchased service time is used up.", "购买的服务时长已用完。"),
        "converted-time": ("Time converted from another plan is running.", "由其他方案折算的时长内。"),
        "converted-time-used": ("The converted time is used up.", "折算的时长已用完。"),
        "converted-away": ("It was converted into another plan.", "已折算为其他方案。"),
        "granted": ("The team granted it.", "由团队授予。"),
        "grant-ended": ("The team's grant ended.", "团队的授予已结束。"),
        "transferred-away": ("The purchase was transferred to another customer.", "购买已转移给其他用户。"),
        "another-device": ("The purchase serves another device.", "购买用于另一台设备。"),
        "owned-by-another-customer": ("Another customer owns the purchase.", "购买归另一位用户所有。"),
        "unclaimed": ("No customer is known for the purchase.", "购买尚无归属。"),
        "sandbox-not-accepted": ("Sandbox purchases give no entitlement here.", "此处沙盒购买不给权益。"),
    ]

    /// What happened, by the name of an event of ours.
    func event(_ type: String) -> (text: String, tone: StatusTone) {
        guard let known = Self.events[type] else { return (type, .plain) }
        return (self(known.0, known.1), known.2)
    }

    /// The types of events that have words, in order.
    package static var eventTypes: [String] { events.keys.sorted() }

    private static let events: [String: (String, String, StatusTone)] = [
        "test": ("Test event", "测试事件", .info),
        "order.delivered": ("Order delivered", "订单已发货", .good),
        "order.refunded": ("Order refunded", "订单已退款", .bad),
        "order.revoked": ("Order revoked", "订单已撤销", .bad),
        "order.payment_differs": ("Payment differs from the quote", "付款与报价不符", .warning),
        "order.reinstated": ("Order reinstated", "订单已恢复", .good),
        "order.expired": ("Order expired", "订单已过期", .plain),
        "subscription.started": ("Subscription started", "订阅开始", .good),
        "subscription.renewed": ("Subscription renewed", "订阅已续期", .good),
        "subscription.billing_recovered": ("Billing recovered", "扣款恢复", .good),
        "subscription.resubscribed": ("Resubscribed", "重新订阅", .good),
        "subscription.upgraded": ("Plan upgraded", "方案升级", .good),
        "subscription.plan_change_scheduled": ("Plan change scheduled", "方案变更已安排", .plain),
        "subscription.plan_change_canceled": ("Plan change canceled", "方案变更已取消", .plain),
        "subscription.auto_renew_disabled": ("Auto-renew turned off", "已关闭自动续期", .plain),
        "subscription.auto_renew_enabled": ("Auto-renew turned on", "已开启自动续期", .good),
        "subscription.billing_failed": ("Billing failed", "扣款失败", .warning),
        "subscription.grace_period_expired": ("Grace period expired", "宽限期结束", .warning),
        "subscription.expired": ("Subscription expired", "订阅到期", .plain),
        "subscription.renewal_extended": ("Renewal date extended", "续期日期已延长", .good),
        "subscription.renewal_extension_failed": ("Extension failed", "延长失败", .warning),
        "subscription.renewal_extension_completed": ("Mass extension completed", "批量延长完成", .good),
        "subscription.price_increase_pending": ("Price increase pending", "涨价待同意", .warning),
        "subscription.price_increase_accepted": ("Price increase accepted", "已同意涨价", .good),
        "subscription.seats_added": ("Seats added", "席位已增加", .good),
        "subscription.seats_refunded": ("Seats refunded", "席位已退款", .bad),
        "subscription.seat_change_scheduled": ("Seat change scheduled", "席位变更已安排", .plain),
        "seat.claimed": ("Seat claimed", "席位已认领", .good),
        "seat.released": ("Seat released", "席位已释放", .warning),
        "seat.claim_failed": ("Seat claim refused", "席位认领被拒", .bad),
        "seat.claim_detected": ("Unknown seat claim detected", "发现未知的席位认领", .warning),
        "subscription.offer_redeemed": ("Offer redeemed", "优惠已兑换", .good),
        "purchase.completed": ("Purchase completed", "购买完成", .good),
        "purchase.refunded": ("Purchase refunded", "购买已退款", .bad),
        "purchase.revoked": ("Purchase revoked", "购买已撤销", .bad),
        "refund.declined": ("Refund declined", "退款被拒", .plain),
        "refund.reversed": ("Refund reversed", "退款已撤销", .good),
        "refund.requested": ("Refund requested", "已申请退款", .warning),
        "refund.unconfirmed": ("Reported refund not confirmed", "退款通知未经证实", .warning),
        "entitlement.granted": ("Entitlement granted", "权益生效", .good),
        "entitlement.updated": ("Entitlement updated", "权益更新", .plain),
        "entitlement.ended": ("Entitlement ended", "权益结束", .plain),
        "entitlement.ending": ("Entitlement ends soon", "权益即将结束", .plain),
        "subscription.renewal_upcoming": ("Renewal upcoming", "即将续期", .plain),
        "plan.converted": ("Plan converted", "方案已折算", .plain),
        "purchase.transferred": ("Purchase transferred", "购买已转移", .hand),
        "customer.merged": ("Anonymous customer merged", "匿名用户已合并", .plain),
        "customer.consent_rescinded": ("Consent rescinded", "已撤回同意", .warning),
        "conflict.detected": ("Conflict detected", "发现重复付费", .warning),
        "fraud.signal_detected": ("Fraud signal", "欺诈信号", .warning),
        "apple.notification_received": ("Apple notification", "Apple 通知", .plain),
        "catalog.warning": ("Catalog warning", "商品目录警告", .warning),
        "external_purchase.token_created": ("External purchase token", "外部购买令牌", .plain),
        "reconciliation.unexplained": ("Unexplained difference", "未解释的对账差异", .warning),
    ]

    /// What was done, by the name in the audit log.
    func action(_ name: String) -> String {
        if let known = Self.actions[name] { return self(known.0, known.1) }
        guard name.hasPrefix("apple.") else { return name }
        return self("Apple's interface called: ", "调用 Apple 接口：") + name.dropFirst("apple.".count)
    }

    private static let actions: [String: (String, String)] = [
        "grant.create": ("Entitlement granted", "授予权益"),
        "grant.revoke": ("Grant revoked", "收回授予"),
        "seat_invitation.create": ("Seat invitation created", "创建席位邀请"),
        "seat_invitation.cancel": ("Seat invitation canceled", "取消席位邀请"),
        "seat.claim": ("Seat claimed", "认领席位"),
        "seat.release": ("Seat released", "释放席位"),
        "seat.associate": ("Seat associated with a download", "席位关联到下载"),
        "purchase.transfer": ("Purchase transferred", "转移购买"),
        "note.add": ("Note added", "添加备注"),
        "note.remove": ("Note removed", "删除备注"),
        "customer.merge": ("Anonymous customer merged", "合并匿名用户"),
        "customer.erase": ("Customer erased", "删除用户"),
        "webhook_endpoint.resend": ("Events resent", "重新投递"),
        "assistant.call": ("Read by an assistant", "由助手读取"),
        "forwarding.resend": ("Notifications forwarded again", "重新转发通知"),
        "webhook_endpoint.create": ("Webhook endpoint created", "创建 Webhook 端点"),
        "webhook_endpoint.update": ("Webhook endpoint updated", "变更 Webhook 端点"),
        "webhook_endpoint.delete": ("Webhook endpoint deleted", "删除 Webhook 端点"),
        "webhook_endpoint.rotate_secret": ("Webhook secret rotated", "轮换 Webhook 密钥"),
        "exchange_rates.set": ("Exchange rates set", "设置汇率"),
        "alert.silence": ("Alert silenced", "静默告警"),
        "alert.end_silence": ("Silence ended", "解除静默"),
        "balance.entry": ("Balance corrected", "更正余额"),
        "balance.credit": ("Balance credited", "余额增加"),
        "balance.spend": ("Balance spent", "余额消费"),
        "usage.report": ("Usage reported", "上报使用量"),
        "plan.convert": ("Plan converted", "方案折算"),
        "device.update": ("Devices changed", "变更设备"),
        "content.register": ("Content registered", "登记内容"),
        "background_job.run": ("Background job run", "执行后台任务"),
        "consent.record": ("Consent recorded", "记录同意"),
        "recovery.run": ("Recovery run", "执行补单"),
        "backfill": ("Backfill", "历史导入"),
        "order.redeliver": ("Order redelivered", "重新发货"),
        "consumption.answer": ("Consumption information sent", "回复消耗信息请求"),
        "subscription.extend": ("Renewal date extended", "延长续期日期"),
        "subscription.mass_extend": ("Mass extension", "批量延长"),
        "order.look-up": ("Order looked up at Apple", "向 Apple 查询订单"),
        "console.sign-in": ("Signed in", "登录"),
        "console.sign-out": ("Signed out", "退出"),
        "team_member.update": ("Team member updated", "变更成员"),
        "team_member.delete": ("Team member deleted", "移除成员"),
        "second_factor.enable": ("Second factor turned on", "启用两步验证"),
        "second_factor.disable": ("Second factor turned off", "关闭两步验证"),
        "second_factor.reset": ("Second factor reset", "重置两步验证"),
        "console.end_sessions": ("Other sessions ended", "结束其他会话"),
        "console.password": ("Password changed", "修改密码"),
        "console.export": ("Data exported", "导出数据"),
        "job.cancel": ("Job canceled", "取消任务"),
        "rebuild": ("Rebuild", "重建"),
        "rebuild.repair": ("Rebuild with repairs", "重建并修复"),
        "api_key.create": ("API key created", "创建 API 密钥"),
        "customer_token_secret.rotate": ("Customer token secret rotated", "轮换用户令牌密钥"),
        "snapshot_key.rotate": ("Snapshot key rotated", "轮换快照密钥"),
        "api_key.revoke": ("API key revoked", "吊销 API 密钥"),
        "notification.abandon": ("Queued notification abandoned", "放弃队列中的通知"),
        "catalog.update": ("Catalog updated", "变更商品目录"),
        "catalog.import": ("Catalog imported", "导入商品目录"),
        "product.delete": ("Product deleted", "从商品目录移除商品"),
        "catalog.check": ("Catalog compared with the App Store", "与 App Store 核对商品目录"),
    ]
}
