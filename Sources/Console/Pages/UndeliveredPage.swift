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
                f.time(order.created), f.order(order.id), f.customer(order.customer), HTML(order.product),
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
