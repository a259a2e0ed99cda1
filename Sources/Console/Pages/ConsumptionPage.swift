// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// Apple's questions before refunds.
package struct ConsumptionPage: Sendable {
    /// A question.
    package struct Question: Sendable {
        /// Its name.
        package var notification: String
        /// The transaction.
        package var transaction: String
        /// The customer.
        package var customer: String?
        /// When it was asked.
        package var asked: Date
        /// Until when an answer counts.
        package var ends: Date
        /// Where it stands.
        package var outcome: String
        /// How much was used, in thousandths of a per cent.
        package var used: Int?

        /// Makes a question.
        package init(
            notification: String,
            transaction: String,
            customer: String?,
            asked: Date,
            ends: Date,
            outcome: String,
            used: Int?
        ) {
            self.notification = notification
            self.transaction = transaction
            self.customer = customer
            self.asked = asked
            self.ends = ends
            self.outcome = outcome
            self.used = used
        }
    }

    /// Those that wait.
    package var waiting: [Question]
    /// Those that are over.
    package var answered: [Question]

    /// Makes the page.
    package init(waiting: [Question], answered: [Question]) {
        self.waiting = waiting
        self.answered = answered
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let open = waiting.map { question -> HTML in
            let (text, tone) = f.consumptionOutcome(question.outcome)
            return """
                <li class="entry kind-refund"><div class="when">\(f.time(question.asked))</div>
                <div class="what">\(Components.badge(text, tone)) \(f.customer(question.customer)) \(Components.code(question.transaction))
                <div class="soft">\(f("Apple waits until")) \(f.time(question.ends))</div>
                \(f.may(.support) && question.customer != nil ? answer(question, f) : nil)</div></li>

                """
        }
        let rows = answered.map { question -> [HTML] in
            let (text, tone) = f.consumptionOutcome(question.outcome)
            let used = question.used.map { f.share($0, of: 100_000) } ?? "–"
            return [
                f.time(question.asked), Components.code(question.transaction), f.customer(question.customer),
                Components.badge(text, tone), HTML(used),
            ]
        }
        let list: HTML =
            open.isEmpty
            ? "<p class=\"soft\">\(f("Apple asks nothing."))</p>" : "<ol class=\"story\">\(open)</ol>"
        let table = Components.table(
            f("Answers"),
            [f("Asked"), f("Transaction"), f("Customer"), f("Outcome"), f("Used")],
            rows,
            empty: f("None yet.")
        )
        return Page(
            f.name(of: .consumption),
            place: .consumption,
            """
            \(Components.section(f("Waiting"), id: "pending", refreshes: true, list))
            \(Components.section(f("Answered or over"), id: "answered", refreshes: true, table))
            """
        )
    }

    private func answer(_ question: Question, _ f: PageContext) -> HTML {
        ActionForm(
            action: "answer-consumption",
            title: f("Answer Apple"),
            fields: [
                .hidden("notification", question.notification), .hidden("scope", f.scope.value),
                .choice(
                    name: "preference",
                    label: f("Refund preference"),
                    options: [
                        ("DECLINE", f("no refund")), ("GRANT_FULL", f("a full refund")),
                        ("GRANT_PRORATED", f("a refund of the unused part")),
                        ("", f("no preference")),
                    ]
                ),
                .hint(
                    f(
                        "Apple is sent what is known: whether it was delivered and how much was used. The customer's agreement is recorded."
                    )
                ),
            ],
            confirmation: f("The customer agreed that Apple is notified.")
        ).html(in: f)
    }
}
