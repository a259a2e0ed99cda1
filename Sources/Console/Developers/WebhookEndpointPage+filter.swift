// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

extension WebhookEndpointPage {
    /// What an endpoint's deliveries are narrowed to.
    package struct Filter: Hashable, Sendable {
        /// Their state.
        package var state: String?
        /// The type of their events.
        package var type: String?
        /// Whom their events are about.
        package var customer: String?
        /// The first day of their events.
        package var since: String?
        /// The last day of their events.
        package var until: String?

        /// Makes a filter.
        package init(
            state: String? = nil,
            type: String? = nil,
            customer: String? = nil,
            since: String? = nil,
            until: String? = nil
        ) {
            self.state = state
            self.type = type
            self.customer = customer
            self.since = since
            self.until = until
        }

        /// Whether it lets everything through.
        package var isEmpty: Bool { self == Filter() }

        /// As addresses and forms have it.
        package var items: [(name: String, value: String?)] {
            [("state", state), ("type", type), ("customer", customer), ("since", since), ("until", until)]
        }
    }

    /// The form that narrows the list.
    func narrowing(_ f: PageContext) -> HTML {
        let options = PageContext.eventTypes.map { name -> HTML in
            let chosen: HTML = name == filter.type ? " selected" : .empty
            return "<option value=\"\(name)\"\(chosen)>\(f.event(name).text)</option>"
        }
        let state: HTML? = filter.state.map { "<input type=\"hidden\" name=\"state\" value=\"\($0)\">" }
        let path = "/console/webhooks/" + HTML.escapeSegment(id)
        let clear: HTML? =
            filter.isEmpty
            ? nil : "<a class=\"chip\" href=\"\(f.path(to: path))\">\(f("Clear filters")) ×</a>"
        return """
            <div class="bar"><form method="get" action="\(path)">\(f.scopeFields)\(state)
            <label class="visually-hidden" for="delivery-type">\(f("Type"))</label>
            <select class="form-select" id="delivery-type" name="type"><option value="">\(f("All types"))</option>\(options)</select>
            <label class="visually-hidden" for="delivery-customer">\(f("Customer"))</label>
            <input class="form-control field-short" id="delivery-customer" name="customer" type="search" maxlength="200" value="\(filter.customer ?? "")" placeholder="\(f("Customer"))">
            <label for="delivery-since">\(f("From", meaning: "day"))</label>
            <input class="form-control" id="delivery-since" name="since" type="date" value="\(filter.since ?? "")">
            <label for="delivery-until">\(f("to"))</label>
            <input class="form-control" id="delivery-until" name="until" type="date" value="\(filter.until ?? "")">
            <button class="btn">\(f("Filter"))</button></form>\(clear)</div>

            """
    }

    /// The tick that chooses a delivery; it belongs to the form below the table.
    func choice(of delivery: Delivery, _ f: PageContext) -> HTML {
        """
        <input class="form-check-input" type="checkbox" form="resend-chosen" name="event" value="\(delivery.event)" aria-label="\(f("Choose")) \(delivery.event)">
        """
    }

    /// What leads to resending the chosen deliveries, or all that the filter lets through.
    func resending(_ f: PageContext) -> HTML {
        guard !deliveries.isEmpty else { return .empty }
        let path = "/console/webhooks/" + HTML.escapeSegment(id) + "/resend"
        let all: HTML? = matching.map { matching in
            let count = f.count(matching)
            return
                "<a class=\"btn\" href=\"\(f.path(to: path, filter.items))\">\(f("Resend all \(count) that match…"))</a>"
        }
        return """
            <form class="bar" id="resend-chosen" method="get" action="\(path)">\(f.scopeFields)
            <button class="btn" name="chosen" value="yes">\(f("Resend the chosen events…"))</button>\(all)</form>
            """
    }
}
