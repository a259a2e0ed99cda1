// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The endpoints of an app, and what they would not take.
package struct WebhooksPage: Sendable {
    /// An endpoint.
    package struct Endpoint: Sendable {
        /// Its identifier.
        package var id: String
        /// Its address.
        package var url: String
        /// Whether it is sent any events.
        package var isEnabled: Bool
        /// How many events wait.
        package var pending: Int
        /// How many were abandoned.
        package var failed: Int
        /// The newest of those.
        package var letters: [FailedDelivery]

        /// Makes an endpoint.
        package init(id: String, url: String, isEnabled: Bool, pending: Int, failed: Int, letters: [FailedDelivery]) {
            self.id = id
            self.url = url
            self.isEnabled = isEnabled
            self.pending = pending
            self.failed = failed
            self.letters = letters
        }
    }

    /// An event that an endpoint never took, or not yet.
    package struct FailedDelivery: Sendable {
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

        /// Makes a letter.
        package init(
            event: String,
            type: String,
            customer: String?,
            state: String,
            attempts: Int,
            lastAttempt: Date?,
            answer: String?
        ) {
            self.event = event
            self.type = type
            self.customer = customer
            self.state = state
            self.attempts = attempts
            self.lastAttempt = lastAttempt
            self.answer = answer
        }
    }

    /// The endpoints.
    package var endpoints: [Endpoint]

    /// Makes the page.
    package init(endpoints: [Endpoint]) {
        self.endpoints = endpoints
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let parts = endpoints.map { section($0, f) }
        let none: HTML =
            endpoints.isEmpty
            ? "<p class=\"soft\">\(f("No webhook endpoints yet. Add one, or read events with the API."))</p>"
            : .empty
        return Page(
            f.name(of: .webhooks),
            place: .webhooks,
            "\(f.may(.admin) ? creation(f) : nil)\(none)\(parts)"
        )
    }

    private func section(_ endpoint: Endpoint, _ f: PageContext) -> HTML {
        let rows = endpoint.letters.map { letter -> [HTML] in
            let (state, tone) = f.deliveryState(letter.state)
            return [
                HTML(f.event(letter.type).text), Components.longCode(letter.event), f.customer(letter.customer),
                Components.badge(state, tone), "\(letter.attempts)", f.time(letter.lastAttempt), "\(letter.answer)",
            ]
        }
        let table = Components.table(
            f("Not delivered"),
            [
                f("Event"), f("Id"), f("Customer"), f("State"), f("Attempts"),
                f("Last"), f("Response"),
            ],
            rows,
            empty: f("Every event is delivered.")
        )
        let replay =
            f.may(.support) && endpoint.failed + endpoint.pending > 0
            ? ActionForm(
                action: "resend",
                title: f("Resend failed deliveries"),
                fields: [.hidden("endpoint", endpoint.id), .hidden("scope", f.scope.value)],
                confirmation: f("Confirm: resend \(endpoint.failed) events in order.")
            ).html(in: f) : .empty
        let tag =
            endpoint.isEnabled ? Components.badge(f("on"), .good) : Components.badge(f("off"), .warning)
        return """
            <section class="card-like" id="endpoint-\(endpoint.id)" data-refresh>
            <h2>\(Link(endpoint.url, f.path(to: "/console/webhooks/" + HTML.escapeSegment(endpoint.id))).html) \(tag)</h2>
            <p>\(f("pending", meaning: "webhook")): \(endpoint.pending) · \(f("failed", meaning: "webhook")): <b>\(endpoint.failed)</b></p>
            <div class="acts">\(replay)</div>
            \(table)
            </section>

            """
    }
}

/// Renewal dates that are moved for many.
package struct RenewalExtensionsPage: Sendable {
    /// A request to Apple.
    package struct Request: Sendable {
        /// Its identifier.
        package var id: String
        /// The product.
        package var product: String
        /// By how many days.
        package var days: Int
        /// When.
        package var instant: Date
        /// Who.
        package var actor: String
        /// Why.
        package var reason: String
        /// Whether Apple is done.
        package var isComplete: Bool
        /// How many were extended.
        package var succeeded: Int?
        /// How many were not.
        package var failed: Int?

        /// Makes a request.
        package init(
            id: String,
            product: String,
            days: Int,
            instant: Date,
            actor: String,
            reason: String,
            isComplete: Bool,
            succeeded: Int?,
            failed: Int?
        ) {
            self.id = id
            self.product = product
            self.days = days
            self.instant = instant
            self.actor = actor
            self.reason = reason
            self.isComplete = isComplete
            self.succeeded = succeeded
            self.failed = failed
        }
    }

    /// The requests, the newest first.
    package var requests: [Request]
    /// The products that renew.
    package var products: [String]

    /// Makes the page.
    package init(requests: [Request], products: [String]) {
        self.requests = requests
        self.products = products
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let rows = requests.map { request -> [HTML] in
            let state =
                request.isComplete
                ? Components.badge(f("complete"), .good)
                : Components.badge(f("Apple is at work"), .warning)
            return [
                f.time(request.instant), HTML(request.product), "\(request.days)", HTML(f.mover(request.actor)),
                HTML(request.reason), state, HTML(request.succeeded.map(f.number) ?? "–"),
                HTML(request.failed.map(f.number) ?? "–"),
            ]
        }
        let table = Components.table(
            f("Mass extensions"),
            [
                f("When"), f("Product"), f("Days"), f("Actor"), f("Reason"),
                f("State"), f("Extended"), f("Failed"),
            ],
            rows,
            empty: f("None yet.")
        )
        let form =
            f.may(.admin) && !products.isEmpty
            ? ActionForm(
                action: "mass-extend",
                title: f("Extend all subscriptions"),
                fields: [
                    .hidden("scope", f.scope.value),
                    .choice(
                        name: "product",
                        label: f("Product"),
                        options: products.map { (value: $0, text: $0) }
                    ),
                    .number(name: "days", label: f("Days"), value: 7, range: 1...90),
                    .choice(
                        name: "code",
                        label: f("Reason for Apple"),
                        options: f.extensionReasons,
                        chosen: "3"
                    ),
                    .text(
                        name: "storefronts",
                        label: f("Storefronts, as USA, DEU; all when empty"),
                        isRequired: false
                    ),
                    .text(name: "reason", label: f("Reason for our records")),
                ],
                confirmation: f("Confirm: every subscriber gets the days."),
                isDangerous: true
            ).html(in: f) : .empty
        return Page(
            f.name(of: .extensions),
            place: .extensions,
            """
            <p>\(f("After an outage, everyone's renewal date can be moved. Apple takes its time; the numbers come with its summary."))</p>
            <div class="acts">\(form)</div>
            \(Components.section(f("Mass extensions"), id: "extensions", refreshes: true, table))
            """
        )
    }
}
