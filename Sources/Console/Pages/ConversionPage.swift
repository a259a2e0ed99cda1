// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The conversion of what is left of a customer's plans into days of another one: a preview, then the confirmation.
package struct ConversionPage: Sendable {
    /// What is left of one plan.
    package struct Source: Sendable {
        /// The product, or the earlier conversion.
        package var name: String
        /// Whole days that are left.
        package var days: Int
        /// What they are worth.
        package var value: String

        /// Makes a source.
        package init(name: String, days: Int, value: String) {
            self.name = name
            self.days = days
            self.value = value
        }
    }

    /// A subscription that Apple charges for again.
    package struct Warning: Sendable {
        /// The product that renews.
        package var product: String
        /// Its original transaction.
        package var lineage: String
        /// When Apple charges next.
        package var date: Date
        /// Whether a document says that the renewal is on.
        package var isCertain: Bool

        /// Makes a warning.
        package init(product: String, lineage: String, date: Date, isCertain: Bool) {
            self.product = product
            self.lineage = lineage
            self.date = date
            self.isCertain = isCertain
        }
    }

    /// What a conversion would give.
    package struct Quote: Sendable {
        /// What is converted.
        package var sources: [Source]
        /// The value of all sources.
        package var value: String
        /// The price of a period of the target.
        package var price: String
        /// Whole days that are gained.
        package var days: Int
        /// When they end.
        package var ends: Date
        /// What the customer must confirm.
        package var warnings: [Warning]

        /// Makes a quote.
        package init(
            sources: [Source],
            value: String,
            price: String,
            days: Int,
            ends: Date,
            warnings: [Warning]
        ) {
            self.sources = sources
            self.value = value
            self.price = price
            self.days = days
            self.ends = ends
            self.warnings = warnings
        }
    }

    /// The customer.
    package var customer: String
    /// The scope's value.
    package var scope: String
    /// The products that can be converted into.
    package var products: [String]
    /// The product that is previewed.
    package var product: String?
    /// The preview.
    package var quote: Quote?
    /// Why there is no preview.
    package var problem: String?

    /// Makes the page.
    package init(
        customer: String,
        scope: String,
        products: [String],
        product: String?,
        quote: Quote?,
        problem: String?
    ) {
        self.customer = customer
        self.scope = scope
        self.products = products
        self.product = product
        self.quote = quote
        self.problem = problem
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let path = "/console/customers/" + HTML.escapeSegment(customer)
        let scopes = f.scopes.map { place -> HTML in
            let chosen: HTML = place.value == scope ? " selected" : ""
            let name = "\(place.name) · \(f.environment(place.environment))"
            return "<option value=\"\(place.value)\"\(chosen)>\(name)</option>"
        }
        let options = products.map { id -> HTML in
            let chosen: HTML = id == product ? " selected" : ""
            return "<option value=\"\(id)\"\(chosen)>\(id)</option>"
        }
        let trouble: HTML = problem.map { "<p class=\"notice bad\" role=\"alert\">\($0)</p>" } ?? .empty
        return Page(
            f("Plan conversion"),
            follows: customer,
            """
            <p class="soft">\(f("Converts what is left of the customer's plans into days of another plan."))</p>
            <form method="get" action="\(path)/conversion" class="inline">
            <label for="scope">\(f("App and environment"))</label>
            <select class="form-select" id="scope" name="scope">\(scopes)</select>
            <label for="product">\(f("New plan"))</label>
            <select class="form-select" id="product" name="product">\(options)</select>
            <button class="btn btn-plain">\(f("Preview"))</button></form>
            \(trouble)
            \(quote.map { preview($0, f) } ?? .empty)
            <p>\(Link(f("Back to the customer"), path).html)</p>
            """
        )
    }

    private func preview(_ quote: Quote, _ f: PageContext) -> HTML {
        let sources = quote.sources.map { source in
            [Components.code(source.name), HTML("\(source.days)"), Components.whole(source.value)]
        }
        let facts = Components.facts([
            (f("Value", meaning: "worth"), Components.whole(quote.value)),
            (f("Price of a period of the new plan"), Components.whole(quote.price)),
            (f("Days gained"), HTML("\(quote.days)")),
            (f("Expires"), f.time(quote.ends)),
        ])
        let warnings = quote.warnings.map { warning -> HTML in
            let text =
                warning.isCertain
                ? f("Apple charges for \(warning.product) again: converting its rest does not cancel it. Next charge:")
                : f("Apple may charge for \(warning.product) again: no document says whether it renews. Next charge:")
            return "<li>\(text) \(f.time(warning.date)) (\(Components.code(warning.lineage)))</li>\n"
        }
        let alert: HTML =
            warnings.isEmpty
            ? .empty
            : "<div class=\"notice bad\" role=\"alert\"><strong>\(f("Warnings"))</strong><ul>\(warnings)</ul></div>"
        let table = Components.table(
            f("What is converted"),
            [f("Plan"), f("Days left"), f("Value", meaning: "worth")],
            sources,
            empty: f("There is nothing to convert.")
        )
        return Components.section(
            f("Preview"),
            id: "preview",
            "\(table)\(facts)\(alert)\(f.may(.support) ? confirm(quote, f) : .empty)"
        )
    }

    private func confirm(_ quote: Quote, _ f: PageContext) -> HTML {
        ActionForm(
            action: "convert",
            title: f("Convert"),
            fields: [
                .hidden("customer", customer), .hidden("scope", scope), .hidden("product", product ?? ""),
                .hidden("days", "\(quote.days)"),
                .hidden("warnings", quote.warnings.isEmpty ? "no" : "yes"),
            ],
            confirmation: quote.warnings.isEmpty
                ? f("Confirm: convert into \(quote.days) days of \(product ?? "").")
                : f(
                    "Confirm: convert into \(quote.days) days of \(product ?? ""); the customer knows that Apple may charge again."
                ),
            isDangerous: !quote.warnings.isEmpty,
            isOpen: true
        ).html(in: f)
    }
}
