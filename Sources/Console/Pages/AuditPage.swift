// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// Who did what.
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
    package func page(in f: Frame) -> Page {
        let rows = entries.map { entry -> [HTML] in
            [
                f.time(entry.instant), HTML(f.mover(entry.actor)), HTML(f.action(entry.action)),
                Link(entry.target, "/console/search?q=" + HTML.escapeSegment(entry.target)).html, "\(entry.detail)",
            ]
        }
        let table = Parts.table(
            f("Audit", "操作记录"),
            [f("When", "时间"), f("Who", "谁"), f("What", "操作"), f("To what", "对象"), f("Detail", "详情")],
            rows,
            empty: f("Nothing was done by hand.", "没有手工操作。")
        )
        return Page(f.name(of: .audit), place: .audit, "\(table)\(Parts.pager(older, f))")
    }
}
