// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

/// What one purchase means to a customer whom its claims, or the steps about its seats, name.
///
/// It is stored beside the customer, so that deciding about another purchase reads only what can give something: a
/// heavy buyer's thousandth pack of coins costs what the first one cost.
package struct CustomerPurchase: Hashable, Sendable {
    /// The customer.
    package var customer: CustomerID
    /// Whether access can follow from the purchase, so that its facts must be read.
    package var mayGiveAccess: Bool
    /// Whether the purchase is the customer's, by a claim that was proven.
    package var isProven: Bool
    /// Whether Apple refunded it.
    package var isRefunded: Bool
    /// The storefront of a purchase that gives no access.
    package var storefront: StorefrontCountryCode?
    /// The download of the app that made a purchase that gives no access.
    package var appTransactionID: AppTransactionID?

    /// Creates the meaning of a purchase.
    package init(
        customer: CustomerID,
        mayGiveAccess: Bool,
        isProven: Bool = false,
        isRefunded: Bool = false,
        storefront: StorefrontCountryCode? = nil,
        appTransactionID: AppTransactionID? = nil
    ) {
        self.customer = customer
        self.mayGiveAccess = mayGiveAccess
        self.isProven = isProven
        self.isRefunded = isRefunded
        self.storefront = storefront
        self.appTransactionID = appTransactionID
    }

    /// What counts one more because of it; nothing for a purchase whose facts are read.
    package var counted: [PurchaseCounts.Name] {
        guard !mayGiveAccess, isProven else { return [] }
        var names: [PurchaseCounts.Name] = [.purchases]
        if isRefunded { names.append(.refunds) }
        if let storefront { names.append(.storefront(storefront)) }
        if let appTransactionID { names.append(.appDownload(appTransactionID)) }
        return names
    }
}

extension CustomerPurchase {
    /// What a purchase means to each customer whom its claims or its seats name, in the order of the customers.
    ///
    /// It gives no access when it is a single transaction without an end whose product has no entitlement, no service
    /// time and no plan: a consumable, most of the time. A purchase of which no document is known may give access.
    package static func all(
        of key: LineageKey,
        in account: CustomerAccount,
        _ catalogs: IndexedCatalogs
    ) -> [CustomerPurchase] {
        let ownership = account.ownership(of: key)
        let entries = account.history(of: key)?.entries ?? []
        let only = entries.count == 1 ? entries.first : nil
        let isInert = only.map {
            $0.expirationDate == nil && !catalogs.index.givesAccess($0.record.productID, in: key.scope)
        }
        let mayGiveAccess = !(isInert ?? false)
        let named = Set(ownership.steps.map(\.customer)).union(ownership.owners).union(account.seatCustomers(of: key))
        return named.sorted().map { customer in
            var purchase = CustomerPurchase(customer: customer, mayGiveAccess: mayGiveAccess)
            purchase.isProven = ownership.owners.contains(customer) && ownership.isProven(customer)
            guard !mayGiveAccess, let transaction = only?.transaction else { return purchase }
            purchase.isRefunded = transaction.isRefunded
            purchase.storefront = transaction.storefront
            purchase.appTransactionID = transaction.appTransactionID
            return purchase
        }
    }
}
