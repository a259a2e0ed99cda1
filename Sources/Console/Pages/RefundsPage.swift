// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// What Apple revoked, and the result here.
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
        /// When the delivery was revoked.
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
    package func page(in f: PageContext) -> Page {
        let list = Components.list(
            f("Refunds and decisions"),
            id: "refunds",
            of: refunds,
            empty: f("No refund."),
            [
                f("When"): { f.time($0.instant) },
                f("What"): { Components.event($0.type, f) },
                f("Customer"): { f.customer($0.customer) },
                f("Product"): { "\($0.product)" },
                f("Transaction"): { refund in
                    refund.path.map { Link(refund.transaction ?? "", $0).html } ?? "–"
                },
                f("Revoked"): { refund in
                    refund.withdrawn.map { "\(f("delivery revoked")) \(f.time($0))" } ?? "–"
                },
            ]
        )
        return Page(f.name(of: .refunds), place: .refunds, "\(list)\(Components.pager(older, f))")
    }
}
