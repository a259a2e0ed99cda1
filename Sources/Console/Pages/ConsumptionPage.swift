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
                <div class="soft">\(f("Apple waits until", "Apple 等待至")) \(f.time(question.ends))</div>
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
            ? "<p class=\"soft\">\(f("Apple asks nothing.", "Apple 没有提问。"))</p>" : "<ol class=\"story\">\(open)</ol>"
        let table = Components.table(
            f("Answers", "回答"),
            [f("Asked", "提问"), f("Transaction", "交易"), f("Customer", "用户"), f("Outcome", "结果"), f("Used", "已用")],
            rows,
            empty: f("None yet.", "暂无。")
        )
        return Page(
            f.name(of: .consumption),
            place: .consumption,
            """
            \(Components.section(f("Waiting", "等待回答"), id: "pending", refreshes: true, list))
            \(Components.section(f("Answered or over", "已回答或已结束"), id: "answered", refreshes: true, table))
            """
        )
    }

    private func answer(_ question: Question, _ f: PageContext) -> HTML {
        ActionForm(
            action: "answer-consumption",
            title: f("Answer Apple", "回答 Apple"),
            fields: [
                .hidden("notification", question.notification), .hidden("scope", f.scope.value),
                .choice(
                    name: "preference",
                    label: f("Refund preference", "退款倾向"),
                    options: [
                        ("DECLINE", f("no refund", "不退款")), ("GRANT_FULL", f("a full refund", "全额退款")),
                        ("GRANT_PRORATED", f("a refund of the unused part", "按未用部分退款")),
                        ("", f("no preference", "无倾向")),
                    ]
                ),
                .hint(
                    f(
                        "Apple is sent what is known: whether it was delivered and how much was used. The customer's agreement is recorded.",
                        "将告诉 Apple 是否已发货及已用多少，并记录用户的同意。"
                    )
                ),
            ],
            confirmation: f("The customer agreed that Apple is notified.", "用户已同意将信息告知 Apple。")
        ).html(in: f)
    }
}
