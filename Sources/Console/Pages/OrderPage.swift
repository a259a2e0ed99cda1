// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// An order: the result, why, and what can be done.
package struct OrderPage: Sendable {
    /// A step of its history.
    package struct Step: Sendable {
        /// Where it stood afterward.
        package var state: String
        /// When.
        package var instant: Date
        /// The one who moved it.
        package var mover: String
        /// The document by which.
        package var document: String?
        /// A note.
        package var detail: String?

        /// Makes a step.
        package init(state: String, instant: Date, mover: String, document: String?, detail: String?) {
            self.state = state
            self.instant = instant
            self.mover = mover
            self.document = document
            self.detail = detail
        }
    }

    /// Why it is not delivered, or how it was.
    package enum Explanation: Sendable {
        /// No one paid as far as is known.
        case noPayment
        /// It was paid and delivered.
        case delivered
        /// It was paid and could not be delivered: the catalog lacks the product.
        case unknownProduct
        /// It was paid in an environment that the app does not take.
        case environmentRefused
        /// It was paid and no one is known to give it to.
        case noOwner
        /// It was paid and delivery was not tried or failed.
        case waiting
        /// It was delivered and Apple revoked it.
        case revoked
        /// The app reported a failure.
        case failed(code: String?, text: String?)
        /// A newer server wrote a state that this one does not know.
        case newerState
    }

    /// The order.
    package var id: String
    /// Its scope.
    package var scope: PageContext.Scope
    /// The customer.
    package var customer: String?
    /// The product.
    package var product: String
    /// How many.
    package var quantity: Int
    /// Where it stands.
    package var state: String
    /// Whether it is paid, and the money not given back.
    package var isPaid: Bool
    /// The token.
    package var token: String?
    /// The team's own number of it.
    package var reference: String?
    /// The transaction that paid it.
    package var transaction: String?
    /// The purchase.
    package var lineage: String?
    /// Why.
    package var explanation: Explanation
    /// Its history.
    package var steps: [Step]
    /// How backends were notified of it.
    package var deliveries: [TimelineEntry.Delivery]

    /// Makes the page.
    package init(
        id: String,
        scope: PageContext.Scope,
        customer: String?,
        product: String,
        quantity: Int,
        state: String,
        isPaid: Bool,
        token: String?,
        reference: String? = nil,
        transaction: String?,
        lineage: String?,
        explanation: Explanation,
        steps: [Step],
        deliveries: [TimelineEntry.Delivery]
    ) {
        self.id = id
        self.scope = scope
        self.customer = customer
        self.product = product
        self.quantity = quantity
        self.state = state
        self.isPaid = isPaid
        self.token = token
        self.reference = reference
        self.transaction = transaction
        self.lineage = lineage
        self.explanation = explanation
        self.steps = steps
        self.deliveries = deliveries
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let (text, tone) = f.orderState(state)
        let facts = Components.facts([
            (f("State", "状态"), Components.badge(text, tone)),
            (f("Reason", "原因"), HTML(reason(f))),
            (
                f("Customer", "用户"),
                customer.map { Link($0, "/console/customers/" + HTML.escapeSegment($0)).html } ?? "–"
            ),
            (f("Product", "商品"), "\(product) × \(quantity)"),
            (f("Environment", "环境"), "\(scope.name) · \(f.environment(scope.environment))"),
            (f("Reference", "业务订单号"), reference.map { Components.code($0) } ?? "–"),
            (f("Token", "Token"), token.map { Components.code($0) } ?? .empty),
            (f("Transaction", "交易"), transaction.map { Components.code($0) } ?? .empty),
            (f("Purchase", "购买"), purchase),
        ])
        let rows = steps.map { step -> [HTML] in
            let (text, tone) = f.orderState(step.state)
            return [
                f.time(step.instant), Components.badge(text, tone), HTML(f.mover(step.mover)),
                step.document.map { Link(f("Signed document", "签名文件"), $0).html } ?? "–", "\(step.detail)",
            ]
        }
        let history = Components.table(
            f("History", "历史"),
            [f("When", "时间"), f("State", "状态"), f("Actor", "操作者"), f("Document", "文件"), f("Note", "备注")],
            rows,
            empty: f("None.", "无。")
        )
        let deliveries = self.deliveries.map { item -> [HTML] in
            let (text, tone) = f.deliveryState(item.state)
            return [Components.code(item.endpoint), Components.badge(text, tone), "\(item.attempts)", "\(item.answer)"]
        }
        let webhooks = Components.table(
            f("Webhooks", "Webhook"),
            [f("Endpoint", "端点"), f("State", "状态"), f("Attempts", "尝试次数"), f("Response", "响应")],
            deliveries,
            empty: f("No backend was notified.", "没有告知任何后端。")
        )
        return Page(
            f("Order", "订单") + " " + id,
            follows: customer,
            """
            \(facts)
            \(actions(f))
            \(Components.section(f("History", "历史"), id: "history", refreshes: true, history))
            \(Components.section(f("Deliveries to backends", "向后端的投递"), id: "told", refreshes: true, webhooks))
            """
        )
    }

    private var purchase: HTML {
        guard let lineage else { return .empty }
        let path = "/console/purchases/\(HTML.escapeSegment(lineage))?scope=\(HTML.escapeSegment(scope.value))"
        return Link(lineage, path).html
    }

    private func actions(_ f: PageContext) -> HTML {
        guard f.may(.support), lineage != nil, isPaid else { return .empty }
        let form = ActionForm(
            action: "redeliver",
            title: f("Redeliver", "重新发货"),
            fields: [
                .hidden("order", id),
                .hint(
                    f(
                        "Processes the purchase again and sends the webhook events again. A delivery is never counted twice.",
                        "重新处理此购买并重新投递 Webhook 事件；发货不会重复计数。"
                    )
                ),
                .text(name: "reason", label: f("Reason", "原因")),
            ],
            confirmation: f("Confirm: redeliver it.", "确认重新发货。")
        )
        return Components.section(f("Actions", "操作"), id: "acts", "<div class=\"acts\">\(form.html(in: f))</div>")
    }

    private func reason(_ f: PageContext) -> String {
        switch explanation {
        case .noPayment:
            f(
                "No payment reached this server. If the customer paid, look for the order id of Apple's e-mail.",
                "服务器没有收到付款。若用户已付款，请用 Apple 邮件中的订单号搜索。"
            )
        case .delivered: f("It was paid and delivered.", "已付款并已发货。")
        case .unknownProduct:
            f(
                "It is paid, but the catalog lacks the product: import it, then deliver again.",
                "已付款，但商品目录中没有此商品：请先导入再重新发货。"
            )
        case .environmentRefused:
            f("It was paid in an environment that this app does not take.", "付款发生在本应用不接受的环境。")
        case .noOwner: f("It is paid, but no customer is known for it.", "已付款，但不知归哪位用户。")
        case .waiting: f("It is paid and not delivered yet.", "已付款，尚未发货。")
        case .revoked: f("Apple gave the money back, and the delivery was revoked.", "Apple 已退款，发货已收回。")
        case .failed(let code, let text):
            f("The app said that it failed: ", "应用报告失败：") + [code, text].compactMap(\.self).joined(separator: ". ")
        case .newerState:
            f(
                "A newer server wrote this state: ask that one, or update this one.",
                "此状态由较新版本的服务器写入：请在该服务器上查看，或升级本服务器。"
            )
        }
    }
}
