// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The events of an app and environment, the newest first.
package struct EventsPage: Sendable {
    /// An event as it is listed.
    package struct Event: Sendable {
        /// Its identifier.
        package var id: String
        /// Its type.
        package var type: String
        /// When it happened.
        package var instant: Date
        /// The customer.
        package var customer: String?
        /// The product.
        package var product: String?

        /// Makes a value.
        package init(id: String, type: String, instant: Date, customer: String?, product: String?) {
            self.id = id
            self.type = type
            self.instant = instant
            self.customer = customer
            self.product = product
        }
    }

    /// The events.
    package var events: [Event]
    /// All types, to choose from.
    package var types: [String]
    /// The type that the list is narrowed to.
    package var type: String?
    /// The customer that the list is narrowed to.
    package var customer: String?
    /// Where the list continues.
    package var older: String?

    /// Makes the page.
    package init(events: [Event], types: [String], type: String?, customer: String?, older: String?) {
        self.events = events
        self.types = types
        self.type = type
        self.customer = customer
        self.older = older
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let rows = events.map { event -> [HTML] in
            let (text, tone) = f.event(event.type)
            return [
                f.time(event.instant), Components.badge(text, tone), f.customer(event.customer),
                HTML(event.product ?? "–"),
                "<a href=\"\(f.path(to: "/console/events/" + HTML.escapeSegment(event.id)))\">\(Components.code(event.id))</a>",
            ]
        }
        let isNarrowed = type != nil || customer != nil
        let table = Components.table(
            f.name(of: .events),
            [f("When"), f("Event"), f("Customer"), f("Product"), "ID"],
            rows,
            empty: isNarrowed
                ? f("No event matches these filters.")
                : f("No events yet. Purser records an event for each change of an order, a purchase or an entitlement.")
        )
        var page = Page(
            f.name(of: .events),
            place: .events,
            """
            \(filter(f))
            <section class="card-like" id="events" data-refresh>\(table)\(Components.pager(older, f))</section>
            """
        )
        page.actions =
            "<button type=\"button\" class=\"btn\" data-copy=\"\" data-copied=\"\(f("Copied"))\" data-with-script>\(f("Copy link"))</button>"
        return page
    }

    private func filter(_ f: PageContext) -> HTML {
        let options = types.map { name -> HTML in
            let chosen: HTML = name == type ? " selected" : .empty
            return "<option value=\"\(name)\"\(chosen)>\(f.event(name).text)</option>"
        }
        let clear: HTML? =
            type != nil || customer != nil
            ? "<a class=\"chip\" href=\"\(f.path(to: "/console/events"))\">\(f("Clear filters")) ×</a>" : nil
        return """
            <div class="bar"><form method="get" action="/console/events">\(f.scopeFields)
            <label class="visually-hidden" for="event-type">\(f("Type"))</label>
            <select class="form-select" id="event-type" name="type" data-submits><option value="">\(f("All types"))</option>\(options)</select>
            <label class="visually-hidden" for="event-customer">\(f("Customer"))</label>
            <input class="form-control field-short" id="event-customer" name="customer" type="search" maxlength="200" value="\(customer ?? "")" placeholder="\(f("Customer"))">
            <button class="btn">\(f("Filter"))</button></form>\(clear)</div>

            """
    }
}

/// One event: what it says, what caused it and where it was sent.
package struct EventDetailPage: Sendable {
    /// A delivery of the event.
    package struct Delivery: Sendable {
        /// The endpoint.
        package var endpoint: String
        /// The endpoint's address.
        package var url: String?
        /// The delivery's state.
        package var state: String
        /// How often it was tried.
        package var attempts: Int
        /// When it was tried last.
        package var lastAttempt: Date?
        /// What was answered last.
        package var answer: String?

        /// Makes a value.
        package init(
            endpoint: String,
            url: String?,
            state: String,
            attempts: Int,
            lastAttempt: Date?,
            answer: String?
        ) {
            self.endpoint = endpoint
            self.url = url
            self.state = state
            self.attempts = attempts
            self.lastAttempt = lastAttempt
            self.answer = answer
        }
    }

    /// The event.
    package var event: EventsPage.Event
    /// The purchase's page.
    package var purchase: Link?
    /// The event as it is sent.
    package var payload: String
    /// Where it was sent.
    package var deliveries: [Delivery]

    /// Makes the page.
    package init(event: EventsPage.Event, purchase: Link?, payload: String, deliveries: [Delivery]) {
        self.event = event
        self.purchase = purchase
        self.payload = payload
        self.deliveries = deliveries
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let (text, tone) = f.event(event.type)
        let rows = deliveries.map { delivery -> [HTML] in
            let (state, tone) = f.deliveryState(delivery.state)
            let path = f.path(to: "/console/webhooks/" + HTML.escapeSegment(delivery.endpoint))
            return [
                Link(delivery.url ?? delivery.endpoint, path).html, Components.badge(state, tone),
                "\(delivery.attempts)", f.time(delivery.lastAttempt), "\(delivery.answer)",
                f.may(.support) ? resend(delivery, f) : .empty,
            ]
        }
        let table = Components.table(
            f("Deliveries"),
            [
                f("Endpoint"), f("State"), f("Attempts"), f("Last attempt"),
                f("Response"), f("Resend"),
            ],
            rows,
            numeric: [2],
            empty: f("No endpoint receives this event.")
        )
        var page = Page(
            text,
            place: .events,
            """
            \(Components.facts([
                ("ID", Components.code(event.id)), (f("Type"), Components.code(event.type)),
                (f("When"), f.time(event.instant)), (f("Customer"), f.customer(event.customer)),
                (f("Product"), HTML(event.product ?? "")), (f("Purchase"), purchase?.html ?? .empty),
            ]))
            \(Components.section(f("Deliveries"), id: "deliveries", refreshes: true, table))
            \(Components.section(f("Payload"), id: "payload", "<pre tabindex=\"0\">\(payload)</pre>"))
            """
        )
        page.crumbs = [Link(f.name(of: .events), f.path(to: "/console/events"))]
        page.badges = Components.badge(event.type, tone)
        page.actions =
            "<button type=\"button\" class=\"btn\" data-copy=\"\(payload)\" data-copied=\"\(f("Copied"))\" data-with-script>\(f("Copy JSON"))</button>"
        return page
    }

    private func resend(_ delivery: Delivery, _ f: PageContext) -> HTML {
        """
        <form method="post" action="/console/actions/resend-event"><input type="hidden" name="csrf" value="\(f.csrf)">\
        <input type="hidden" name="back" value="\(f.path)"><input type="hidden" name="scope" value="\(f.scope.value)">\
        <input type="hidden" name="endpoint" value="\(delivery.endpoint)"><input type="hidden" name="event" value="\(event.id)">
        <button class="btn">\(f("Resend"))</button></form>
        """
    }
}
