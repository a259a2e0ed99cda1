// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// What a list of an app's customers is narrowed to.
package struct CustomerListFilter: Hashable, Sendable {
    /// How a customer's subscriptions stand.
    package enum Status: String, Hashable, Sendable, CaseIterable {
        /// One is in service.
        case active
        /// A free trial is in service.
        case trial
        /// None is in service, and one is in a grace period.
        case grace
        /// None is in service, and Apple retries to charge for one.
        case retry
        /// There was one, and none is in service, in a grace period or retried.
        case ended
    }

    /// A part of the identifier, as in ``CustomerFilter/text``.
    package var text = ""
    /// Only customers with a purchase.
    package var isBuyer = false
    /// Only customers whose subscriptions stand like this.
    package var status: Status?
    /// Only customers who bought this product.
    package var product: ProductID?
    /// Only customers whose newest transaction of a purchase was in one of these storefronts; all when empty.
    package var storefronts: [StorefrontCountryCode] = []
    /// Only customers with a subscription in service that will renew, or that will not.
    package var renews: Bool?
    /// Only customers who paid at least so much in this currency, less what went back.
    package var minimumSpent: Money?
    /// Only customers to whom something was refunded.
    package var isRefunded = false
    /// Only customers who were seen from an instant on.
    package var seenFrom: Date?
    /// Only customers who were not seen from an instant on.
    package var notSeenFrom: Date?

    /// The order of a list.
    package enum Order: Hashable, Sendable {
        /// By the identifier.
        case identifier
        /// What was paid in a currency, less what went back, the largest amount first; only of those who paid in it.
        case spent(Currency)
        /// When they were last seen, the latest first; only of those who were seen.
        case seen
    }

    /// The order.
    package var order = Order.identifier

    /// Makes a filter that lets everyone through.
    package init() {}

    /// Whether it needs what is derived from facts, or only what customers are.
    package var usesSummaries: Bool {
        status != nil || product != nil || !storefronts.isEmpty || renews != nil || minimumSpent != nil || isRefunded
            || order != .identifier || seenFrom != nil || notSeenFrom != nil
    }

    /// The same without what summaries are needed for.
    func base(in scope: AppScope) -> CustomerFilter { CustomerFilter(text: text, buyersIn: isBuyer ? scope : nil) }
}

/// The place of a customer in a list.
package struct CustomerListPlace: Hashable, Sendable {
    /// The value that the list is sorted by: an amount or an instant in milliseconds; zero where it is sorted by identifier.
    package var value: Int64
    /// The customer.
    package var customer: CustomerID

    /// Makes a place.
    package init(value: Int64 = 0, customer: CustomerID) {
        self.value = value
        self.customer = customer
    }

    /// Reads a place from its text.
    package init?(_ text: String) {
        guard let end = text.firstIndex(of: ":"), let value = Int64(text[..<end]) else { return nil }
        let name = text[text.index(after: end)...]
        guard (1...200).contains(name.utf8.count) else { return nil }
        self.init(value: value, customer: CustomerID(rawValue: String(name)))
    }

    /// The place as a text.
    package var text: String { "\(value):\(customer)" }
}

/// A page of a list of customers.
package struct CustomerListPage: Hashable, Sendable {
    /// The customers, in the order of the list.
    package var customers: [StoredCustomer]
    /// How many there are on all pages, up to one more than ``CustomerFilter/maximumMatches``.
    package var count: Int
    /// Whether more match a part of an identifier than are listed.
    package var isCut: Bool
    /// Where the next page begins; nothing on the last.
    package var next: CustomerListPlace?
}
