// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// A purchase's whole life: the transactions under one first one, who owns it, and what can be done.
package struct PurchasePage: Sendable {
    /// The first transaction.
    package var lineage: String
    /// The app and environment.
    package var scope: PageContext.Scope
    /// The one who owns it.
    package var owner: String?
    /// Others who had it, or want it.
    package var others: [String]
    /// What is bought.
    package var product: String?
    /// Whether it is a subscription that renews.
    package var isSubscription: Bool
    /// The subscription's state.
    package var state: String?
    /// When its period ends.
    package var ends: Date?
    /// The storefront it was bought in.
    package var storefront: String?
    /// What may be said when the money of the newest transaction is wanted back.
    package var advice: Advice?
    /// The token of the purchase.
    package var token: String?
    /// Its orders.
    package var orders: [(id: String, state: String)]
    /// The seats of a group subscription whose members the team invites.
    package var seats: Seats?
    /// What happened, the newest first.
    package var timeline: [TimelineEntry]
    /// Seats, commitment and bundle of the subscription.
    package var agreement: SubscriptionAgreement?
    /// The other store that sold it, as the team stated; `nil` when Apple did.
    package var store: (@Sendable (ConsoleLanguage) -> String)?

    /// Makes the page.
    package init(
        lineage: String,
        scope: PageContext.Scope,
        owner: String?,
        others: [String],
        product: String?,
        isSubscription: Bool,
        state: String?,
        ends: Date?,
        storefront: String?,
        advice: Advice?,
        token: String?,
        orders: [(id: String, state: String)],
        seats: Seats? = nil,
        timeline: [TimelineEntry]
    ) {
        self.lineage = lineage
        self.scope = scope
        self.owner = owner
        self.others = others
        self.product = product
        self.isSubscription = isSubscription
        self.state = state
        self.ends = ends
        self.storefront = storefront
        self.advice = advice
        self.token = token
        self.orders = orders
        self.seats = seats
        self.timeline = timeline
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let state = state.map { f.renewalState($0) }
        let known: [(String, HTML)] = [
            (f("Owner"), owner.map { f.customer($0) } ?? Components.badge(f("no one is known"), .warning)),
            (f("Also named"), self.others.map { f.customer($0) }.joined(separator: ", ")),
            (f("Product"), HTML(product ?? "")),
            (f("State"), state.map { Components.badge($0.text, $0.tone) } ?? .empty),
            (f("Ends"), ends.map { f.time($0) } ?? .empty),
        ]
        let others: [(String, HTML)] = [
            (f("Storefront"), HTML(storefront ?? "")),
            (
                f("Store"),
                store.map { f("\($0(f.language)), as the team stated") }.map { HTML($0) } ?? .empty
            ),
            (f("Environment"), "\(scope.name) · \(f.environment(scope.environment))"),
            (f("Token"), token.map { Components.code($0) } ?? .empty),
            (
                f("Orders"),
                orders.prefix(20).map { order in
                    let (text, tone) = f.orderState(order.state)
                    return f.order(order.id) + " " + Components.badge(text, tone)
                }.joined(separator: "<br>")
            ),
        ]
        let facts = Components.facts(known + (agreement?.facts(in: f) ?? []) + others)
        let entries = self.timeline.map { $0.html(in: f) }
        return Page(
            f("Purchase") + " " + lineage,
            follows: owner,
            """
            \(facts)
            \(actions(f))
            \(seats?.html(in: f))
            \(advice?.html(in: f))
            \(Components.section(f("Timeline"), id: "story", refreshes: true, "<ol class=\"story\">\(entries)</ol>"))
            """
        )
    }

    private func actions(_ f: PageContext) -> HTML {
        guard f.may(.support) else { return .empty }
        var forms = [
            ActionForm(
                action: "transfer",
                title: f("Transfer the purchase"),
                fields: [
                    .hidden("lineage", lineage), .hidden("scope", scope.value),
                    .text(name: "customer", label: f("The new owner")),
                    .text(name: "reason", label: f("Reason")),
                ],
                confirmation: f("Confirm: transfer it; the previous owner loses it."),
                isDangerous: true
            ).html(in: f)
        ]
        if isSubscription {
            forms.append(
                ActionForm(
                    action: "extend",
                    title: f("Extend the renewal date"),
                    fields: [
                        .hidden("lineage", lineage), .hidden("scope", scope.value), .hidden("owner", owner ?? ""),
                        .number(name: "days", label: f("Days"), value: 7, range: 1...90),
                        .choice(name: "code", label: f("Reason for Apple"), options: f.extensionReasons),
                        .text(name: "reason", label: f("Reason for our records")),
                    ],
                    confirmation: f("Confirm: ask Apple to extend the date.")
                ).html(in: f)
            )
        }
        return Components.section(f("Actions"), id: "acts", "<div class=\"acts\">\(forms)</div>")
    }
}

extension PageContext {
    /// The reasons for an extension that Apple knows.
    var extensionReasons: [(value: String, text: String)] {
        [
            ("1", self("customer satisfaction")), ("3", self("service issue or outage")),
            ("2", self("other reasons")), ("0", self("undeclared")),
        ]
    }
}
