// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The audit log.
package struct AuditPage: Sendable {
    /// An entry.
    package struct Entry: Sendable {
        /// When.
        package var instant: Date
        /// Who.
        package var actor: String
        /// What.
        package var action: String
        /// To what.
        package var target: String
        /// More.
        package var detail: String?

        /// Makes an entry.
        package init(instant: Date, actor: String, action: String, target: String, detail: String?) {
            self.instant = instant
            self.actor = actor
            self.action = action
            self.target = target
            self.detail = detail
        }
    }

    /// The entries, the newest first.
    package var entries: [Entry]
    /// The address of the next page.
    package var older: String?

    /// Makes the page.
    package init(entries: [Entry], older: String?) {
        self.entries = entries
        self.older = older
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let list = Components.list(
            f("Audit log"),
            id: "entries",
            of: entries,
            empty: f("Nothing was done manually."),
            [
                f("When"): { f.time($0.instant) },
                f("Who"): { HTML(f.mover($0.actor)) },
                f("What", meaning: "action"): { HTML(f.action($0.action)) },
                f("To what"): { Self.target($0, f) },
                f("Detail"): { "\($0.detail)" },
            ]
        )
        return Page(f.name(of: .audit), place: .audit, "\(list)\(Components.pager(older, f))")
    }

    /// What the search finds is a link; keys, members, endpoints and paths of Apple's interface are not.
    private static func target(_ entry: Entry, _ f: PageContext) -> HTML {
        let kind = entry.action.prefix { $0 != "." && $0 != "_" && $0 != "-" }
        let found = [
            "grant", "purchase", "customer", "order", "consumption", "subscription", "balance", "usage", "plan",
            "device",
            "consent",
        ]
        guard found.contains(String(kind)), !entry.target.isEmpty, !entry.target.hasPrefix("/") else {
            return HTML(entry.target)
        }
        return Link(entry.target, f.path(to: "/console/search", [("q", entry.target)])).html
    }
}
