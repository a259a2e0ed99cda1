// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// Purser beside another provider: the report, and what differs.
package struct ShadowPage: Sendable {
    /// How far the comparison is.
    package struct Status: Sendable {
        /// The provider's URL.
        package var url: String
        /// The environment that is compared.
        package var environment: String
        /// Whether it runs.
        package var isEnabled: Bool
        /// When it was started.
        package var started: Date
        /// How many comparisons were made.
        package var compared: Int
        /// How many differences were delays.
        package var delays: Int
        /// How many customers the last complete round compared.
        package var customers: Int
        /// When the last round was complete.
        package var lastRound: Date?
        /// Why the provider last gave no usable answer.
        package var failure: String?
        /// When that was.
        package var failed: Date?

        /// Makes a status.
        package init(
            url: String,
            environment: String,
            isEnabled: Bool,
            started: Date,
            compared: Int,
            delays: Int,
            customers: Int,
            lastRound: Date?,
            failure: String?,
            failed: Date?
        ) {
            self.url = url
            self.environment = environment
            self.isEnabled = isEnabled
            self.started = started
            self.compared = compared
            self.delays = delays
            self.customers = customers
            self.lastRound = lastRound
            self.failure = failure
            self.failed = failed
        }
    }

    /// The differences of one class.
    package struct ClassRow: Sendable {
        /// The class's name, as addresses have it.
        package var kind: String
        /// The class, in words.
        package var title: String
        /// The party that must act.
        package var cause: String
        /// Whether the team accepts it.
        package var isAccepted: Bool
        /// How many may be delays.
        package var pending: Int
        /// How many are confirmed.
        package var confirmed: Int
        /// How many are gone.
        package var resolved: Int
        /// How many customers the confirmed ones are about.
        package var customers: Int
        /// The money at stake, in milliunits by currency.
        package var atStake: [(milliunits: Int64, currency: String)]

        /// Makes a row.
        package init(
            kind: String,
            title: String,
            cause: String,
            isAccepted: Bool,
            pending: Int,
            confirmed: Int,
            resolved: Int,
            customers: Int,
            atStake: [(milliunits: Int64, currency: String)]
        ) {
            self.kind = kind
            self.title = title
            self.cause = cause
            self.isAccepted = isAccepted
            self.pending = pending
            self.confirmed = confirmed
            self.resolved = resolved
            self.customers = customers
            self.atStake = atStake
        }
    }

    /// What the list is narrowed to.
    package struct Filter: Sendable {
        /// The class.
        package var kind: String?
        /// The state.
        package var state: String?
        /// The customer.
        package var customer: String?

        /// Makes a filter.
        package init(kind: String?, state: String?, customer: String?) {
            self.kind = kind
            self.state = state
            self.customer = customer
        }

        /// As addresses have it.
        package var items: [(name: String, value: String?)] {
            [("class", kind), ("state", state), ("customer", customer)]
        }

        var isEmpty: Bool { items.allSatisfy { $0.value == nil } }
    }

    /// How far it is; absent when it was never started.
    package var status: Status?
    /// Whether the team may switch.
    package var isGo: Bool
    /// What stands against it.
    package var obstacles: [String]
    /// The classes with differences.
    package var classes: [ClassRow]
    /// The differences.
    package var differences: [ShadowDifference]
    /// Every class, with its name and its title.
    package var kinds: [(name: String, title: String)]
    /// What the list is narrowed to.
    package var filter: Filter
    /// Where the list continues.
    package var older: String?

    /// Makes the page.
    package init(
        status: Status?,
        isGo: Bool = false,
        obstacles: [String] = [],
        classes: [ClassRow] = [],
        differences: [ShadowDifference] = [],
        kinds: [(name: String, title: String)] = [],
        filter: Filter,
        older: String? = nil
    ) {
        self.status = status
        self.isGo = isGo
        self.obstacles = obstacles
        self.classes = classes
        self.differences = differences
        self.kinds = kinds
        self.filter = filter
        self.older = older
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        guard let status else {
            return Page(
                f.name(of: .shadow),
                place: .shadow,
                """
                <p>\(f("Shadow mode compares Purser with another provider, customer by customer, before you switch."))</p>
                <p class="soft">\(f("It is off. Start it with PATCH /v1/shadow; the guide “Shadow mode” shows how."))</p>
                """
            )
        }
        return Page(
            f.name(of: .shadow),
            place: .shadow,
            """
            \(report(status, f))\(table(f))\(list(f))
            """
        )
    }

    private func report(_ status: Status, _ f: PageContext) -> HTML {
        let verdict = isGo ? Components.badge(f("Go"), .good) : Components.badge(f("No-go"), .bad)
        let reasons = obstacles.map { "<li>\($0)</li>\n" as HTML }
        let facts = Components.facts([
            (f("Provider"), Components.code(status.url)),
            (f("Environment"), HTML(f.environment(status.environment))),
            (f("Running since"), status.isEnabled ? f.time(status.started) : HTML(f("paused"))),
            (f("Comparisons"), HTML(f.number(status.compared))),
            (f("Delays that passed"), HTML(f.number(status.delays))),
            (f("Last complete round"), f.time(status.lastRound)),
            (f("Customers in that round"), HTML(f.number(status.customers))),
            (f("Last failure"), failure(status, f)),
        ])
        return Components.section(
            f("May you switch?"),
            id: "shadow-report",
            refreshes: true,
            "<p class=\"answer\">\(verdict) \(isGo ? f("Nothing stands against leaving the provider.") : "")</p><ul>\(reasons)</ul>\(facts)"
        )
    }

    private func failure(_ status: Status, _ f: PageContext) -> HTML {
        guard let failure = status.failure else { return .empty }
        return "\(failure) · \(f.time(status.failed))"
    }

    private func table(_ f: PageContext) -> HTML {
        let rows = classes.map { row -> [HTML] in
            let address = f.path(to: "/console/shadow", [("class", row.kind)])
            let accepted: HTML? = row.isAccepted ? Components.badge(f("accepted")) : nil
            let amounts = row.atStake.map { Components.whole(f.money($0.milliunits, $0.currency)) }
            return [
                "\(Link(row.title, address).html) \(accepted)", f.cause(row.cause), HTML(f.number(row.confirmed)),
                HTML(f.number(row.customers)), amounts.isEmpty ? "–" : amounts.joined(), HTML(f.number(row.pending)),
                HTML(f.number(row.resolved)),
            ]
        }
        return Components.section(
            f("Differences by class"),
            id: "shadow-classes",
            refreshes: true,
            Components.table(
                f("Differences by class"),
                [
                    f("Class"), f("Responsible"), f("Confirmed"), f("Customers"), f("At stake"),
                    f("Pending", meaning: "differences"),
                    f("Resolved"),
                ],
                rows,
                numeric: [2, 3, 4, 5, 6],
                empty: f("The two agree about every customer.")
            )
        )
    }

    private func list(_ f: PageContext) -> HTML {
        let rows = differences.map { difference -> [HTML] in
            [
                Link(difference.title, f.path(to: "/console/shadow/" + HTML.escapeSegment(difference.id))).html,
                f.customer(difference.customer), HTML(difference.entitlement), f.shadowState(difference.state),
                HTML(f.answer(difference.own)), HTML(difference.theirs.map { f.answer($0) } ?? "–"),
                difference.atStake.map { Components.whole(f.money($0.milliunits, $0.currency)) } ?? "–",
                f.time(difference.firstSeen),
            ]
        }
        let table = Components.table(
            f("Differences"),
            [
                f("Class"), f("Customer"), f("Entitlement"), f("State"), "Purser", f("Provider"), f("At stake"),
                f("First seen"),
            ],
            rows,
            numeric: [6],
            empty: filter.isEmpty ? f("No differences.") : f("No difference matches these filters.")
        )
        let check = ActionForm(
            action: "shadow-check",
            title: f("Compare a customer now"),
            fields: [
                .hidden("scope", f.scope.value),
                .text(name: "customer", label: f("Customer"), value: filter.customer ?? ""),
            ]
        )
        let form = f.may(.support) ? check.html(in: f) : .empty
        return Components.section(
            f("Differences"),
            id: "shadow-differences",
            "\(narrowing(f))\(table)\(Components.pager(older, f))\(form)"
        )
    }

    private func narrowing(_ f: PageContext) -> HTML {
        func options(_ choices: [(name: String, title: String)], _ chosen: String?) -> [HTML] {
            choices.map { choice in
                let mark: HTML = choice.name == chosen ? " selected" : .empty
                return "<option value=\"\(choice.name)\"\(mark)>\(choice.title)</option>"
            }
        }
        let states = ["pending", "confirmed", "resolved"].map { (name: $0, title: f.shadowStateName($0)) }
        let clear: HTML? =
            filter.isEmpty
            ? nil
            : "<a class=\"chip\" href=\"\(f.path(to: "/console/shadow"))\">\(f("Clear filters")) ×</a>"
        return """
            <div class="bar"><form method="get" action="/console/shadow">\(f.scopeFields)
            <label class="visually-hidden" for="shadow-class">\(f("Class"))</label>
            <select class="form-select" id="shadow-class" name="class"><option value="">\(f("All classes"))</option>\(options(kinds, filter.kind))</select>
            <label class="visually-hidden" for="shadow-state">\(f("State"))</label>
            <select class="form-select" id="shadow-state" name="state"><option value="">\(f("All states"))</option>\(options(states, filter.state))</select>
            <label class="visually-hidden" for="shadow-customer">\(f("Customer"))</label>
            <input class="form-control field-short" id="shadow-customer" name="customer" type="search" maxlength="200" value="\(filter.customer ?? "")" placeholder="\(f("Customer"))">
            <button class="btn">\(f("Filter"))</button></form>\(clear)</div>

            """
    }
}

extension PageContext {
    /// The party that must act about a difference.
    func cause(_ name: String) -> HTML {
        switch name {
        case "provider": Components.badge(self("the provider"))
        case "purser": Components.badge("Purser", .bad)
        case "policy": Components.badge(self("the team decides"), .warning)
        default: Components.badge(self("unknown"), .bad)
        }
    }

    /// The state of a difference, on its color.
    func shadowState(_ name: String) -> HTML {
        let tones: [String: StatusTone] = ["confirmed": .bad, "pending": .info, "resolved": .good]
        return Components.badge(shadowStateName(name), tones[name] ?? .plain)
    }

    /// The state of a difference.
    func shadowStateName(_ name: String) -> String {
        switch name {
        case "pending": self("pending", meaning: "difference")
        case "confirmed": self("confirmed", meaning: "difference")
        case "resolved": self("resolved", meaning: "difference")
        default: name
        }
    }

    /// One side's answer in a few words.
    func answer(_ side: ShadowDifference.Side) -> String {
        let parts = [
            side.isEntitled ? self("has access") : self("no access"), side.product,
            side.isEntitled ? side.until.map { self("until \(date($0))") } : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }
}
