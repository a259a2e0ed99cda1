// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// What a search found, in groups.
package struct SearchPage: Sendable {
    /// Something found.
    package struct Hit: Hashable, Sendable {
        /// What it is.
        package enum Kind: String, Sendable, CaseIterable {
            /// A customer.
            case customer
            /// An order.
            case order
            /// A purchase, by one of its transactions.
            case purchase
            /// Something that was reported.
            case event
            /// A notification of Apple's.
            case notification
            /// What is sold.
            case product
            /// What products give.
            case entitlement
            /// A webhook endpoint.
            case endpoint
            /// An API key.
            case key
            /// A page of the console.
            case page
        }

        /// What it is.
        package var kind: Kind
        /// Its name.
        package var name: String
        /// What else distinguishes it.
        package var detail: String
        /// Its page.
        package var path: String?
        /// The customer it belongs to.
        package var customer: String?

        /// Makes a hit.
        package init(kind: Kind, name: String, detail: String, path: String?, customer: String? = nil) {
            self.kind = kind
            self.name = name
            self.detail = detail
            self.path = path
            self.customer = customer
        }
    }

    /// What is found together.
    private enum Group: CaseIterable {
        case customers, purchases, events, catalog, developers, pages

        var kinds: [Hit.Kind] {
            switch self {
            case .customers: [.customer]
            case .purchases: [.order, .purchase]
            case .events: [.event, .notification]
            case .catalog: [.product, .entitlement]
            case .developers: [.endpoint, .key]
            case .pages: [.page]
            }
        }
    }

    /// What was searched for.
    package var text: String
    /// What was found, the best of each kind first.
    package var hits: [Hit]
    /// How many customers there are of whom some are shown.
    package var customers: Int
    /// Whether Apple can be asked about an order of that number.
    package var canAskApple: Bool
    /// Whether the text was a secret key, which is not looked up.
    package var isSecret: Bool

    /// Makes the page.
    package init(text: String, hits: [Hit], customers: Int = 0, canAskApple: Bool, isSecret: Bool = false) {
        self.text = text
        self.hits = hits
        self.customers = customers
        self.canAskApple = canAskApple
        self.isSecret = isSecret
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        if isSecret {
            let warning = f(
                "That is a secret key. It was not looked up and not logged. If others saw it, revoke it under API keys."
            )
            return Page(f("Search"), "<p class=\"notice bad\" role=\"alert\">\(warning)</p>")
        }
        let groups = Group.allCases.compactMap { section($0, f) }
        let none: HTML = """
            <section class="card-like" id="found"><p>\(f("Nothing in \(f.scope.name) matches “\(text)”: no part of a customer's id, no order, transaction, Apple order id, token, event, product, endpoint or page."))</p></section>
            """
        return Page(f("Search: ") + text, "\(groups.isEmpty ? none : groups.joined())\(lookUp(f))")
    }

    /// How many are counted exactly.
    package static let maximumCount = 1000

    private func section(_ group: Group, _ f: PageContext) -> HTML? {
        let own = hits.filter { group.kinds.contains($0.kind) }
        guard !own.isEmpty else { return nil }
        let total = group == .customers ? max(customers, own.count) : own.count
        let rows = own.map { hit -> [HTML] in
            [
                hit.path.map { Link(hit.name, $0).html } ?? Components.code(hit.name), HTML(name(of: hit.kind, f)),
                HTML(hit.detail), hit.kind == .customer ? .empty : f.customer(hit.customer),
            ]
        }
        let table = Components.table(
            name(of: group, f),
            [f("Name"), f("Kind"), f("About"), f("Customer")],
            rows,
            empty: ""
        )
        let shown = total > Self.maximumCount ? f.number(Self.maximumCount) + "+" : f.count(total)
        let more: HTML? =
            total > own.count
            ? "<p class=\"pager\">\(Link(f("All \(shown)"), f.path(to: "/console/customers", [("q", text)])).html)</p>"
            : nil
        let title = "\(name(of: group, f)) · \(shown)"
        return Components.section(title, id: "found-\(group.kinds[0].rawValue)", "\(table)\(more)")
    }

    private func lookUp(_ f: PageContext) -> HTML {
        guard canAskApple else { return .empty }
        guard f.may(.support) else {
            return
                "<p class=\"soft\">\(f("A person of support can ask Apple for an order of that number."))</p>"
        }
        let form = ActionForm(
            action: "look-up",
            title: f("Ask Apple for this order"),
            fields: [
                .hidden("order", text), .hidden("scope", f.scope.value),
                .hint(
                    f(
                        "Apple names the order of its e-mail in the customer's mail. What Apple shows is processed and delivered."
                    )
                ),
            ],
            confirmation: f("Confirm: ask about \(text)."),
            isOpen: hits.isEmpty
        )
        return Components.section(f("An order of Apple's e-mail?"), id: "apple", form.html(in: f))
    }

    private func name(of group: Group, _ f: PageContext) -> String {
        switch group {
        case .customers: f("Customers")
        case .purchases: f("Purchases and orders")
        case .events: f("Events and notifications")
        case .catalog: f("Catalog")
        case .developers: f("Developers")
        case .pages: f("Pages")
        }
    }

    private func name(of kind: Hit.Kind, _ f: PageContext) -> String {
        switch kind {
        case .customer: f("Customer")
        case .order: f("Order")
        case .purchase: f("Purchase")
        case .event: f("Event")
        case .notification: f("Notification")
        case .product: f("Product")
        case .entitlement: f("Entitlement")
        case .endpoint: f("Webhook endpoint")
        case .key: f("API key")
        case .page: f("Page")
        }
    }
}
