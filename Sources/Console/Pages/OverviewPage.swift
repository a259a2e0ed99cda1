// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The first page: search, and what needs a look.
package struct OverviewPage: Sendable {
    /// Something that needs a look, and how much of it.
    package struct Matter: Sendable {
        /// Where it is listed.
        package var place: Page.NavigationItem
        /// How many.
        package var count: Int
        /// Whether there are more than were counted.
        package var isMore: Bool

        /// Makes a matter.
        package init(place: Page.NavigationItem, count: Int, isMore: Bool) {
            self.place = place
            self.count = count
            self.isMore = isMore
        }
    }

    /// What needs a look.
    package var matters: [Matter]
    /// The newest events with their customers.
    package var changes: [(instant: Date, type: String, customer: String?, product: String?)]

    /// Makes the page.
    package init(
        matters: [Matter],
        changes: [(instant: Date, type: String, customer: String?, product: String?)]
    ) {
        self.matters = matters
        self.changes = changes
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let cards = matters.map { matter -> HTML in
            let tone: StatusTone = matter.count == 0 ? .good : .warning
            let path = "/console/" + matter.place.rawValue
            return """
                <li><a class="number tone-\(tone.rawValue)" href="\(path)"><b>\(matter.count)\(matter.isMore ? "+" : "")</b>
                <span>\(f.matter(of: matter.place))</span></a></li>

                """
        }
        let list = Components.list(
            f("What happened last", "最近发生"),
            id: "recent",
            of: self.changes,
            empty: f("Nothing yet.", "暂无。"),
            [
                f("When", "时间"): { f.time($0.instant) },
                f("What", "事件"): { Components.event($0.type, f) },
                f("Customer", "用户"): { f.customer($0.customer) },
                f("Product", "商品"): { "\($0.product)" },
            ]
        )
        let hint = f(
            "Search above for a customer, an order, a transaction, the order id of Apple's e-mail, a token, an event.",
            "在上方搜索用户、订单、交易号、Apple 邮件中的订单号、token 或事件。"
        )
        return Page(
            f("Overview", "概览"),
            place: .home,
            """
            <p>\(hint)</p>
            <div data-refresh id="matters"><ul class="numbers">\(cards)</ul></div>
            \(list)
            """
        )
    }
}
