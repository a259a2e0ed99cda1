// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// An order: the result, why, and what can be done.
package struct OrderPage: Sendable {
    /// A step of its history.
    package struct Step: Sendable {
        /// Where it stood afterward.
        package var state: String
        /// When.
        package var instant: Date
        /// The one who moved it.
        package var mover: String
        /// The document by which.
        package var document: String?
        /// A note.
        package var detail: String?

        /// Makes a step.
        package init(state: String, instant: Date, mover: String, document: String?, detail: String?) {
            self.state = state
            self.instant = instant
            self.mover = mover
            self.document = document
            self.detail = detail
        }
    }

    /// Why it is not delivered, or how it was.
    package enum Explanation: Sendable {
        /// No one paid as far as is known.
        case noPayment
        /// It was paid and delivered.
        case delivered
        /// It was paid and could not be delivered: the catalog lacks the product.
        case unknownProduct
        /// It was paid in an environment that the app does not take.
        case environmentRefused
        /// It was paid and no one is known to give it to.
        case noOwner
        /// It was paid and delivery was not tried or failed.
        case waiting
        /// It was delivered and Apple revoked it.
        case revoked
        /// The app reported a failure.
        case failed(code: String?, text: String?)
        /// A newer server wrote a state that this one does not know.
        case newerState
    }

    /// The order.
    package var id: String
    /// Its scope.
    package var scope: PageContext.Scope
    /// The customer.
    package var customer: String?
    /// The product.
    package var product: String
    /// How many.
    package var quantity: Int
    /// Where it stands.
    package var state: String
    /// Whether it is paid, and the money not given back.
    package var isPaid: Bool
    /// The token.
    package var token: String?
    /// The team's own number of it.
    package var reference: String?
    /// The transaction that paid it.
    package var transaction: String?
    /// The purchase.
    package var lineage: String?
    /// Why.
    package var explanation: Explanation
    /// Its history.
    package var steps: [Step]
    /// How backends were notified of it.
    package var deliveries: [TimelineEntry.Delivery]

    /// Makes the page.
    package init(
        id: String,
        scope: PageContext.Scope,
        customer: String?,
        product: String,
        quantity: Int,
        state: String,
        isPaid: Bool,
        token: String?,
        reference: String? = nil,
        transaction: String?,
        lineage: String?,
        explanation: Explanation,
        steps: [Step],
        deliveries: [TimelineEntry.Delivery]
    ) {
        self.id = id
        self.scope = scope
        self.customer = customer
        self.product = product
        self.quantity = quantity
        self.state = state
        self.isPaid = isPaid
        self.token = token
        self.reference = reference
        self.transaction = transaction
        self.lineage = lineage
        self.explanation = explanation
        self.steps = steps
        self.deliveries = deliveries
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let (text, tone) = f.orderState(state)
        let facts = Components.facts([
            (f("State"), Components.badge(text, tone)),
            (f("Reason"), HTML(reason(f))),
            (
                f("Customer"),
                customer.map { Link($0, "/console/customers/" + HTML.escapeSegment($0)).html } ?? "–"
            ),
            (f("Product"), "\(product) × \(quantity)"),
            (f("Environment"), "\(scope.name) · \(f.environment(scope.environment))"),
            (f("Reference"), reference.map { Components.code($0) } ?? "–"),
            (f("Token"), token.map { Components.code($0) } ?? .empty),
            (f("Transaction"), transaction.map { Components.code($0) } ?? .empty),
            (f("Purchase"), purchase),
        ])
        let rows = steps.map { step -> [HTML] in
            let (text, tone) = f.orderState(step.state)
            return [
                f.time(step.instant), Components.badge(text, tone), HTML(f.mover(step.mover)),
                step.document.map { Link(f("Signed document"), $0).html } ?? "–", "\(step.detail)",
            ]
        }
        let history = Components.table(
            f("History"),
            [f("When"), f("State"), f("Actor"), f("Document"), f("Note")],
            rows,
            empty: f("None.")
        )
        let deliveries = self.deliveries.map { item -> [HTML] in
            let (text, tone) = f.deliveryState(item.state)
            return [Components.code(item.endpoint), Components.badge(text, tone), "\(item.attempts)", "\(item.answer)"]
        }
        let webhooks = Components.table(
            f("Webhooks"),
            [f("Endpoint"), f("State"), f("Attempts"), f("Response")],
            deliveries,
            empty: f("No backend was notified.")
        )
        return Page(
            f("Order") + " " + id,
            follows: customer,
            """
            \(facts)
            \(actions(f))
            \(Components.section(f("History"), id: "history", refreshes: true, history))
            \(Components.section(f("Deliveries to backends"), id: "told", refreshes: true, webhooks))
            """
        )
    }

    private var purchase: HTML {
        guard let lineage else { return .empty }
        let path = "/console/purchases/\(HTML.escapeSegment(lineage))?scope=\(HTML.escapeSegment(scope.value))"
        return Link(lineage, path).html
    }

    private func actions(_ f: PageContext) -> HTML {
        guard f.may(.support), lineage != nil, isPaid else { return .empty }
        let form = ActionForm(
            action: "redeliver",
            title: f("Redeliver"),
            fields: [
                .hidden("order", id),
                .hint(
                    f(
                        "Processes the purchase again and sends the webhook events again. A delivery is never counted twice."
                    )
                ),
                .text(name: "reason", label: f("Reason")),
            ],
            confirmation: f("Confirm: redeliver it.")
        )
        return Components.section(f("Actions"), id: "acts", "<div class=\"acts\">\(form.html(in: f))</div>")
    }

    private func reason(_ f: PageContext) -> String {
        switch explanation {
        case .noPayment:
            f("No payment reached this server. If the customer paid, look for the order id of Apple's e-mail.")
        case .delivered: f("It was paid and delivered.")
        case .unknownProduct:
            f("It is paid, but the catalog lacks the product: import it, then deliver again.")
        case .environmentRefused:
            f("It was paid in an environment that this app does not take.")
        case .noOwner: f("It is paid, but no customer is known for it.")
        case .waiting: f("It is paid and not delivered yet.")
        case .revoked: f("Apple gave the money back, and the delivery was revoked.")
        case .failed(let code, let text):
            f("The app said that it failed: ") + [code, text].compactMap(\.self).joined(separator: ". ")
        case .newerState:
            f("A newer server wrote this state: ask that one, or update this one.")
        }
    }
}
