// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTML

extension CustomerPage {
    /// The page.
    package func page(in f: PageContext) -> Page {
        var page = Page(
            id,
            place: .customers,
            follows: id,
            """
            \(pastNotice(f))\(head(f))
            \(tabs(f))
            \(part(f))
            """
        )
        page.crumbs = [Link(f.name(of: .customers), f.path(to: "/console/customers"))]
        page.mark =
            "<span class=\"avatar\" aria-hidden=\"true\">\(id.first.map { String($0).uppercased() } ?? "–")</span>"
        page.badges = badges(f)
        if f.may(.admin), at == nil {
            page.actions = "<a class=\"btn\" href=\"\(f.path(to: path + "/export"))\">\(f("Export"))</a>"
        }
        page.actions = "\(asOfPicker(f))\(page.actions)"
        return page
    }

    private func address(_ f: PageContext, _ query: [(name: String, value: String?)]) -> String {
        f.path(to: path, query + [("at", at.map(f.day))])
    }

    private func asOfPicker(_ f: PageContext) -> HTML {
        let tab: HTML? =
            self.tab == .overview ? nil : "<input type=\"hidden\" name=\"tab\" value=\"\(self.tab.rawValue)\">"
        return """
            <details class="picker right"><summary class="btn">\(f("View as of…"))</summary><div class="sheet">
            <form method="get" action="\(path)">\(f.scopeFields)\(tab)
            <div class="field"><label for="as-of">\(f("At the end of the day (UTC)"))</label>
            <input class="form-control" type="date" id="as-of" name="at" value="\(f.day(at ?? f.now))" max="\(f.day(f.now))" required></div>
            <button class="btn btn-primary">\(f("Show"))</button></form></div></details>
            """
    }

    /// Says that the page shows the past.
    private func pastNotice(_ f: PageContext) -> HTML? {
        guard let at else { return nil }
        let now = Link(f("Back to now"), f.path(to: path, [("tab", tab == .overview ? nil : tab.rawValue)]))
        return """
            <p class="notice hand" role="status">\(f("As of the end of \(f.date(at)), with what is known today.")) \(now.html)</p>
            """
    }

    // MARK: The head

    private func badges(_ f: PageContext) -> HTML {
        let isActive = entitlements.contains(where: \.isActive)
        let state: HTML
        if erased != nil {
            state = Components.badge(f("Erased"))
        } else if summary.hasGrace {
            state = Components.badge(f("Grace period"), .warning)
        } else if summary.hasTrial {
            state = Components.badge(f("Trial"), .info)
        } else if isActive {
            state = Components.badge(f("Subscriber"), .good)
        } else if summary.payments > 0 || !holdings.isEmpty {
            state = Components.badge(f("Lapsed"))
        } else {
            state = Components.badge(f("Never paid"))
        }
        let marks = signals.map { Components.badge(f.signal($0), .warning) }.joined(separator: " ")
        return "\(state) \(marks)"
    }

    private func head(_ f: PageContext) -> HTML {
        let tokens = Set(rows[.orders]?.map(\.detail) ?? []).subtracting([""]).sorted().prefix(2)
        let ids = tokens.map { " <span>\(f("Token"))</span> \(Components.code($0))" as HTML }
        let known = aliases.map { alias in
            " <span>\(f("Alias"))</span> \(Components.code(alias.id)) \(f.time(alias.merged))" as HTML
        }
        func amounts(_ list: [Amount], _ none: String) -> HTML {
            guard let first = list.first else { return "<b>\(none)</b>" }
            let rest = list.dropFirst().map { f.rounded($0.milliunits, $0.currency) }.joined(separator: " · ")
            return
                "<b>\(f.rounded(first.milliunits, first.currency))</b>\(rest.isEmpty ? .empty : "<small>\(rest)</small>" as HTML)"
        }
        let former = summary.storefronts.dropFirst().joined(separator: ", ")
        let next: HTML =
            summary.next.map { date in
                let price = summary.nextPrice.map { f.money($0.milliunits, $0.currency) + " · " } ?? ""
                return
                    "<b>\(Components.whole(f.date(date)))</b><small>\(price)\(summary.renews ? f("renews") : f("does not renew"))</small>"
            } ?? "<b>–</b>"
        let facts = Components.facts([
            (f("Paid"), amounts(summary.paid, "–")),
            (
                f("Refunded"),
                "\(amounts(summary.refunded, "–"))<small>\(f("\(summary.refunds) of \(summary.payments) payments"))</small>"
            ),
            (
                f("Storefront"),
                "<b>\(summary.storefronts.first ?? "–")</b>\(former.isEmpty ? .empty : "<small>\(f("before: "))\(former)</small>" as HTML)"
            ),
            (f("Created"), "<b>\(created.map { Components.whole(f.date($0)) } ?? "–")</b>"),
            (f("Last seen", meaning: "customer"), seen(f)),
            (f("Next renewal or end"), next),
        ])
        let erasure: HTML? = erased.map {
            "<p class=\"notice info\">\(f("Erased on")) \(f.time($0))</p>"
        }
        return """
            \(erasure)<section class="card-like customer-head" aria-label="\(f("Customer"))"><div class="ids">
            <div><span>\(f("Customer"))</span> \(Components.code(id))</div>\((ids + known).map { "<div>\($0)</div>" as HTML })</div>
            \(facts)</section>
            \(conflictList(f))
            """
    }

