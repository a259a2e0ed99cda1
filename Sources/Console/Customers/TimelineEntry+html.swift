// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTML

extension TimelineEntry {
    /// The kind that the timeline can be narrowed to.
    package var kind: Kind {
        switch matter {
        case .order: .order
        case .transaction(let purchase): purchase.revoked == nil || purchase.isUpgraded ? .transaction : .refund
        case .renewal, .receipt: .transaction
        case .notification(let type, _, _): type.hasPrefix("REFUND") || type == "REVOKE" ? .refund : .notification
        case .event(let type, _, _, _, _):
            if type.hasPrefix("entitlement") {
                .entitlement
            } else {
                type.contains("refund") || type.contains("revoked") ? .refund : .webhook
            }
        case .balance(_, _, let reason): reason.hasPrefix("refund") ? .refund : .entitlement
        case .command, .audit: .action
        }
    }

    /// The kinds of what happens.
    package enum Kind: String, Sendable, CaseIterable {
        /// An order moved.
        case order
        /// Apple's transactions and what goes with them.
        case transaction
        /// Apple's notifications.
        case notification
        /// Entitlements given, changed, ended.
        case entitlement
        /// What was revoked.
        case refund
        /// Deliveries to backends.
        case webhook
        /// What people did.
        case action
    }

    func html(in frame: PageContext) -> HTML {
        let (title, tone, details) = content(in: frame)
        let links = [
            document.map { Link(isStated ? frame("Statement", "声明") : frame("Signed document", "签名文件"), $0) },
            purchase.map { Link(frame("Purchase", "购买"), $0) },
        ].compactMap(\.self).map(\.html).joined(separator: " · ")
        return """
            <li class="entry kind-\(kind.rawValue)">
            <div class="when">\(frame.time(instant))</div>
            <div class="what">\(Components.badge(frame.name(of: kind), tone)) <strong>\(title)</strong> \
            <span class="soft">\(frame.environment(environment))</span>
            \(details.isEmpty ? .empty : "<div>\(details)</div>" as HTML)
            \(links.isEmpty ? .empty : "<div class=\"links\">\(links)</div>" as HTML)</div></li>

            """
    }

    /// Whether the team stated it about another store, so that Apple signed nothing.
    private var isStated: Bool {
        guard case .transaction(let purchase) = matter else { return false }
        return purchase.store != nil
    }

    /// What an entry says: a title, its tone, and the rest.
    func content(in f: PageContext) -> (title: String, tone: StatusTone, details: HTML) {
        switch matter {
        case .order(let id, let state, let product, let mover, let note):
            let (text, tone) = f.orderState(state)
            return (
                f("Order", "订单") + ": " + text,
                tone,
                "\(product) · \(f.order(id)) · \(f("by", "操作者：")) \(f.mover(mover)) \(note)"
            )
        case .transaction(let purchase): return purchase.content(in: f)
        case .renewal(let product, let willRenew, let next, let isInRetry, let graceEnds):
            return renewal(product, willRenew, next, isInRetry, graceEnds, f)
        case .notification(let type, let subtype, let product):
            let name = [type, subtype].compactMap(\.self).joined(separator: " · ")
            return (f("Apple notified", "Apple 通知") + ": " + name, .plain, "\(product)")
        case .receipt(let product):
            return (f("Apple answered about a receipt", "Apple 回答了收据"), .plain, "\(product)")
        case .event(let type, let product, let entitlements, let reason, let deliveries):
            let (text, tone) = f.event(type)
            let about = [
                product, entitlements.isEmpty ? nil : entitlements.joined(separator: ", "), reason.map(f.rule),
            ]
            .compactMap(\.self).joined(separator: " · ")
            return (text, tone, "\(about)\(deliveries.map { $0.html(in: f) })")
        case .balance(let currency, let amount, let reason):
            let title = amount < 0 ? f("Virtual currency taken", "扣除虚拟货币") : f("Virtual currency given", "发放虚拟货币")
            return (title, amount < 0 ? .plain : .good, "\(amount) \(currency) · \(reason)")
        case .command(let kind, let detail): return (f.command(kind), .hand, "\(detail)")
        case .audit(let actor, let action, let detail):
            return (f.action(action), .hand, "\(f("by", "操作者：")) \(f.mover(actor)) \(detail)")
        }
    }

