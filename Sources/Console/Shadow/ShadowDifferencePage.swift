// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// One difference from another provider, with why Purser answers as it does.
package struct ShadowDifferencePage: Sendable {
    /// The difference.
    package var difference: ShadowDifference
    /// The page that shows the rules and documents behind Purser's answer.
    package var why: String
    /// The reasons of Purser's answer, as rules, the deciding one first.
    package var rules: [String]

    /// Makes the page.
    package init(difference: ShadowDifference, why: String, rules: [String]) {
        self.difference = difference
        self.why = why
        self.rules = rules
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let reasons = rules.map { "<li>\(f.rule($0))</li>\n" as HTML }
        let again = ActionForm(
            action: "shadow-check",
            title: f("Compare again"),
            fields: [.hidden("scope", f.scope.value), .hidden("customer", difference.customer)]
        )
        let atStake = difference.atStake.map { Components.whole(f.money($0.milliunits, $0.currency)) }
        let facts = Components.facts([
            (f("Customer"), f.customer(difference.customer)),
            (f("Entitlement"), HTML(difference.entitlement)),
            (f("State"), f.shadowState(difference.state)),
            (f("Responsible"), f.cause(difference.cause)),
            (f("At stake"), atStake ?? .empty),
            (f("First seen"), f.time(difference.firstSeen)),
            (f("Last seen"), f.time(difference.lastSeen)),
        ])
        return Page(
            difference.title,
            follows: f.name(of: .shadow),
            """
            <p class="answer">\(difference.explanation)</p>
            \(facts)
            \(Components.section(f("Two answers"), id: "shadow-sides", sides(f)))
            \(Components.section(f("Why Purser answers so"), id: "shadow-why", "<ol class=\"story\">\(reasons)</ol><p>\(Link(f("Rules, dates and signed documents"), why).html)</p>"))
            \(f.may(.support) ? again.html(in: f) : nil)
            <p>\(Link(f("Back to shadow mode"), f.path(to: "/console/shadow")).html)</p>
            """
        )
    }

    private func sides(_ f: PageContext) -> HTML {
        func row(_ name: String, _ value: (ShadowDifference.Side) -> HTML) -> [HTML] {
            [HTML(name), value(difference.own), difference.theirs.map(value) ?? "–"]
        }
        return Components.table(
            f("Two answers"),
            [f("Question"), "Purser", f("Provider")],
            [
                row(f("Access")) { side in
                    Components.badge(side.isEntitled ? f("active") : f("inactive"), side.isEntitled ? .good : .plain)
                },
                row(f("Until")) { f.time($0.until) },
                row(f("Product")) { HTML($0.product ?? "–") },
                row(f("Transaction")) { side in side.transaction.map { Components.code($0) } ?? "–" },
                row(f("Environment")) { side in HTML(side.environment.map { f.environment($0) } ?? "–") },
            ],
            empty: ""
        )
    }
}