    private func seen(_ f: PageContext) -> HTML {
        guard let lastSeen else { return "<b>–</b>" }
        let device: HTML? = lastSeen.device.isEmpty ? nil : "<small>\(lastSeen.device)</small>"
        return "<b>\(Components.whole(f.date(lastSeen.date)))</b>\(device)"
    }

    private func conflictList(_ f: PageContext) -> HTML {
        guard !conflicts.isEmpty else { return .empty }
        let items = conflicts.map { conflict in
            """
            <li><strong>\(f.conflict(conflict.kind))</strong> (\(conflict.entitlement)): \(conflict.keptPurchase) + \(conflict.redundantPurchase).
            \(conflict.advice.map(f.advice).joined(separator: " "))</li>

            """ as HTML
        }
        return Components.section(f("Conflicts"), id: "conflicts", "<ul>\(items)</ul>")
    }

    private func tabs(_ f: PageContext) -> HTML {
        let items = Tab.allCases.map { item -> HTML in
            let current: HTML = item == tab ? " aria-current=\"page\"" : .empty
            let count = rows[item].map { " " + f.number($0.count) } ?? ""
            let link = address(f, [("tab", item == .overview ? nil : item.rawValue)])
            return "<a href=\"\(link)\"\(current)>\(f.name(ofTab: item))\(count)</a>\n"
        }
        return "<nav class=\"tabs\" aria-label=\"\(f("Parts of the page"))\">\(items)</nav>"
    }

    private func part(_ f: PageContext) -> HTML {
        switch tab {
        case .overview:
            """
            <div class="grid grid-customer"><div>
            \(entitlementList(f))
            \(access(f))
            \(timeline(f))
            </div><div>
            \(holdingList(f))
            \(noteCard(f))
            \(at == nil ? balanceCard(f) : nil)
            \(at == nil ? actions(f) : nil)
            </div></div>
            """
        case .timeline: timeline(f)
        case .orders, .transactions, .balances, .webhooks, .audit: list(f)
        }
    }

    // MARK: What the customer may use

    private func entitlementList(_ f: PageContext) -> HTML {
        let items = self.entitlements.map { derived -> HTML in
            let link = Link(
                derived.isActive ? f("Why") : f("Why not"),
                f.path(to: "\(path)/why/\(HTML.escapeSegment(derived.id))", [("scope", derived.scope.value)])
            )
            let state =
                derived.isActive
                ? Components.badge(f("active"), .good) : Components.badge(f("inactive"), .plain)
            let place: HTML? =
                derived.scope.environment == "Production"
                ? nil : Components.badge(f.environment(derived.scope.environment), .hand)
            return """
                <li><div><strong>\(derived.id)</strong> \(state) \(place)<span class="soft">\(sentence(derived, f))</span></div>                <div>\(link.html)</div></li>

                """
        }
        let content: HTML =
            items.isEmpty
            ? "<p class=\"soft\">\(f("No entitlement was ever granted."))</p>"
            : "<ul class=\"rows\">\(items)</ul>"
        return Components.section(f("Entitlements"), id: "entitlements", refreshes: true, content)
    }

    /// Why, with the product and its dates.
    private func sentence(_ derived: Entitlement, _ f: PageContext) -> String {
        let since = derived.since.map(f.date)
        let until = derived.until.map(f.date)
        let dates: String? =
            switch (since, until) {
            case (let since?, let until?): "\(since) – \(until)"
            case (let since?, nil): f("since \(since)")
            case (nil, let until?): f("until \(until)")
            case (nil, nil): nil
            }
        let about = [derived.product, dates].compactMap(\.self).joined(separator: ", ")
        return f.rule(derived.rule) + (about.isEmpty ? "" : " " + about + f("."))
    }

