// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Console
import FoundationEssentials
import HTML
import Persistence

/// The list of customers, with what they may use now in the chosen app and environment.
struct CustomerListView: Sendable {
    struct Row: Sendable {
        var id: String
        var created: Date
        var entitlements: [String]
        /// Whether anything is active; nothing where nothing was ever bought or granted.
        var isActive: Bool?
        var rule: Rule?
        var product: String?
        var ends: Date?
        var willRenew: Bool?
    }

    /// How many are counted exactly.
    static let maximumCount = CustomerFilter.maximumMatches

    let rows: [Row]
    let count: Int
    /// Whether more match than the list has.
    let isCut: Bool
    let query: CustomerListPages.Query
    /// The last one shown, where the list continues.
    let next: String?

    func page(in f: PageContext) -> Page {
        var page = Page(f.name(of: .customers), place: .customers, content(f))
        if f.may(.support) {
            page.actions = "<a class=\"btn\" href=\"\(f.path(to: "/console/customers.csv", query.items))\">CSV</a>"
        }
        return page
    }

    private func content(_ f: PageContext) -> HTML {
        let heads = [
            f("Customer"), f("State"), f("Entitlements"), f("Product"), f("Ends"),
            f("Created"),
        ]
        let cells = rows.map { row -> [HTML] in
            [
                Link(row.id, f.path(to: "/console/customers/" + HTML.escapeSegment(row.id))).html, state(row, f),
                HTML(row.entitlements.joined(separator: ", ")), HTML(row.product ?? ""), ends(row, f),
                Components.whole(f.date(row.created)),
            ]
        }
        let empty =
            query.text.isEmpty && !query.buyersOnly
            ? f("No customers yet. A customer is known from the first order, transaction or grant on.")
            : f("No customer matches these filters.")
        let table = Components.table(f.name(of: .customers), heads, cells, empty: empty)
        let part = f.number(Self.maximumCount)
        let notice: HTML? =
            isCut
            ? "<p class=\"notice\">\(f("More than \(part) customers match. \(part) of them are listed. Enter a longer part of the ID."))</p>"
            : nil
        return "\(tools(f))\(notice)<section class=\"card-like\" id=\"customers\">\(table)\(pager(f))</section>"
    }

    private func tools(_ f: PageContext) -> HTML {
        func path(_ change: (inout CustomerListPages.Query) -> Void) -> String {
            var query = query
            query.after = nil
            change(&query)
            return f.path(to: "/console/customers", query.items)
        }
        func chip(_ name: String, _ isOn: Bool, _ path: String) -> HTML {
            let current: HTML = isOn ? " aria-current=\"true\"" : .empty
            return "<a class=\"chip\" href=\"\(path)\"\(current)>\(name)</a>"
        }
        let found =
            count > Self.maximumCount
            ? f("more than \(f.number(Self.maximumCount))")
            : f("\(f.number(count)) found")
        let clear: HTML? = query.text.isEmpty ? nil : chip("“\(query.text)” ×", true, path { $0.text = "" })
        let hidden: HTML? = query.buyersOnly ? "<input type=\"hidden\" name=\"bought\" value=\"yes\">" : nil
        return """
            <div class="bar">
            <form method="get" action="/console/customers" role="search" aria-label="\(f("Customers"))">\(f.scopeFields)\(hidden)
            <label class="visually-hidden" for="customer-q">\(f("Part of the id"))</label>
            <input class="form-control field-short" id="customer-q" name="q" type="search" maxlength="200" value="\(query.text)" placeholder="\(f("Part of the id"))">
            <button class="btn">\(f("Filter"))</button></form>
            \(clear)
            \(chip(f("Everyone"), !query.buyersOnly, path { $0.buyersOnly = false }))
            \(chip(f("Bought here"), query.buyersOnly, path { $0.buyersOnly = true }))
            \(chip(f("Will not renew"), false, f.path(to: "/console/not-renewing")))
            <span class="soft end">\(found)</span></div>

            """
    }

    private func state(_ row: Row, _ f: PageContext) -> HTML {
        switch (row.isActive, row.rule) {
        case (nil, _): Components.badge(f("never purchased"))
        case (true, .gracePeriod?): Components.badge(f("grace period"), .warning)
        case (true, .freeTrial?): Components.badge(f("trial"), .info)
        case (true, .granted?): Components.badge(f("granted"), .hand)
        case (true, _): Components.badge(f("active"), .good)
        case (false, .billingRetry?): Components.badge(f("billing retry"), .warning)
        case (false, .refunded?): Components.badge(f("refunded"), .bad)
        case (false, _): Components.badge(f("inactive"))
        }
    }

    private func ends(_ row: Row, _ f: PageContext) -> HTML {
        guard let ends = row.ends else { return "–" }
        let renews: HTML? = row.willRenew.map {
            " \(Components.soft($0 ? f("renews") : f("does not renew")))"
        }
        return "\(Components.whole(f.date(ends)))\(renews)"
    }

    private func pager(_ f: PageContext) -> HTML {
        let sizes = CustomerListPages.Query.sizes.map { size -> HTML in
            var other = query
            other.size = size
            let current: HTML = size == query.size ? " aria-current=\"true\"" : .empty
            return "<a class=\"chip\" href=\"\(f.path(to: "/console/customers", other.items))\"\(current)>\(size)</a>"
        }
        let older = next.map {
            Link(f("Next"), f.path(to: "/console/customers", query.items + [("after", $0)])).html
        }
        let first: HTML? =
            query.after == nil ? nil : Link(f("First page"), f.path(to: "/console/customers", query.items)).html
        return """
            <div class="pager">\(first) \(older)</div>
            <p class="chips"><span class="soft">\(f("Rows a page"))</span> \(sizes)</p>
            """
    }
}
