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

    /// A purchase that no one can be given.
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

    /// A purchase that an app reported because its verification failed.
    package struct Reported: Sendable {
        /// When it was reported.
        package var reported: Date
        /// The transaction, as the app names it.
        package var transaction: String?
        /// The product, as the app names it.
        package var product: String?
        /// How often recovery was refused it.
        package var attempts: Int
        /// Whether recovery gave it up.
        package var isOver: Bool

        /// Makes a value.
        package init(reported: Date, transaction: String?, product: String?, attempts: Int, isOver: Bool) {
            self.reported = reported
            self.transaction = transaction
            self.product = product
            self.attempts = attempts
            self.isOver = isOver
        }
    }

    /// How many of each are shown at most.
    package static let maximumRows = 200

    /// The orders.
    package var orders: [Order]
    /// The purchases without a customer.
    package var unclaimed: [Unclaimed]

    /// The purchases that apps reported, of every app of the server.
    package var reported: [Reported]

    /// Makes the page.
    package init(orders: [Order], unclaimed: [Unclaimed], reported: [Reported] = []) {
        self.orders = orders
        self.unclaimed = unclaimed
        self.reported = reported
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let paid = Components.list(
            f("Paid orders"),
            id: "orders",
            of: Array(orders.prefix(Self.maximumRows)),
            empty: f("Every paid order is delivered."),
            [
                f("Made"): { f.time($0.created) },
                f("Order"): { f.order($0.id) },
                f("Customer"): { f.customer($0.customer) },
                f("Product"): { HTML($0.product) },
            ]
        )
        let open = Components.list(
            f("Purchases without a customer"),
            id: "unclaimed",
            of: Array(unclaimed.prefix(Self.maximumRows)),
            empty: f("Every purchase has its customer."),
            [
                f("Bought"): { f.time($0.purchased) },
                f("Purchase"): { Link($0.lineage, $0.path).html },
                f("Product"): { HTML($0.product) },
                f("Token"): { $0.token.map { Components.code($0) } ?? "–" },
            ]
        )
        let failed = Components.list(
            f("Purchases that apps reported"),
            id: "reported",
            of: Array(reported.prefix(Self.maximumRows)),
            empty: f("No reported purchase waits."),
            [
                f("Reported"): { f.time($0.reported) },
                f("Transaction"): { $0.transaction.map { Components.code($0) } ?? "–" },
                f("Product"): { HTML($0.product ?? "–") },
                f("Attempts"): { HTML("\($0.attempts)") },
                f("State"): {
                    $0.isOver
                        ? Components.badge(f("abandoned"), .bad)
                        : Components.badge(f("retried"), .warning)
                },
            ]
        )
        return Page(
            f.name(of: .undelivered),
            place: .undelivered,
            """
            \(paid)\(more(orders.count, f))
            \(open)\(more(unclaimed.count, f))
            \(failed)\(more(reported.count, f))
            """
        )
    }

    /// Says that a list continues.
    private func more(_ count: Int, _ f: PageContext) -> HTML? {
        guard count > Self.maximumRows else { return nil }
        let text = f("Only the first \(Self.maximumRows) are shown; there are more.")
        return "<p class=\"pager soft\">\(text)</p>"
    }
}
