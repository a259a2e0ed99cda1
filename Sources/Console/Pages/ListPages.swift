// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// What is paid and not delivered.
package struct UndeliveredPage: Sendable {
    /// An order that was paid.
    package struct Order: Sendable {
        /// The order.
        package var id: String
        /// When it was made.
        package var created: Date
        /// The customer.
        package var customer: String?
        /// The product.
        package var product: String

        /// Makes a value.
        package init(id: String, created: Date, customer: String?, product: String) {
            self.id = id
            self.created = created
            self.customer = customer
            self.product = product
        }
    }

    /// A purchase that nobody can be given.
    package struct Unclaimed: Sendable {
        /// Its page.
        package var path: String
        /// Its first transaction.
        package var lineage: String
        /// When it was bought.
        package var purchased: Date
        /// The product.
        package var product: String
        /// The token.
        package var token: String?

        /// Makes a value.
        package init(path: String, lineage: String, purchased: Date, product: String, token: String?) {
            self.path = path
            self.lineage = lineage
            self.purchased = purchased
            self.product = product
            self.token = token
        }
    }

    /// The orders.
    package var orders: [Order]
    /// The purchases without a customer.
    package var unclaimed: [Unclaimed]

    /// Makes the page.
    package init(orders: [Order], unclaimed: [Unclaimed]) {
        self.orders = orders
        self.unclaimed = unclaimed
    }

    /// The page.
    package func page(in f: Frame) -> Page {
        let paid = orders.map { order -> [HTML] in
            [
                f.time(order.created), Link(order.id, "/console/orders/" + HTML.escapeSegment(order.id)).html,
                f.customer(order.customer), HTML(order.product),
            ]
        }
        let open = unclaimed.map { purchase -> [HTML] in
            [
                f.time(purchase.purchased), Link(purchase.lineage, purchase.path).html, HTML(purchase.product),
                purchase.token.map { Parts.code($0) } ?? "–",
            ]
        }
        let first = Parts.table(
            f("Orders", "订单"),
            [f("Made", "创建"), f("Order", "订单"), f("Customer", "顾客"), f("Product", "商品")],
            paid,
            empty: f("Every paid order is delivered.", "所有已付订单均已发货。")
        )
        let second = Parts.table(
            f("Purchases", "购买"),
            [f("Bought", "购买时间"), f("Purchase", "购买"), f("Product", "商品"), f("Token", "Token")],
            open,
            empty: f("Every purchase has its customer.", "所有购买均有归属。")
        )
        return Page(
            f.name(of: .undelivered),
            place: .undelivered,
            """
            \(Parts.section(f("Paid orders", "已付订单"), id: "orders", refreshes: true, first))
            \(Parts.section(f("Purchases without a customer", "无归属的购买"), id: "unclaimed", refreshes: true, second))
            """
        )
    }
}

