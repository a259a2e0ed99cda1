// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The subscriptions in service whose renewal is turned off, the soonest end first.
package struct EndingSubscriptionsPage: Sendable {
    /// A subscription.
    package struct Subscription: Sendable {
        /// Whose it is; nothing where that is not known.
        package var customer: String?
        /// The purchase.
        package var purchase: String
        /// The address of the purchase's page.
        package var path: String
        /// The product.
        package var product: String
        /// When service ends.
        package var ends: Date
        /// Whether it is in the grace period.
        package var isInGrace: Bool

        /// Makes a value.
        package init(
            customer: String?,
            purchase: String,
            path: String,
            product: String,
            ends: Date,
            isInGrace: Bool
        ) {
            self.customer = customer
            self.purchase = purchase
            self.path = path
            self.product = product
            self.ends = ends
            self.isInGrace = isInGrace
        }
    }

    /// Within how many days service ends; nothing stands for any time.
    package static let spans: [Int?] = [7, 30, 90, nil]

    /// The subscriptions.
    package var subscriptions: [Subscription]
    /// How many there are in all, where the page has looked at all.
    package var count: Int?
    /// Within how many days service ends.
    package var days: Int?
    /// The product that is chosen.
    package var product: String?
    /// The products to choose from.
    package var products: [String]
    /// Where the list continues.
    package var next: String?
    /// Whether the page continues another one.
    package var isContinued: Bool

    /// Makes the page.
    package init(
        subscriptions: [Subscription],
        count: Int?,
        days: Int?,
        product: String?,
        products: [String],
        next: String?,
        isContinued: Bool
    ) {
        self.subscriptions = subscriptions
        self.count = count
        self.days = days
        self.product = product
        self.products = products
        self.next = next
        self.isContinued = isContinued
    }

    /// What addresses and forms have.
    package static func items(days: Int?, product: String?) -> [(name: String, value: String?)] {
        [("ends", days.map { "\($0)d" } ?? "all"), ("product", product)]
    }

    private func path(_ f: PageContext, days: Int?, product: String?, suffix: String = "") -> String {
        f.path(to: "/console/not-renewing" + suffix, Self.items(days: days, product: product))
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        var page = Page(f("Subscriptions that will not renew"), place: .customers, content(f))
        page.crumbs = [Link(f.name(of: .customers), f.path(to: "/console/customers"))]
        if f.may(.support) {
            page.actions = "<a class=\"btn\" href=\"\(path(f, days: days, product: product, suffix: ".csv"))\">CSV</a>"
        }
        return page
    }

    private func content(_ f: PageContext) -> HTML {
        let rows = subscriptions.map { item -> [HTML] in
            [
                item.customer.map {
                    Link($0, f.path(to: "/console/customers/" + HTML.escapeSegment($0))).html
                } ?? Components.soft(f("unknown")),
                HTML(item.product), f.time(item.ends),
                item.isInGrace
                    ? Components.badge(f("grace period"), .warning) : Components.badge(f("active"), .good),
                "<a href=\"\(item.path)\">\(Components.code(item.purchase))</a>",
            ]
        }
        let table = Components.table(
            f("Subscriptions that will not renew"),
            [f("Customer"), f("Product"), f("Ends"), f("State"), f("Purchase")],
            rows,
            empty: f("No subscription with renewal turned off ends in this time.")
        )
        let first: HTML? = isContinued ? Link(f("First page"), path(f, days: days, product: product)).html : nil
        let more = next.map { Link(f("Next"), $0).html }
        return """
            \(tools(f))
            <section class="card-like" id="ending">\(table)<div class="pager">\(first) \(more)</div></section>
            <p class="soft">\(f("The customer turned auto-renew off, and service continues until the end shown.")) \
            \(Link(f("Chart of churn"), f.path(to: "/console/charts/churn", [("res", "month")])).html)</p>
            """
    }

    private func tools(_ f: PageContext) -> HTML {
        let spans = Self.spans.map { span -> HTML in
            let current: HTML = span == days ? " aria-current=\"true\"" : .empty
            let name = span.map { f("Within \($0) days") } ?? f("Any time")
            return "<a class=\"chip\" href=\"\(path(f, days: span, product: product))\"\(current)>\(name)</a>\n"
        }
        let options = products.map { name -> HTML in
            "<option value=\"\(name)\"\(name == product ? " selected" : "" as HTML)>\(name)</option>"
        }
        let found = count.map { "<span class=\"soft end\">\(f("\(f.number($0)) found"))</span>" as HTML }
        return """
            <div class="bar">\(spans)
            <form method="get" action="/console/not-renewing">\(f.scopeFields)
            <input type="hidden" name="ends" value="\(days.map { "\($0)d" } ?? "all")">
            <label class="visually-hidden" for="ending-product">\(f("Product"))</label>
            <select class="form-select field-short" id="ending-product" name="product"><option value="">\(f("All products"))</option>\(options)</select>
            <button class="btn">\(f("Filter"))</button></form>
            \(found)</div>

            """
    }
}
