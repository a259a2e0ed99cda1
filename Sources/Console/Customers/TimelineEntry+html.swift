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
            document.map { Link(isStated ? frame("Statement") : frame("Signed document"), $0) },
            purchase.map { Link(frame("Purchase"), $0) },
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
                f("Order") + ": " + text,
                tone,
                "\(product) · \(f.order(id)) · \(f("by")) \(f.mover(mover)) \(note)"
            )
        case .transaction(let purchase): return purchase.content(in: f)
        case .renewal(let product, let willRenew, let next, let isInRetry, let graceEnds):
            return renewal(product, willRenew, next, isInRetry, graceEnds, f)
        case .notification(let type, let subtype, let product):
            let name = [type, subtype].compactMap(\.self).joined(separator: " · ")
            return (f("Apple notified") + ": " + name, .plain, "\(product)")
        case .receipt(let product):
            return (f("Apple answered about a receipt"), .plain, "\(product)")
        case .event(let type, let product, let entitlements, let reason, let deliveries):
            let (text, tone) = f.event(type)
            let about = [
                product, entitlements.isEmpty ? nil : entitlements.joined(separator: ", "), reason.map(f.rule),
            ]
            .compactMap(\.self).joined(separator: " · ")
            return (text, tone, "\(about)\(deliveries.map { $0.html(in: f) })")
        case .balance(let currency, let amount, let reason):
            let title = amount < 0 ? f("Virtual currency taken") : f("Virtual currency given")
            return (title, amount < 0 ? .plain : .good, "\(amount) \(currency) · \(reason)")
        case .command(let kind, let detail): return (f.command(kind), .hand, "\(detail)")
        case .audit(let actor, let action, let detail):
            return (f.action(action), .hand, "\(f("by")) \(f.mover(actor)) \(detail)")
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
            parts.append(willRenew ? f("renews") : f("does not renew"))
        }
        if let next, next != product { parts.append(f("next plan \(next)")) }
        if isInRetry { parts.append(f("billing retry")) }
        if let graceEnds { parts.append(f("grace until ") + f.date(graceEnds)) }
        return (f("What comes next"), isInRetry ? .warning : .plain, "\(parts.joined(separator: " · "))")
    }
}

extension TimelineEntry.Purchase {
    fileprivate func content(in f: PageContext) -> (String, StatusTone, HTML) {
        var parts: [String] = [product]
        if let price { parts.append(f.money(price, currency)) }
        if let expires { parts.append(f("until ") + f.date(expires)) }
        if isFamilyShared { parts.append(f("by Family Sharing")) }
        if let revoked { parts.append(f("revoked on ") + f.date(revoked)) }
        let title =
            switch (revoked, isUpgraded, reason) {
            case (_, true, _): f("Ended by an upgrade")
            case (.some, _, _): store == nil ? f("Revoked by Apple") : f("Refunded")
            case (_, _, "RENEWAL"): f("Renewal")
            default: f("Purchase")
            }
        if let store { parts.append(f("stated by the team: ") + store(f.language)) }
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
            <div class="told">\(f("Webhook")) \(Components.code(endpoint)) \(Components.badge(text, tone)) \
            <span class="soft">\(f("tries")) \(attempts)\(answer.map { " · \($0)" as HTML })</span></div>
            """
    }
}

extension PageContext {
    /// The name of a kind of entry.
    func name(of kind: TimelineEntry.Kind) -> String {
        switch kind {
        case .order: self("Order")
        case .transaction: self("Transaction")
        case .notification: self("Notification")
        case .entitlement: self("Entitlement")
        case .refund: self("Refund")
        case .webhook: self("Deliveries")
        case .action: self("Actions")
        }
    }

    /// The name of a command.
    func command(_ kind: String) -> String {
        switch kind {
        case "claim": self("Purchase tied to the customer")
        case "transfer": self("Purchase changed hands")
        case "release": self("Purchase released by an erasure")
        case "grant": self("Entitlement granted manually")
        case "merge": self("Signed in: anonymous customer merged")
        case "seat": self("Seat of a group subscription")
        case "revoke-grant": self("Grant revoked")
        case "consent": self("Consent")
        case "spend": self("Usage")
        case "conversion": self("Plan converted")
        case "device": self("Device registered")
        default: kind
        }
    }
}
