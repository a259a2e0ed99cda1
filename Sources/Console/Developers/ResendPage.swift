// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// The events that are about to be resent to an endpoint: how many, and which.
package struct ResendPage: Sendable {
    /// The endpoint.
    package var endpoint: String
    /// The endpoint's address.
    package var url: String
    /// Which deliveries are meant, where no events are chosen.
    package var filter: WebhookEndpointPage.Filter
    /// The chosen events.
    package var events: [String]
    /// How many events are resent.
    package var count: Int
    /// Whether a job resends them.
    package var isJob: Bool

    /// Makes the page.
    package init(
        endpoint: String,
        url: String,
        filter: WebhookEndpointPage.Filter,
        events: [String],
        count: Int,
        isJob: Bool
    ) {
        self.endpoint = endpoint
        self.url = url
        self.filter = filter
        self.events = events
        self.count = count
        self.isJob = isJob
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let path = "/console/webhooks/" + HTML.escapeSegment(endpoint)
        let back = Link(f("Back to the deliveries"), f.path(to: path, filter.items))
        var page = Page(
            f("Resend events"),
            place: .webhooks,
            """
            \(Components.facts([
                (f("Endpoint"), HTML(url)), (f("Events"), HTML(f.number(count))),
                (f("State"), HTML(filter.state.map { f.deliveryState($0).text } ?? "")),
                (f("Type"), HTML(filter.type.map { f.event($0).text } ?? "")),
                (f("Customer"), HTML(filter.customer ?? "")), (f("From", meaning: "day"), HTML(filter.since ?? "")),
                (f("To"), HTML(filter.until ?? "")),
            ]))
            \(chosen)
            \(count == 0 ? nothing(f) : "<div class=\"acts\">\(form(f, path))</div>" as HTML)
            <p>\(back.html)</p>
            """
        )
        page.crumbs = [Link(f.name(of: .webhooks), f.path(to: "/console/webhooks")), Link(url, f.path(to: path))]
        return page
    }

    private var chosen: HTML? {
        events.isEmpty ? nil : "<ul>\(events.map { "<li>\(Components.code($0))</li>\n" as HTML })</ul>"
    }

    private func nothing(_ f: PageContext) -> HTML {
        "<p>\(f("No event is chosen. Choose deliveries, or filter them."))</p>"
    }

    private func form(_ f: PageContext, _ path: String) -> HTML {
        let number = f.number(count)
        let fields: [ActionForm.Field] =
            [.hidden("endpoint", endpoint), .hidden("scope", f.scope.value)]
            + (events.isEmpty ? [] : [.hidden("events", events.joined(separator: " "))])
            + filter.items.compactMap { item in item.value.map { .hidden(item.name, $0) } }
            + [
                .hint(
                    isJob
                        ? f("A job resends them. Jobs shows its progress.")
                        : f("Each customer's events are delivered in order.")
                )
            ]
        var form = ActionForm(
            action: "resend-many",
            title: f("Resend \(number) events"),
            fields: fields,
            confirmation: f("Confirm: resend \(number) events in order.")
        )
        form.isOpen = true
        form.back = f.path(to: path)
        return form.html(in: f)
    }
}