/// What Apple took back, and what became of it here.
package struct RefundsPage: Sendable {
    /// One refund, request or decision.
    package struct Refund: Sendable {
        /// The event's type.
        package var type: String
        /// When.
        package var instant: Date
        /// The customer.
        package var customer: String?
        /// The product.
        package var product: String?
        /// The purchase's page.
        package var path: String?
        /// The transaction.
        package var transaction: String?
        /// When the delivery was taken back.
        package var withdrawn: Date?

        /// Makes a value.
        package init(
            type: String,
            instant: Date,
            customer: String?,
            product: String?,
            path: String?,
            transaction: String?,
            withdrawn: Date?
        ) {
            self.type = type
            self.instant = instant
            self.customer = customer
            self.product = product
            self.path = path
            self.transaction = transaction
            self.withdrawn = withdrawn
        }
    }

    /// The refunds, the newest first.
    package var refunds: [Refund]
    /// The address of the next page.
    package var older: String?

    /// Makes the page.
    package init(refunds: [Refund], older: String?) {
        self.refunds = refunds
        self.older = older
    }

    /// The page.
    package func page(in f: Frame) -> Page {
        let rows = refunds.map { refund -> [HTML] in
            let (text, tone) = f.event(refund.type)
            let purchase = refund.path.map { Link(refund.transaction ?? "", $0).html } ?? "–"
            let taken =
                refund.withdrawn.map { "\(f("delivery taken back", "发货已收回")) \(f.time($0))" as HTML } ?? "–"
            return [
                f.time(refund.instant), Parts.badge(text, tone), f.customer(refund.customer),
                HTML(refund.product ?? ""),
                purchase, taken,
            ]
        }
        let table = Parts.table(
            f("Refunds", "退款"),
            [
                f("When", "时间"), f("What", "事件"), f("Customer", "顾客"), f("Product", "商品"), f("Transaction", "交易"),
                f("Taken back", "收回"),
            ],
            rows,
            empty: f("No refund.", "没有退款。")
        )
        let next = older.map { "<p class=\"pager\">\(Link(f("Older", "较旧"), $0).html)</p>" as HTML }
        return Page(
            f.name(of: .refunds),
            place: .refunds,
            "\(Parts.section(f("Refunds", "退款"), id: "refunds", refreshes: true, table))\(next)"
        )
    }
}

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
    package func page(in f: Frame) -> Page {
        let open = waiting.map { question -> HTML in
            let (text, tone) = f.consumptionOutcome(question.outcome)
            return """
                <li class="entry kind-refund"><div class="when">\(f.time(question.asked))</div>
                <div class="what">\(Parts.badge(text, tone)) \(f.customer(question.customer)) \(Parts.code(question.transaction))
                <div class="soft">\(f("Apple waits until", "Apple 等待至")) \(f.time(question.ends))</div>
                \(f.may(.support) && question.customer != nil ? answer(question, f) : nil)</div></li>

                """
        }
        let rows = answered.map { question -> [HTML] in
            let (text, tone) = f.consumptionOutcome(question.outcome)
            let used = question.used.map { f.share($0, of: 100_000) } ?? "–"
            return [
                f.time(question.asked), Parts.code(question.transaction), f.customer(question.customer),
                Parts.badge(text, tone), HTML(used),
            ]
        }
        let list: HTML =
            open.isEmpty
            ? "<p class=\"soft\">\(f("Apple asks nothing.", "Apple 没有提问。"))</p>" : "<ol class=\"story\">\(open)</ol>"
        let table = Parts.table(
            f("Answers", "回答"),
            [f("Asked", "提问"), f("Transaction", "交易"), f("Customer", "顾客"), f("Outcome", "结果"), f("Used", "已用")],
            rows,
            empty: f("None yet.", "暂无。")
        )
        return Page(
            f.name(of: .consumption),
            place: .consumption,
            """
            \(Parts.section(f("Waiting", "等待回答"), id: "waiting", refreshes: true, list))
            \(Parts.section(f("Answered or over", "已回答或已结束"), id: "answered", refreshes: true, table))
            """
        )
    }

    private func answer(_ question: Question, _ f: Frame) -> HTML {
        ActForm(
            act: "answer-consumption",
            title: f("Answer Apple", "回答 Apple"),
            fields: [
                .hidden("notification", question.notification), .hidden("scope", f.scope.value),
                .choice(
                    name: "preference",
                    label: f("What we would like", "我们的倾向"),
                    options: [
                        ("DECLINE", f("no refund", "不退款")), ("GRANT_FULL", f("a full refund", "全额退款")),
                        ("GRANT_PRORATED", f("a refund of the unused part", "按未用部分退款")),
                        ("", f("no preference", "无倾向")),
                    ]
                ),
                .note(
                    f(
                        "Apple is told what is known: whether it was delivered and how much was used. The customer's agreement is recorded.",
                        "将告诉 Apple 是否已发货及已用多少，并记录顾客的同意。"
                    )
                ),
            ],
            confirmation: f("The customer agreed that Apple is told.", "顾客已同意将信息告知 Apple。")
        ).html(in: f)
    }
}

extension Frame {
    /// A customer's link, or a dash.
    func customer(_ id: String?) -> HTML {
        id.map { Link($0, "/console/customers/" + HTML.escapeSegment($0)).html } ?? "–"
    }
}
