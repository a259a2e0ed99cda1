// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The closing of months: the figures that were kept, and what changed since.
extension PayoutPage {
    /// A closed month.
    package struct Closing: Sendable {
        /// The month.
        package var month: String
        /// When it was closed.
        package var closed: Date
        /// The name of the person or key that closed it.
        package var author: String
        /// What they wrote down.
        package var note: String?
        /// What changed since; nothing where it was not computed.
        package var changes: Changes?

        /// Makes a value.
        package init(month: String, closed: Date, author: String, note: String?, changes: Changes? = nil) {
            self.month = month
            self.closed = closed
            self.author = author
            self.note = note
            self.changes = changes
        }
    }

    /// What changed since a month was closed.
    package struct Changes: Sendable {
        /// A figure that is another one now.
        package struct Adjustment: Sendable {
            /// Which one, as ``Part`` names it.
            package var part: Part
            /// The currency.
            package var currency: String
            /// What was kept.
            package var then: Int64
            /// What it is now.
            package var now: Int64

            /// Makes a value.
            package init(part: Part, currency: String, then: Int64, now: Int64) {
                self.part = part
                self.currency = currency
                self.then = then
                self.now = now
            }
        }

        /// The figures of a month.
        package enum Part: String, Sendable, CaseIterable {
            /// What customers paid, less refunds.
            case revenue
            /// Tax.
            case tax
            /// Apple's share.
            case commission
            /// What is left.
            case proceeds
        }

        /// A purchase whose documents came after the month was closed.
        package struct Purchase: Sendable {
            /// The customer's or the purchase's page.
            package var link: Link
            /// What it added to the proceeds, by currency, and what it adds now.
            package var amounts: [(currency: String, then: Int64, now: Int64)]
            /// The documents, with when they came.
            package var documents: [(link: Link, received: Date)]

            /// Makes a value.
            package init(
                link: Link,
                amounts: [(currency: String, then: Int64, now: Int64)],
                documents: [(link: Link, received: Date)]
            ) {
                self.link = link
                self.amounts = amounts
                self.documents = documents
            }
        }

        /// The figures that changed.
        package var adjustments: [Adjustment]
        /// The purchases that changed them, the first of them.
        package var purchases: [Purchase]
        /// How many purchases there are.
        package var count: Int

        /// Makes a value.
        package init(adjustments: [Adjustment], purchases: [Purchase], count: Int) {
            self.adjustments = adjustments
            self.purchases = purchases
            self.count = count
        }
    }

    /// Whether the month is closed, with the way to close it or to open it again.
    func closingSection(_ f: PageContext) -> HTML {
        if let job = closingJob {
            return Components.section(f("Closing of the month"), id: "closing", refreshes: true, job.bar(in: f))
        }
        guard let closing else {
            let text =
                isOver
                ? f("The month is over and open: its figures follow late documents.")
                : f("The month can be closed after its last day.")
            let form: HTML? = isOver && f.may(.support) ? closeForm(f) : nil
            return Components.section(
                f("Closing of the month"),
                id: "closing",
                "<p class=\"soft\">\(text)</p>\(form)"
            )
        }
        let note: HTML? = closing.note.map { " “\($0)”" }
        let lead: HTML =
            "<p>\(Components.badge(f("closed"), .good)) \(f.time(closing.closed)) · \(f.mover(closing.author))\(note)</p>"
        let form: HTML? = f.may(.support) ? reopenForm(f) : nil
        return Components.section(f("Closing of the month"), id: "closing", "\(lead)\(changes(closing, f))\(form)")
    }

    private func closeForm(_ f: PageContext) -> HTML {
        ActionForm(
            action: "close-month",
            title: f("Close this month"),
            fields: [
                .hidden("month", month), .hidden("scope", f.scope.value),
                .hint(f("Keeps the figures as they are now. Later changes are shown as differences.")),
                .text(name: "note", label: f("Note"), isRequired: false),
            ],
            confirmation: f("Confirm: close \(month).")
        ).html(in: f)
    }

    private func reopenForm(_ f: PageContext) -> HTML {
        ActionForm(
            action: "reopen-month",
            title: f("Open this month again"),
            fields: [
                .hidden("month", month), .hidden("scope", f.scope.value),
                .text(name: "reason", label: f("Reason")),
            ],
            confirmation: f("Confirm: the kept figures are removed; the audit log has them.")
        ).html(in: f)
    }

    private func changes(_ closing: Closing, _ f: PageContext) -> HTML {
        guard let changes = closing.changes else {
            let text = f("There are too many purchases for a page: ask GET /v1/closed-months/\(month).")
            return "<p class=\"notice info\">\(text)</p>"
        }
        guard !changes.adjustments.isEmpty else {
            return "<p class=\"soft\">\(f("No figure has changed since the month was closed."))</p>"
        }
        let rows = changes.adjustments.map { adjustment -> [HTML] in
            func money(_ value: Int64) -> HTML { HTML(f.rounded(value, adjustment.currency)) }
            return [
                HTML(adjustment.currency), HTML(name(of: adjustment.part, f)), money(adjustment.then),
                money(adjustment.now),
                "<b>\(f.rounded(adjustment.now - adjustment.then, adjustment.currency))</b>",
            ]
        }
        let table = Components.table(
            f("Adjustments of the closed month"),
            [f("Currency"), f("Figure"), f("When closed"), f("Now"), f("Difference")],
            rows,
            numeric: [2, 3, 4],
            empty: ""
        )
        return "<h3>\(f("Adjustments of the closed month"))</h3>\(table)\(purchases(changes, f))"
    }

    private func purchases(_ changes: Changes, _ f: PageContext) -> HTML {
        guard changes.count > 0 else {
            let text = f("No late document changed it: tax or commission rates of the configuration did.")
            return "<p class=\"soft\">\(text)</p>"
        }
        let rows = changes.purchases.map { purchase -> [HTML] in
            func column(_ value: KeyPath<(currency: String, then: Int64, now: Int64), Int64>) -> HTML {
                purchase.amounts.map { "<div>\(f.rounded($0[keyPath: value], $0.currency))</div>" as HTML }.joined()
            }
            let documents = purchase.documents.map { document -> HTML in
                "<div>\(document.link.html) \(f.time(document.received))</div>"
            }
            return [purchase.link.html, column(\.then), column(\.now), documents.joined()]
        }
        let table = Components.table(
            f("Late documents"),
            [f("Purchase"), f("Proceeds when closed"), f("Proceeds now"), f("Late documents")],
            rows,
            numeric: [1, 2],
            empty: ""
        )
        let lead = f("Documents of \(f.number(changes.count)) purchases came after the month was closed.")
        return "<p class=\"soft\">\(lead)</p>\(table)"
    }

    private func name(of part: Changes.Part, _ f: PageContext) -> String {
        switch part {
        case .revenue: f("Revenue")
        case .tax: f("Tax")
        case .commission: f("Commission")
        case .proceeds: f("Proceeds")
        }
    }

    /// The closed months, the newest first.
    func closedList(_ f: PageContext) -> HTML {
        let rows = closedMonths.map { closing -> [HTML] in
            [
                Link(closing.month, f.path(to: "/console/payouts", [("month", closing.month)])).html,
                f.time(closing.closed), HTML(f.mover(closing.author)), HTML(closing.note ?? "–"),
            ]
        }
        let table = Components.table(
            f("Closed months"),
            [f("Fiscal month"), f("Closed"), f("Actor"), f("Note")],
            rows,
            empty: f("No month is closed.")
        )
        return Components.section(f("Closed months"), id: "closed-months", table)
    }
}
