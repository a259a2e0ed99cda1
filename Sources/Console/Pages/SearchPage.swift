// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// What a search found.
package struct SearchPage: Sendable {
    /// Something found.
    package struct Hit: Hashable, Sendable {
        /// What it is.
        package enum Kind: String, Sendable {
            /// A customer.
            case customer
            /// An order.
            case order
            /// A purchase, by one of its transactions.
            case purchase
            /// Something that was reported.
            case event
            /// A notification of Apple's.
            case notification
        }

        /// What it is.
        package var kind: Kind
        /// Its name.
        package var name: String
        /// What else distinguishes it.
        package var detail: String
        /// Its page.
        package var path: String?
        /// The customer it belongs to.
        package var customer: String?

        /// Makes a hit.
        package init(kind: Kind, name: String, detail: String, path: String?, customer: String? = nil) {
            self.kind = kind
            self.name = name
            self.detail = detail
            self.path = path
            self.customer = customer
        }
    }

    /// What was searched for.
    package var text: String
    /// What was found.
    package var hits: [Hit]
    /// Whether Apple can be asked about an order of that number.
    package var canAskApple: Bool

    /// Makes the page.
    package init(text: String, hits: [Hit], canAskApple: Bool) {
        self.text = text
        self.hits = hits
        self.canAskApple = canAskApple
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let list = Components.list(
            f("Found", "结果"),
            id: "found",
            of: hits,
            empty: f("Nothing here has that name.", "没有找到。"),
            [
                f("Kind", "类型"): { HTML(name(of: $0.kind, f)) },
                f("Name", "名称"): { hit in hit.path.map { Link(hit.name, $0).html } ?? Components.code(hit.name) },
                f("About", "说明"): { HTML($0.detail) },
                f("Customer", "用户"): { f.customer($0.customer) },
            ]
        )
        return Page(f("Search: ", "搜索：") + text, "\(list)\(lookUp(f))")
    }

    private func lookUp(_ f: PageContext) -> HTML {
        guard canAskApple else { return .empty }
        guard f.may(.support) else {
            return
                "<p class=\"soft\">\(f("A person of support can ask Apple for an order of that number.", "客服人员可以向 Apple 查询此订单号。"))</p>"
        }
        let form = ActionForm(
            action: "look-up",
            title: f("Ask Apple for this order", "向 Apple 查询此订单"),
            fields: [
                .hidden("order", text), .hidden("scope", f.scope.value),
                .hint(
                    f(
                        "Apple names the order of its e-mail in the customer's mail. What Apple shows is processed and delivered.",
                        "Apple 的购买邮件里有订单号。Apple 返回的交易会被收录并发货。"
                    )
                ),
            ],
            confirmation: f("Confirm: ask about \(text).", "确认查询 \(text)。"),
            isOpen: hits.isEmpty
        )
        return Components.section(f("An order of Apple's e-mail?", "Apple 邮件里的订单？"), id: "apple", form.html(in: f))
    }

    private func name(of kind: Hit.Kind, _ f: PageContext) -> String {
        switch kind {
        case .customer: f("Customer", "用户")
        case .order: f("Order", "订单")
        case .purchase: f("Purchase", "购买")
        case .event: f("Event", "事件")
        case .notification: f("Notification", "通知")
        }
    }
}
