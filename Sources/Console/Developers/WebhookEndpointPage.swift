// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// A webhook endpoint: what it is sent, what it answered, and what can be done.
package struct WebhookEndpointPage: Sendable {
    /// A delivery of an event.
    package struct Delivery: Sendable {
        /// The event.
        package var event: String
        /// Its type.
        package var type: String
        /// The customer.
        package var customer: String?
        /// Where it stands.
        package var state: String
        /// How often it was tried.
        package var attempts: Int
        /// When it was tried last.
        package var lastAttempt: Date?
        /// What was answered last.
        package var answer: String?
        /// The event as it is sent.
        package var payload: String

        /// Makes a value.
        package init(
            event: String,
            type: String,
            customer: String?,
            state: String,
            attempts: Int,
            lastAttempt: Date?,
            answer: String?,
            payload: String
        ) {
            self.event = event
            self.type = type
            self.customer = customer
            self.state = state
            self.attempts = attempts
            self.lastAttempt = lastAttempt
            self.answer = answer
            self.payload = payload
        }
    }

    /// Its identifier.
    package var id: String
    /// Its address.
    package var url: String
    /// Whether it is sent anything.
    package var isEnabled: Bool
    /// The types that it is sent; all when empty.
    package var types: [String]
    /// The environments; all when empty.
    package var environments: [String]
    /// The form of what it is sent.
    package var format: String
    /// When it was made.
    package var created: Date
    /// How many deliveries stand how.
    package var counts: [String: Int]
    /// What the list is narrowed to.
    package var filter: Filter
    /// How many deliveries the filter lets through, up to a bound; nothing without a filter.
    package var matching: Int?
    /// The deliveries, the newest first.
    package var deliveries: [Delivery]
    /// Where the list continues.
    package var older: String?
    /// The secret that was just made, which is not shown again.
    package var secret: String?

    /// Makes the page.
    package init(
        id: String,
        url: String,
        isEnabled: Bool,
        types: [String],
        environments: [String],
        format: String,
        created: Date,
        counts: [String: Int],
        filter: Filter,
        matching: Int?,
        deliveries: [Delivery],
        older: String?,
        secret: String? = nil
    ) {
        self.id = id
        self.url = url
        self.isEnabled = isEnabled
        self.types = types
        self.environments = environments
        self.format = format
        self.created = created
        self.counts = counts
        self.filter = filter
        self.matching = matching
        self.deliveries = deliveries
        self.older = older
        self.secret = secret
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let all = f("all")
        let facts = Components.facts([
            ("ID", Components.code(id)),
            (f("Event types"), HTML(types.isEmpty ? all : types.joined(separator: ", "))),
            (
                f("Environments"),
                HTML(environments.isEmpty ? all : environments.map(f.environment).joined(separator: ", "))
            ),
            (f("Format"), HTML(format)), (f("Created"), f.time(created)),
        ])
        let cards = ["delivered", "pending", "failed"].map { state -> HTML in
            let count = counts[state] ?? 0
            let tone: HTML = state == "failed" && count > 0 ? " tone-warning" : .empty
            let current: HTML = state == filter.state ? " aria-current=\"true\"" : .empty
            return """
                <li><a class="number\(tone)" href="\(address(f, Filter(state: state)))"\(current)><b>\(f.number(count))</b><span>\(f.deliveryState(state).text)</span></a></li>

                """
        }
        var page = Page(
            url,
            place: .webhooks,
            """
            \(secret.map { KeysPage.once($0, f) })
            \(facts)
            <ul class="numbers">\(cards)</ul>
            <div class="acts">\(actions(f))</div>
            \(list(f))
            """
        )
        page.crumbs = [Link(f.name(of: .webhooks), f.path(to: "/console/webhooks"))]
        page.badges =
            isEnabled ? Components.badge(f("on"), .good) : Components.badge(f("off"), .warning)
        return page
    }

    private func address(_ f: PageContext, _ filter: Filter) -> String {
        f.path(to: "/console/webhooks/" + HTML.escapeSegment(id), filter.items)
    }

    private func list(_ f: PageContext) -> HTML {
        let states: [String?] = [nil, "delivered", "pending", "failed"]
        let choices = states.map { choice -> HTML in
            let current: HTML = choice == filter.state ? " aria-current=\"true\"" : .empty
            let name = choice.map { f.deliveryState($0).text } ?? f("Everything")
            var other = filter
            other.state = choice
            return "<a class=\"chip\" href=\"\(address(f, other))\"\(current)>\(name)</a>\n"
        }
        let rows = deliveries.map { delivery -> [HTML] in
            let (text, tone) = f.deliveryState(delivery.state)
            let resend = f.may(.support) ? again(delivery, f) : HTML.empty
            let choice: [HTML] = f.may(.support) ? [self.choice(of: delivery, f)] : []
            return choice + [
                f.time(delivery.lastAttempt), HTML(f.event(delivery.type).text), f.customer(delivery.customer),
                Components.badge(text, tone), "\(delivery.attempts)", "\(delivery.answer)",
                """
                <details><summary>\(f("Event"))</summary><p>\(Components.code(delivery.event))</p><pre>\(delivery.payload)</pre>\(resend)</details>
                """,
            ]
        }
        let chosen = f.may(.support) ? [f("Choose")] : []
        let table = Components.table(
            f("Deliveries"),
            chosen + [
                f("Last attempt"), f("Event"), f("Customer"), f("State"),
                f("Attempts"), f("Response"), f("Detail"),
            ],
            rows,
            numeric: [chosen.count + 4],
            empty: filter.isEmpty
                ? f("Nothing was sent yet. Send a test event.")
                : f("No delivery matches these filters.")
        )
        return Components.section(
            f("Deliveries"),
            id: "deliveries",
            "<p class=\"chips\">\(choices)</p>\(narrowing(f))\(table)\(f.may(.support) ? resending(f) : nil)\(Components.pager(older, f))"
        )
    }

    private func again(_ delivery: Delivery, _ f: PageContext) -> HTML {
        """
        <form method="post" action="/console/actions/resend-event"><input type="hidden" name="csrf" value="\(f.csrf)">        <input type="hidden" name="back" value="\(f.path)"><input type="hidden" name="scope" value="\(f.scope.value)">        <input type="hidden" name="endpoint" value="\(id)"><input type="hidden" name="event" value="\(delivery.event)">
        <button class="btn">\(f("Resend this event"))</button></form>
        """
    }

    private func actions(_ f: PageContext) -> [HTML] {
        guard f.may(.support) else { return [] }
        func form(
            _ action: String,
            _ title: String,
            confirms: String?,
            isDangerous: Bool = false,
            _ fields: [ActionForm.Field] = []
        ) -> HTML {
            ActionForm(
                action: action,
                title: title,
                fields: [.hidden("endpoint", id), .hidden("scope", f.scope.value)] + fields,
                confirmation: confirms,
                isDangerous: isDangerous
            ).html(in: f)
        }
        var forms = [
            form(
                "test-endpoint",
                f("Send a test event"),
                confirms: nil,
                [
                    .hint(f("The endpoint is sent an event of the type test."))
                ]
            )
        ]
        if (counts["failed"] ?? 0) + (counts["pending"] ?? 0) > 0 {
            let failed = f.number(counts["failed"] ?? 0)
            forms.append(
                form(
                    "resend",
                    f("Resend failed deliveries"),
                    confirms: f("Confirm: resend \(failed) events in order.")
                )
            )
        }
        guard f.may(.admin) else { return forms }
        let turn = isEnabled ? f("Turn off") : f("Turn on")
        forms += [
            form(
                "toggle-endpoint",
                turn,
                confirms: f("Confirm: \(turn)."),
                [.hidden("on", isEnabled ? "no" : "yes")]
            ),
            form(
                "rotate-endpoint-secret",
                f("Rotate the secret"),
                confirms: f("Confirm: both secrets sign for one day.")
            ),
            form(
                "delete-endpoint",
                f("Delete this endpoint"),
                confirms: f("Confirm: what waits for it is dropped."),
                isDangerous: true
            ),
        ]
        return forms
    }
}

extension WebhooksPage {
    /// The form that adds an endpoint.
    func creation(_ f: PageContext) -> HTML {
        ActionForm(
            action: "create-endpoint",
            title: f("Add an endpoint"),
            fields: [
                .hidden("scope", f.scope.value),
                .text(name: "url", label: f("Address, https://…")),
                .text(
                    name: "types",
                    label: f("Event types, with commas between; all when empty"),
                    isRequired: false
                ),
                .choice(
                    name: "environment",
                    label: f("Environment"),
                    options: [
                        ("", f("all")), ("Production", f.environment("Production")),
                        ("Sandbox", f.environment("Sandbox")),
                    ]
                ),
            ],
            confirmation: f("Confirm: send events to this address.")
        ).html(in: f)
    }
}
