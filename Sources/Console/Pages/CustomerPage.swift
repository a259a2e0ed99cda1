// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// A customer's whole story, with what can be done.
package struct CustomerPage: Sendable {
    /// A right of the customer's, or one that ended.
    package struct Entitlement: Sendable {
        /// The right.
        package var id: String
        /// The app's and environment's value.
        package var scope: PageContext.Scope
        /// Whether it is there now.
        package var isActive: Bool
        /// Since when.
        package var since: Date?
        /// Until when.
        package var until: Date?
        /// The name of the rule that decided.
        package var rule: String
        /// The product it comes from.
        package var product: String?
        /// The grant it comes from.
        package var grant: String?

        /// Makes an entitlement.
        package init(
            id: String,
            scope: PageContext.Scope,
            isActive: Bool,
            since: Date?,
            until: Date?,
            rule: String,
            product: String?,
            grant: String?
        ) {
            self.id = id
            self.scope = scope
            self.isActive = isActive
            self.since = since
            self.until = until
            self.rule = rule
            self.product = product
            self.grant = grant
        }
    }

    /// A purchase's transaction history that belongs to the customer.
    package struct Holding: Sendable {
        /// Its first transaction.
        package var lineage: String
        /// The app and environment.
        package var scope: PageContext.Scope
        /// What is bought.
        package var product: String
        /// The subscription's state, when it is one.
        package var state: String?
        /// When the period ends.
        package var ends: Date?
        /// Whether it renews.
        package var willRenew: Bool?
        /// Where it was bought.
        package var storefront: String?
        /// Seats, commitment and bundle.
        package var agreement: SubscriptionAgreement?

        /// Makes a holding.
        package init(
            lineage: String,
            scope: PageContext.Scope,
            product: String,
            state: String?,
            ends: Date?,
            willRenew: Bool?,
            storefront: String?
        ) {
            self.lineage = lineage
            self.scope = scope
            self.product = product
            self.state = state
            self.ends = ends
            self.willRenew = willRenew
            self.storefront = storefront
        }
    }

    /// What is paid for twice.
    package struct Conflict: Sendable {
        /// Its kind.
        package var kind: String
        /// The right.
        package var entitlement: String
        /// What stays.
        package var keptPurchase: String
        /// What could go.
        package var redundantPurchase: String
        /// What to advise.
        package var advice: [String]

        /// Makes a conflict.
        package init(
            kind: String,
            entitlement: String,
            keptPurchase: String,
            redundantPurchase: String,
            advice: [String]
        ) {
            self.kind = kind
            self.entitlement = entitlement
            self.keptPurchase = keptPurchase
            self.redundantPurchase = redundantPurchase
            self.advice = advice
        }
    }

    /// The customer.
    package var id: String
    /// Since when the customer is known.
    package var created: Date?
    /// When the customer was erased.
    package var erased: Date?
    /// The entitlements.
    package var entitlements: [Entitlement]
    /// The purchases.
    package var holdings: [Holding]
    /// What is paid for twice.
    package var conflicts: [Conflict]
    /// Signs of fraud.
    package var signals: [String]
    /// How many purchases and refunds there were.
    package var counts: (purchases: Int, refunds: Int)
    /// Balances of virtual currency, each environment's apart.
    package var balances: [(environment: String, currency: String, amount: Int64)]
    /// The timeline, the newest first.
    package var timelineEntries: [TimelineEntry]
    /// The kind that the timeline is narrowed to.
    package var kind: TimelineEntry.Kind?
    /// The page of the timeline, from one.
    package var number: Int
    /// Whether there are older entries.
    package var hasMore: Bool
    /// The entitlements that can be granted.
    package var grantable: [String]

    /// Makes a page.
    package init(
        id: String,
        created: Date?,
        erased: Date?,
        entitlements: [Entitlement],
        holdings: [Holding],
        conflicts: [Conflict],
        signals: [String],
        counts: (purchases: Int, refunds: Int),
        balances: [(environment: String, currency: String, amount: Int64)],
        timelineEntries: [TimelineEntry],
        kind: TimelineEntry.Kind?,
        number: Int,
        hasMore: Bool,
        grantable: [String]
    ) {
        self.id = id
        self.created = created
        self.erased = erased
        self.entitlements = entitlements
        self.holdings = holdings
        self.conflicts = conflicts
        self.signals = signals
        self.counts = counts
        self.balances = balances
        self.timelineEntries = timelineEntries
        self.kind = kind
        self.number = number
        self.hasMore = hasMore
        self.grantable = grantable
    }

    private var path: String { "/console/customers/" + HTML.escapeSegment(id) }

    /// The page.
    package func page(in frame: PageContext) -> Page {
        Page(
            frame("Customer", "用户") + " " + id,
            follows: id,
            """
            \(summary(frame))
            \(conflictList(frame))
            \(entitlementList(frame))
            \(holdingList(frame))
            \(actions(frame))
            \(timeline(frame))
            """
        )
    }

    private func summary(_ f: PageContext) -> HTML {
        let marks = signals.map { Components.badge(f.signal($0), .bad) }.joined(separator: " ")
        let money = balances.map { balance in
            "\(balance.amount) \(balance.currency)"
                + (balance.environment == "Production" ? "" : " (\(f.environment(balance.environment)))")
        }.joined(separator: ", ")
        return Components.facts([
            (f("Created", "创建时间"), created.map { f.time($0) } ?? .empty),
            (f("Erased", "已删除"), erased.map { f.time($0) } ?? .empty),
            (f("Purchases", "购买"), "\(counts.purchases)"),
            (f("Refunds", "退款"), "\(counts.refunds)"),
            (f("Balances", "余额"), HTML(money)),
            (f("Fraud signals", "欺诈信号"), marks),
        ])
    }

    private func conflictList(_ f: PageContext) -> HTML {
        guard !conflicts.isEmpty else { return .empty }
        let items = conflicts.map { conflict in
            """
            <li><strong>\(f.conflict(conflict.kind))</strong> (\(conflict.entitlement)): \(conflict.keptPurchase) + \(conflict.redundantPurchase).
            \(conflict.advice.map(f.advice).joined(separator: " "))</li>

            """ as HTML
        }
        return Components.section(f("Conflicts", "重复付费"), id: "conflicts", "<ul>\(items)</ul>")
    }

    private func entitlementList(_ f: PageContext) -> HTML {
        let rows = self.entitlements.map { derived -> [HTML] in
            let why = Link(
                f("Why?", "为什么？"),
                "\(path)/why/\(HTML.escapeSegment(derived.id))?scope=\(HTML.escapeSegment(derived.scope.value))"
            )
            let state =
                derived.isActive
                ? Components.badge(f("active", "有效"), .good) : Components.badge(f("inactive", "无效"), .plain)
            return [
                "<strong>\(derived.id)</strong> \(Components.soft(f.environment(derived.scope.environment)))", state,
                HTML(f.rule(derived.rule)), f.time(derived.since), f.time(derived.until), why.html,
            ]
        }
        let table = Components.table(
            f("Entitlements", "权益"),
            [
                f("Entitlement", "权益"), f("Now", "现在"), f("Reason", "原因"), f("Start", "开始时间"), f("Expires", "到期时间"),
                f("Evidence", "依据"),
            ],
            rows,
            empty: f("No entitlement was ever granted.", "从未有过权益。")
        )
        return Components.section(f("Entitlements", "权益"), id: "entitlements", refreshes: true, table)
    }

    private func holdingList(_ f: PageContext) -> HTML {
        let rows = holdings.map { holding -> [HTML] in
            let state = holding.state.map { f.renewalState($0) }
            let path =
                "/console/purchases/\(HTML.escapeSegment(holding.lineage))?scope=\(HTML.escapeSegment(holding.scope.value))"
            let renews = holding.willRenew.map { $0 ? f("renews", "将续期") : f("does not renew", "不再续期") } ?? ""
            return [
                holding.agreement.map { "\(Link(holding.product, path).html)<br>\($0.line(in: f))" }
                    ?? Link(holding.product, path).html,
                Components.code(holding.lineage),
                state.map { Components.badge($0.text, $0.tone) } ?? "–", f.time(holding.ends), HTML(renews),
                HTML(
                    [f.environment(holding.scope.environment), holding.storefront].compactMap(\.self).joined(
                        separator: " · "
                    )
                ),
            ]
        }
        let table = Components.table(
            f("Purchases", "购买"),
            [
                f("Product", "商品"), f("Original transaction", "原始交易"), f("State", "状态"), f("Ends", "到期"),
                f("Renewal", "续期"), f("Environment", "环境"),
            ],
            rows,
            empty: f("No purchase belongs to this customer.", "此用户没有购买。")
        )
        return Components.section(f("Purchases", "购买"), id: "holdings", refreshes: true, table)
    }

    private func timeline(_ f: PageContext) -> HTML {
        let kinds = [nil] + TimelineEntry.Kind.allCases.map(Optional.some)
        let choices = kinds.map { choice -> HTML in
            let text = choice.map { f.name(of: $0) } ?? f("Everything", "全部")
            let current: HTML = choice == kind ? " aria-current=\"true\"" : .empty
            let query = choice.map { "?kind=\($0.rawValue)" } ?? ""
            return "<a class=\"chip\" href=\"\(path + query)#story\"\(current)>\(text)</a>\n"
        }
        let query = kind.map { "kind=\($0.rawValue)&" } ?? ""
        let newer = number > 1 ? Link(f("Newer", "较新"), "\(path)?\(query)page=\(number - 1)#story").html : .empty
        let older = hasMore ? Link(f("Older", "较旧"), "\(path)?\(query)page=\(number + 1)#story").html : .empty
        let entries = self.timelineEntries.map { $0.html(in: f) }
        let list: HTML =
            entries.isEmpty
            ? "<p class=\"soft\">\(f("Nothing happened.", "没有记录。"))</p>" : "<ol class=\"story\">\(entries)</ol>"
        return Components.section(
            f("Timeline", "时间线"),
            id: "story",
            refreshes: true,
            "<p class=\"chips\">\(choices)</p>\n\(list)\n<p class=\"pager\">\(newer) \(older)</p>"
        )
    }
}
