// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
package import HTML

/// The first page: search, and what needs a look.
package struct OverviewPage: Sendable {
    /// Something that needs a look, and how much of it.
    package struct Matter: Sendable {
        /// Where it is listed.
        package var place: Page.NavigationItem
        /// How many.
        package var count: Int

        /// Makes a matter.
        package init(place: Page.NavigationItem, count: Int) {
            self.place = place
            self.count = count
        }
    }

    /// What needs a look.
    package var matters: [Matter]
    /// The newest events with their customers.
    package var changes: [(instant: Date, type: String, customer: String?, product: String?)]

    /// How the business does: numbers and a chart.
    package var business: HTML

    /// Makes the page.
    package init(
        matters: [Matter],
        changes: [(instant: Date, type: String, customer: String?, product: String?)],
        business: HTML
    ) {
        self.matters = matters
        self.changes = changes
        self.business = business
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let cards = matters.map { matter -> HTML in
            let tone: StatusTone = matter.count == 0 ? .good : .warning
            let path = f.path(to: matter.place.path)
            return """
                <li><a class="number tone-\(tone.rawValue)" href="\(path)"><b>\(f.count(matter.count))</b>
                <span>\(f.matter(of: matter.place))</span></a></li>

                """
        }
        let list = Components.list(
            f("What happened last"),
            id: "recent",
            of: self.changes,
            empty: f("Nothing yet."),
            [
                f("When"): { f.time($0.instant) },
                f("What"): { Components.event($0.type, f) },
                f("Customer"): { f.customer($0.customer) },
                f("Product"): { "\($0.product)" },
            ]
        )
        return Page(
            f("Overview"),
            place: .home,
            """
            <p class="answer">\(verdict(f))</p>
            <div data-refresh id="matters"><ul class="numbers">\(cards)</ul></div>
            \(business)
            \(list)
            """
        )
    }

    /// Whether all is well, in a sentence.
    private func verdict(_ f: PageContext) -> HTML {
        let due = matters.filter { $0.count > 0 && $0.place != .consumption }
        guard let first = due.first else {
            return
                "\(Components.badge(f("well"), .good)) \(f("Customers are served. Nothing to do."))"
        }
        let names = due.map { "\(f.matter(of: $0.place)): \(f.count($0.count))" }.joined(separator: " · ")
        let link = Link(names, f.path(to: first.place.path))
        return "\(Components.badge(f("look"), .warning)) \(link.html)"
    }
}
