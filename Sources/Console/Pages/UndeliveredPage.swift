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

    /// How many of each are shown at most.
    package static let most = 200

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
        let paid = Parts.list(
            f("Paid orders", "已付订单"),
            id: "orders",
            of: Array(orders.prefix(Self.most)),
            empty: f("Every paid order is delivered.", "所有已付订单均已发货。"),
            [
                f("Made", "创建"): { f.time($0.created) },
                f("Order", "订单"): { f.order($0.id) },
                f("Customer", "顾客"): { f.customer($0.customer) },
                f("Product", "商品"): { HTML($0.product) },
            ]
        )
        let open = Parts.list(
            f("Purchases without a customer", "无归属的购买"),
            id: "unclaimed",
            of: Array(unclaimed.prefix(Self.most)),
            empty: f("Every purchase has its customer.", "所有购买均有归属。"),
            [
                f("Bought", "购买时间"): { f.time($0.purchased) },
                f("Purchase", "购买"): { Link($0.lineage, $0.path).html },
                f("Product", "商品"): { HTML($0.product) },
                f("Token", "Token"): { $0.token.map { Parts.code($0) } ?? "–" },
            ]
        )
        return Page(
            f.name(of: .undelivered),
            place: .undelivered,
            "\(paid)\(more(orders.count, f))\n\(open)\(more(unclaimed.count, f))"
        )
    }

    /// Says that a list goes on.
    private func more(_ count: Int, _ f: Frame) -> HTML? {
        guard count > Self.most else { return nil }
        let text = f(
            "Only the first \(Self.most) are shown; there are more.",
            "仅显示前 \(Self.most) 条，还有更多。"
        )
        return "<p class=\"pager soft\">\(text)</p>"
    }
}
