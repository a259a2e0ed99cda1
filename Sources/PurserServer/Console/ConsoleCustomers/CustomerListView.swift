// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
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
        /// What was paid, by currency.
        var amounts: [CustomerSummary.Amount] = []
        /// When the customer was last seen.
        var visit: CustomerVisit?
    }

    /// How many are counted exactly.
    static let maximumCount = CustomerFilter.maximumMatches

    let rows: [Row]
    let count: Int
    /// Whether more match than the list has.
    let isCut: Bool
    let query: CustomerListPages.Query
    /// The last one shown, where the list continues.
    let next: CustomerListPlace?
    /// The products to choose from.
    let products: [String]
    /// The currencies in which customers paid.
    let currencies: [Currency]
    /// When states and amounts were derived, where the list is narrowed or sorted by them.
    let computed: Date?
    /// Whether every customer is counted in.
    let isComplete: Bool

    func page(in f: PageContext) -> Page {
        var page = Page(f.name(of: .customers), place: .customers, content(f))
        if f.may(.support) {
            page.actions = "<a class=\"btn\" href=\"\(f.path(to: "/console/customers.csv", query.items))\">CSV</a>"
        }
        return page
    }

    private func content(_ f: PageContext) -> HTML {
        let heads = [
            HTML(f("Customer")), HTML(f("State")), HTML(f("Entitlements")), HTML(f("Product")), HTML(f("Ends")),
            sortable(f("Spent"), .spent, f), sortable(f("Last seen", meaning: "customer"), .seen, f),
            HTML(f("Created")),
        ]
        let cells = rows.map { row -> [HTML] in
            [
                Link(row.id, f.path(to: "/console/customers/" + HTML.escapeSegment(row.id))).html, state(row, f),
                HTML(row.entitlements.joined(separator: ", ")), HTML(row.product ?? ""), ends(row, f),
                spent(row, f), seen(row, f), Components.whole(f.date(row.created)),
            ]
        }
        let empty =
            query.isNarrowed || query.order != .identifier
            ? f("No customer matches these filters.")
            : f("No customers yet. A customer is known from the first order, transaction or grant on.")
        let table = Components.table(
            f.name(of: .customers),
            heads,
            cells,
            numeric: [5],
            descending: [.spent: 5, .seen: 6][query.order],
            empty: empty
        )
        let part = f.number(Self.maximumCount)
        let notice: HTML? =
            isCut
            ? "<p class=\"notice\">\(f("More than \(part) customers match. \(part) of them are listed. Enter a longer part of the ID."))</p>"
            : nil
        let incomplete: HTML? =
            isComplete
            ? nil
            : "<p class=\"notice\">\(f("States and amounts are being computed for the first time. Some customers are missing until that is done."))</p>"
        let age: HTML? = computed.map { "<p class=\"soft\">\(f("States and amounts as of")) \(f.time($0))</p>" }
        return
            "\(tools(f))\(notice)\(incomplete)<section class=\"card-like\" id=\"customers\">\(table)\(pager(f))</section>\(age)"
    }

    /// The head of a column that the list can be sorted by.
    private func sortable(_ name: String, _ order: CustomerListPages.Query.Order, _ f: PageContext) -> HTML {
        var other = query
        other.after = nil
        other.order = query.order == order ? .identifier : order
        let mark: HTML = query.order == order ? " <span aria-hidden=\"true\">↓</span>" : .empty
        let label = query.order == order ? f("\(name), largest first") : f("Sort by \(name), largest first")
        return
            "<a href=\"\(f.path(to: "/console/customers", other.items))\" aria-label=\"\(label)\">\(name)\(mark)</a>"
    }

    private func spent(_ row: Row, _ f: PageContext) -> HTML {
        guard !row.amounts.isEmpty else { return "–" }
        let texts = row.amounts.map { amount -> HTML in
            let refunded: HTML? =
                amount.refunds == 0
                ? nil : " \(Components.soft(f("\(f.money(amount.refunded, amount.currency.rawValue)) refunded")))"
            return "\(Components.whole(f.money(amount.net, amount.currency.rawValue)))\(refunded)"
        }
        return texts.dropFirst().reduce(texts[0]) { "\($0)<br>\($1)" }
    }

    private func seen(_ row: Row, _ f: PageContext) -> HTML {
        guard let visit = row.visit else { return "–" }
        let version: HTML? = visit.appVersion.isEmpty ? nil : " \(Components.soft(visit.appVersion))"
        return "\(Components.whole(f.date(visit.seen)))\(version)"
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
        return """
            <div class="bar">
            <form method="get" action="/console/customers" role="search" aria-label="\(f("Customers"))">\(f.scopeFields)\(hidden(without: ["q"]))
            <label class="visually-hidden" for="customer-q">\(f("Part of the id"))</label>
            <input class="form-control field-short" id="customer-q" name="q" type="search" maxlength="200" value="\(query.text)" placeholder="\(f("Part of the id"))">
            <button class="btn">\(f("Filter"))</button></form>
            \(chip(f("Everyone"), !query.isNarrowed, path { $0 = CustomerListPages.Query(size: $0.size) }))
            \(chip(f("Bought here"), query.buyersOnly, path { $0.buyersOnly = true }))
            \(chip(f("Will not renew"), false, f.path(to: "/console/not-renewing")))
            \(chip(f.name(of: .findings), false, f.path(to: "/console/risk")))
            \(sheet(f))
            <span class="soft end">\(found)</span></div>
            \(activeFilters(f))

            """
    }

    /// What narrows the list, each with the way to take it off.
    private func activeFilters(_ f: PageContext) -> HTML? {
        let texts = query.filters.compactMap { name, value -> (name: String, text: String)? in
            guard let value else { return nil }
            return text(of: name, value, f).map { (name, $0) }
        }
        guard !texts.isEmpty else { return nil }
        let chips = texts.map { name, text -> HTML in
            let path = f.path(to: "/console/customers", query.without(name).items)
            return """
                <a class="chip chip-on" href="\(path)" aria-label="\(f("Remove the filter")) \(text)">\(text) ×</a>

                """
        }
        return "<p class=\"chips\">\(chips)</p>"
    }

    private func text(of filter: String, _ value: String, _ f: PageContext) -> String? {
        switch filter {
        case "q": "“\(value)”"
        case "bought": nil
        case "status": query.status.map { f.name(of: $0) }
        case "product": "\(f("Product")): \(value)"
        case "country": "\(f("Storefront")): \(query.storefronts.joined(separator: ", "))"
        case "renews": query.renews == true ? f("Will renew") : f("Will not renew")
        case "spent": f("Spent at least \(value) \(query.amountCurrency(among: currencies).rawValue)")
        case "refunded": f("Has a refund")
        case "seen": f.visitName(value)
        default: nil
        }
    }

    /// The form with all filters.
    private func sheet(_ f: PageContext) -> HTML {
        func select(
            _ id: String,
            _ label: String,
            _ name: String,
            _ options: [(String, String)],
            _ chosen: String?
        )
            -> HTML
        {
            let items = ([("", f("All"))] + options).map { value, text -> HTML in
                "<option value=\"\(value)\"\(value == chosen ?? "" ? " selected" : "" as HTML)>\(text)</option>"
            }
            return """
                <div class="field"><label for="\(id)">\(label)</label>
                <select class="form-select" id="\(id)" name="\(name)">\(items)</select></div>
                """
        }
        let statuses = CustomerListFilter.Status.allCases.map { ($0.rawValue, f.name(of: $0)) }
        let visits = ["1d", "7d", "30d", "90d", "not-7d", "not-30d", "not-90d"].map { ($0, f.visitName($0)) }
        let codes = currencies.map(\.rawValue)
        let chosen = query.amountCurrency(among: currencies).rawValue
        let amounts = (codes.contains(chosen) ? codes : codes + [chosen]).map { code -> HTML in
            "<option value=\"\(code)\"\(code == chosen ? " selected" : "" as HTML)>\(code)</option>"
        }
        let refunded: HTML = query.refundedOnly ? " checked" : .empty
        return """
            <details class="picker"><summary class="btn">\("+ " + f("Filter"))</summary><div class="sheet">
            <form method="get" action="/console/customers">\(f.scopeFields)\(hidden(without: Self.fields))
            \(select("filter-status", f("State"), "status", statuses, query.status?.rawValue))
            \(select("filter-product", f("Product"), "product", products.map { ($0, $0) }, query.product))
            <div class="field"><label for="filter-country">\(f("Storefront"))</label>
            <input class="form-control" id="filter-country" name="country" maxlength="199" placeholder="USA, CHN" value="\(query.storefronts.joined(separator: ", "))"></div>
            \(select("filter-renews", f("Renewal"), "renews", [("yes", f("Will renew")), ("no", f("Will not renew"))], query.renews.map { $0 ? "yes" : "no" }))
            <div class="field"><label for="filter-spent">\(f("Spent at least"))</label>
            <input class="form-control" id="filter-spent" name="spent" inputmode="decimal" maxlength="20" value="\(query.spent ?? "")"></div>
            <div class="field"><label for="filter-currency">\(f("Currency"))</label>
            <select class="form-select" id="filter-currency" name="cur">\(amounts)</select></div>
            \(select("filter-seen", f("Last seen", meaning: "customer"), "seen", visits, query.seen))
            <label><input class="form-check-input" type="checkbox" name="refunded" value="yes"\(refunded)> \(f("Has a refund"))</label>
            <button class="btn btn-primary">\(f("Apply"))</button></form></div></details>
            """
    }

    /// The fields of the form with all filters.
    private static let fields: Set<String> = [
        "status", "product", "country", "renews", "spent", "cur", "seen", "refunded",
    ]

    /// What a form that changes a part of the address sends along of the rest.
    private func hidden(without names: Set<String>) -> HTML {
        let fields = query.items.compactMap { name, value -> HTML? in
            guard let value, !names.contains(name) else { return nil }
            return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
        }
        return fields.reduce("" as HTML) { "\($0)\($1)" }
    }

    private func state(_ row: Row, _ f: PageContext) -> HTML {
        switch (row.isActive, row.rule) {
        case (nil, _) where !row.amounts.isEmpty: Components.badge(f("purchased"))
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
            Link(f("Next"), f.path(to: "/console/customers", query.items + [("after", $0.text)])).html
        }
        let first: HTML? =
            query.after == nil ? nil : Link(f("First page"), f.path(to: "/console/customers", query.items)).html
        return """
            <div class="pager">\(first) \(older)</div>
            <p class="chips"><span class="soft">\(f("Rows a page"))</span> \(sizes)</p>
            """
    }
}

extension PageContext {
    /// What people call the state of a customer's subscriptions.
    fileprivate func name(of status: CustomerListFilter.Status) -> String {
        switch status {
        case .active: self("Active subscription")
        case .trial: self("In a free trial")
        case .grace: self("In a grace period")
        case .retry: self("In billing retry")
        case .ended: self("Subscription ended")
        }
    }

    /// What people call a filter by the last visit.
    fileprivate func visitName(_ value: String) -> String {
        guard let (days, isSeen) = CustomerListPages.Query.visits[value] else { return value }
        return isSeen ? self("Seen within \(number(days)) days") : self("Not seen for \(number(days)) days")
    }
}