    private func access(_ f: PageContext) -> HTML? {
        guard !lanes.isEmpty else { return nil }
        let choices = AccessRange.allCases.map { choice -> HTML in
            let current: HTML = choice == range ? " aria-current=\"true\"" : .empty
            let name =
                switch choice {
                case .quarter: f("3 m")
                case .year: f("1 y")
                case .all: f("All")
                }
            return "<a href=\"\(address(f, [("range", choice.rawValue)]))\"\(current)>\(name)</a>"
        }
        return """
            <section class="card-like" id="access" aria-labelledby="access-title">
            <div class="card-head"><h2 id="access-title">\(f("Access over time"))</h2><div class="segments">\(choices)</div></div>
            \(AccessLanes(lanes: lanes, now: at ?? f.now, range: range).html(in: f))
            </section>

            """
    }

    private func holdingList(_ f: PageContext) -> HTML {
        let cards = holdings.map { holding -> HTML in
            let state = holding.state.map { f.renewalState($0) }
            let path = f.path(
                to: "/console/purchases/\(HTML.escapeSegment(holding.lineage))",
                [("scope", holding.scope.value)]
            )
            let renews = holding.willRenew.map { $0 ? f("renews") : f("does not renew") }
            let place = [f.environment(holding.scope.environment), holding.storefront].compactMap(\.self)
            return """
                <li><div>\(Link(holding.product, path).html) \(state.map { Components.badge($0.text, $0.tone) })
                \(holding.agreement.map { "<span class=\"soft\">\($0.line(in: f))</span>" as HTML })
                <span class="soft">\(Components.code(holding.lineage))</span>
                <span class="soft">\(([holding.ends.map { f("ends") + " " + f.date($0) }, renews].compactMap(\.self) + place).joined(separator: " · "))</span></div></li>

                """
        }
        let content: HTML =
            cards.isEmpty
            ? "<p class=\"soft\">\(f("No purchase belongs to this customer."))</p>"
            : "<ul class=\"rows\">\(cards)</ul>"
        return Components.section(f("Purchases"), id: "holdings", refreshes: true, content)
    }

