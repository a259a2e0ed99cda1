// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// What a person should look at: what is paid for twice, and signs of fraud.
package struct RiskPage: Sendable {
    /// Something that was found about a customer.
    package struct Finding: Sendable {
        /// The kind of a conflict, or the name of a sign.
        package var kind: String
        /// When it was found.
        package var found: Date
        /// The customer.
        package var customer: String
        /// The product that is paid for nothing.
        package var product: String?
        /// That product's purchase's page.
        package var path: String?
        /// What the customer could do.
        package var advice: [String]
        /// Whether it is still so.
        package var isCurrent: Bool

        /// Makes a value.
        package init(
            kind: String,
            found: Date,
            customer: String,
            product: String?,
            path: String?,
            advice: [String],
            isCurrent: Bool
        ) {
            self.kind = kind
            self.found = found
            self.customer = customer
            self.product = product
            self.path = path
            self.advice = advice
            self.isCurrent = isCurrent
        }
    }

    /// Findings of one kind, the newest first, and the address of the next page.
    package struct List: Sendable {
        /// The findings.
        package var findings: [Finding]
        /// The address of the next page.
        package var older: String?

        /// Makes a value.
        package init(findings: [Finding], older: String?) {
            self.findings = findings
            self.older = older
        }
    }

    /// What customers pay for twice.
    package var conflicts: List
    /// Signs of proxy top-up and fraud.
    package var signals: List

    /// Makes the page.
    package init(conflicts: List, signals: List) {
        self.conflicts = conflicts
        self.signals = signals
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let twice = Components.list(
            f("Conflicts"),
            id: "conflicts",
            of: conflicts.findings,
            empty: f("No one pays for anything twice."),
            [
                f("Found"): { f.time($0.found) },
                f("What"): { "\(f.conflict($0.kind))" },
                f("Customer"): { f.customer($0.customer) },
                f("Superfluous"): { finding in
                    finding.path.map { Link(finding.product ?? "", $0).html } ?? "\(finding.product)"
                },
                f("Advice"): { "\($0.advice.map(f.advice).joined(separator: " "))" },
                f("Now", meaning: "state"): { Self.state(of: $0, f) },
            ]
        )
        let signs = Components.list(
            f("Fraud signals"),
            id: "signals",
            of: signals.findings,
            empty: f("No fraud signals."),
            [
                f("Found"): { f.time($0.found) },
                f("What"): { Components.badge(f.signal($0.kind), .bad) },
                f("Customer"): { f.customer($0.customer) },
                f("Now", meaning: "state"): { Self.state(of: $0, f) },
            ]
        )
        return Page(
            f.name(of: .findings),
            place: .findings,
            "\(twice)\(Components.pager(conflicts.older, f))\(signs)\(Components.pager(signals.older, f))"
        )
    }

    private static func state(of finding: Finding, _ f: PageContext) -> HTML {
        finding.isCurrent ? Components.badge(f("still so"), .warning) : Components.badge(f("over"))
    }
}