    private func renewal(
        _ product: String,
        _ willRenew: Bool?,
        _ next: String?,
        _ isInRetry: Bool,
        _ graceEnds: Date?,
        _ f: PageContext
    ) -> (String, StatusTone, HTML) {
        var parts: [String] = [product]
        if let willRenew {
            parts.append(willRenew ? f("renews", "将续期") : f("does not renew", "不再续期"))
        }
        if let next, next != product { parts.append(f("next plan \(next)", "下期方案 \(next)")) }
        if isInRetry { parts.append(f("billing retry", "扣款重试")) }
        if let graceEnds { parts.append(f("grace until ", "宽限至 ") + f.date(graceEnds)) }
        return (f("What comes next", "后续续期信息"), isInRetry ? .warning : .plain, "\(parts.joined(separator: " · "))")
    }
}

extension TimelineEntry.Purchase {
    fileprivate func content(in f: PageContext) -> (String, StatusTone, HTML) {
        var parts: [String] = [product]
        if let price { parts.append(f.money(price, currency)) }
        if let expires { parts.append(f("until ", "至 ") + f.date(expires)) }
        if isFamilyShared { parts.append(f("by Family Sharing", "家人共享")) }
        if let revoked { parts.append(f("revoked on ", "撤销于 ") + f.date(revoked)) }
        let title =
            switch (revoked, isUpgraded, reason) {
            case (_, true, _): f("Ended by an upgrade", "因升级结束")
            case (.some, _, _): store == nil ? f("Revoked by Apple", "已被 Apple 撤销") : f("Refunded", "已退款")
            case (_, _, "RENEWAL"): f("Renewal", "续期")
            default: f("Purchase", "购买")
            }
        if let store { parts.append(f("stated by the team: ", "团队声明：") + f(store.english, store.chinese)) }
        return (
            title, revoked == nil || isUpgraded ? .good : .bad,
            "\(parts.joined(separator: " · ")) · \(Components.code(id))"
        )
    }
}

extension TimelineEntry.Delivery {
    fileprivate func html(in f: PageContext) -> HTML {
        let (text, tone) = f.deliveryState(state)
        return """
            <div class="told">\(f("Webhook", "Webhook")) \(Components.code(endpoint)) \(Components.badge(text, tone)) \
            <span class="soft">\(f("tries", "次数")) \(attempts)\(answer.map { " · \($0)" as HTML })</span></div>
            """
    }
}

extension PageContext {
    /// The name of a kind of entry.
    func name(of kind: TimelineEntry.Kind) -> String {
        switch kind {
        case .order: self("Order", "订单")
        case .transaction: self("Transaction", "交易")
        case .notification: self("Notification", "通知")
        case .entitlement: self("Entitlement", "权益")
        case .refund: self("Refund", "退款")
        case .webhook: self("Deliveries", "投递")
        case .action: self("Actions", "操作")
        }
    }

    /// The name of a command.
    func command(_ kind: String) -> String {
        switch kind {
        case "claim": self("Purchase tied to the customer", "购买归属用户")
        case "transfer": self("Purchase changed hands", "购买已转移")
        case "release": self("Purchase released by an erasure", "用户删除后购买已解除归属")
        case "grant": self("Entitlement granted manually", "手动授予权益")
        case "merge": self("Signed in: anonymous customer merged", "已登录：匿名用户已合并")
        case "seat": self("Seat of a group subscription", "群组订阅席位")
        case "revoke-grant": self("Grant revoked", "收回授予")
        case "consent": self("Consent", "同意")
        case "spend": self("Usage", "使用")
        case "conversion": self("Plan converted", "方案折算")
        case "device": self("Device registered", "登记设备")
        default: kind
        }
    }
}