    private func noteCard(_ f: PageContext) -> HTML? {
        let canWrite = f.may(.support) && erased == nil && at == nil
        guard canWrite || !notes.isEmpty else { return nil }
        let items = notes.map { note -> HTML in
            let remove: HTML? =
                canWrite
                ? """
                <form method="post" action="/console/actions/remove-note"><input type="hidden" name="csrf" value="\(f.csrf)">\
                <input type="hidden" name="back" value="\(f.path)"><input type="hidden" name="scope" value="\(f.scope.value)">\
                <input type="hidden" name="customer" value="\(id)"><input type="hidden" name="note" value="\(note.id)">
                <button class="btn btn-link" aria-label="\(f("Remove the note of")) \(note.author)">\(f("Remove"))</button></form>
                """ : nil
            return """
                <li><div>\(note.text)<span class="soft">\(f.mover(note.author)) · \(f.time(note.at))</span></div><div>\(remove)</div></li>

                """
        }
        let add =
            canWrite
            ? ActionForm(
                action: "add-note",
                title: f("Add note"),
                fields: [
                    .hidden("customer", id), .hidden("scope", f.scope.value),
                    .long(name: "text", label: f("Note for the team")),
                ]
            ).html(in: f) : .empty
        return Components.section(
            f("Notes"),
            id: "notes",
            "\(items.isEmpty ? .empty : "<ul class=\"rows\">\(items)</ul>" as HTML)\(add)"
        )
    }

    private func balanceCard(_ f: PageContext) -> HTML? {
        guard !balances.isEmpty else { return nil }
        let items = balances.map { balance -> HTML in
            let place = balance.environment == "Production" ? "" : " · " + f.environment(balance.environment)
            return """
                <li><div>\(balance.currency)<span class="soft">\(place)</span></div><div><b>\(f.number(Int(balance.amount)))</b></div></li>

                """
        }
        let more = Link(f("History"), address(f, [("tab", Tab.balances.rawValue)]))
        return Components.section(
            f("Balances"),
            id: "balances",
            refreshes: true,
            "<ul class=\"rows\">\(items)</ul><p>\(more.html)</p>"
        )
    }

    // MARK: The timeline

    private func timeline(_ f: PageContext) -> HTML {
        let own: [(name: String, value: String?)] = [("tab", tab == .overview ? nil : tab.rawValue)]
        let kinds = [nil] + TimelineEntry.Kind.allCases.map(Optional.some)
        let steps: [(name: String, value: String?)] = [("steps", showsSteps ? "all" : nil)]
        let choices = kinds.map { choice -> HTML in
            let text = choice.map { f.name(of: $0) } ?? f("Everything")
            let current: HTML = choice == kind ? " aria-current=\"true\"" : .empty
            let link = address(f, own + steps + [("kind", choice?.rawValue)])
            return "<a class=\"chip\" href=\"\(link)#story\"\(current)>\(text)</a>\n"
        }
        let kindItem: [(name: String, value: String?)] = [("kind", kind?.rawValue)]
        func view(_ all: Bool, _ name: String) -> HTML {
            let current: HTML = all == showsSteps ? " aria-current=\"true\"" : .empty
            return
                "<a href=\"\(address(f, own + kindItem + [("steps", all ? "all" : nil)]))#story\"\(current)>\(name)</a>"
        }
        func page(_ name: String, _ number: Int) -> HTML {
            Link(name, address(f, own + steps + kindItem + [("page", String(number))]) + "#story").html
        }
        let newer = number > 1 ? page(f("Newer"), number - 1) : .empty
        let older = hasMore ? page(f("Older"), number + 1) : .empty
        let isEmpty = showsSteps ? timelineEntries.isEmpty : groups.isEmpty
        let content: HTML =
            isEmpty
            ? "<p class=\"soft\">\(f("Nothing happened."))</p>"
            : showsSteps ? "<ol class=\"story\">\(timelineEntries.map { $0.html(in: f) })</ol>" : days(f)
        return """
            <section class="card-like" id="story" aria-labelledby="story-title" data-refresh>
            <div class="card-head"><h2 id="story-title">\(f("Timeline"))</h2>
            <div class="segments">\(view(false, f("Grouped")))\(view(true, f("Every step")))</div></div>
            <p class="chips">\(choices)</p>
            \(content)
            <p class="pager">\(newer) \(older)</p>
            </section>

            """
    }

    /// The groups, below the day of each.
    private func days(_ f: PageContext) -> HTML {
        var content: HTML = .empty
        var day = ""
        for (index, group) in groups.enumerated() {
            let own = f.date(group.instant)
            if own != day {
                content += "<h3>\(own)</h3>\n"
                day = own
            }
            content += group.html(isOpen: index == 0 && number == 1, in: f)
        }
        return "<div class=\"groups\">\(content)</div>"
    }

    // MARK: Lists

    private func list(_ f: PageContext) -> HTML {
        let own = rows[tab] ?? []
        let cells = own.map { row -> [HTML] in
            let name = row.name.path.isEmpty ? HTML(row.name.text) : row.name.html
            let about =
                switch tab {
                case .audit: f.action(row.about)
                case .webhooks: f.event(row.about).text
                default: row.about
                }
            return [f.time(row.instant), name, HTML(about), state(row, f), HTML(row.detail)]
        }
        let heads = columns(f)
        let table = Components.table(
            f.name(ofTab: tab),
            [f("When"), heads.0, f("About"), heads.1, heads.2],
            cells,
            empty: f("Nothing here yet.")
        )
        return Components.section(f.name(ofTab: tab), id: "rows", refreshes: true, table)
    }

    private func columns(_ f: PageContext) -> (String, String, String) {
        switch tab {
        case .orders: (f("Order"), f("State"), f("Token"))
        case .transactions: (f("Transaction"), f("State"), f("Price"))
        case .balances: (f("Currency", meaning: "virtual"), f("Amount", meaning: "virtual"), f("Reason"))
        case .webhooks: (f("Endpoint"), f("State"), f("Response"))
        default: (f("Actor"), f("State"), f("Detail"))
        }
    }

    private func state(_ row: Row, _ f: PageContext) -> HTML {
        switch tab {
        case .orders:
            let (text, tone) = f.orderState(row.state, since: row.instant)
            return Components.badge(text, tone)
        case .webhooks:
            let (text, tone) = f.deliveryState(row.state)
            return Components.badge(text, tone)
        case .transactions:
            return row.state == "revoked"
                ? Components.badge(f("revoked"), .bad) : Components.badge(f("valid"), .good)
        default: return HTML(row.state)
        }
    }
}

extension PageContext {
    /// The name of a part of a customer's page.
    func name(ofTab tab: CustomerPage.Tab) -> String {
        switch tab {
        case .overview: self("Overview")
        case .timeline: self("Timeline")
        case .orders: self("Orders")
        case .transactions: self("Transactions")
        case .balances: self("Balances")
        case .webhooks: self("Webhooks")
        case .audit: self("Audit log")
        }
    }
}
