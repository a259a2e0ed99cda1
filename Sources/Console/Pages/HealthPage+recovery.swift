// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

extension HealthPage {
    /// The last round of a kind of recovery.
    package struct Recovery: Sendable {
        /// The kind.
        package var kind: String
        /// Up to when it looked.
        package var until: Date
        /// How many documents it looked at.
        package var checked: Int
        /// How many of them were not known here.
        package var missing: Int
        /// How many of the missing could not be processed.
        package var failed: Int
        /// Why it ended early.
        package var interruption: String?

        /// Makes a value.
        package init(kind: String, until: Date, checked: Int, missing: Int, failed: Int, interruption: String?) {
            self.kind = kind
            self.until = until
            self.checked = checked
            self.missing = missing
            self.failed = failed
            self.interruption = interruption
        }
    }

    /// What recovery found, and the way to begin a round.
    func recovery(_ f: PageContext) -> HTML {
        let rows = recoveries.map { round -> [HTML] in
            let result =
                round.interruption.map { "\(Components.badge(f("interrupted"), .warning)) \($0)" as HTML }
                ?? (round.failed > 0
                    ? Components.badge(f("\(f.number(round.failed)) failed"), .bad)
                    : Components.badge(f("complete"), .good))
            return [
                HTML(f.recovery(round.kind)), f.time(round.until), HTML(f.number(round.checked)),
                HTML(f.number(round.missing)), result,
            ]
        }
        let table = Components.table(
            f("Recovery from Apple"),
            [f("What", meaning: "recovery"), f("Last round"), f("Checked"), f("Missed and found"), f("Result")],
            rows,
            numeric: [2, 3],
            empty: f("No round yet. Recovery runs automatically.")
        )
        let form: HTML? = f.may(.support) ? ActionForm.recovery(in: f).html(in: f) : nil
        return Components.section(
            f("Recovery from Apple"),
            id: "recovery",
            "\(recoveryJob.map { $0.bar(in: f) })\(table)\(form)"
        )
    }
}

extension PageContext {
    /// The name of a kind of recovery.
    func recovery(_ kind: String) -> String {
        switch kind {
        case "notifications": self("Notifications of Apple's history")
        case "purchases": self("Payments of open orders")
        case "refunds": self("Refunds")
        case "statuses": self("Subscriptions around their renewal")
        case "receipts": self("Stored receipts")
        case "reported": self("Purchases that apps reported")
        default: kind
        }
    }
}
