// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
import FoundationEssentials

extension CustomerListReader {
    /// What is stored of a customer's purchases in an app and environment.
    ///
    /// - Throws: `DatabaseError`.
    package func customerSummary(of customer: CustomerID, in scope: AppScope) throws -> CustomerSummary {
        guard let number = try number(of: scope) else { return CustomerSummary() }
        let purchases = try rows(
            """
            SELECT lineage, product, storefront, is_subscription, is_trial, service_end, grace_end, retry_end,
                is_renewal_off
            FROM purchase_summaries WHERE scope = \(number) AND customer = \(customer) ORDER BY lineage
            """
        ) { row in
            CustomerSummary.Purchase(
                lineage: try row.next(),
                product: try row.next(),
                storefront: try row.next(),
                isSubscription: try row.next(),
                isTrial: try row.next(),
                serviceEnd: try row.next(),
                graceEnd: try row.next(),
                retryEnd: try row.next(),
                isRenewalOff: try row.next()
            )
        }
        let amounts = try rows(
            """
            SELECT currency, net, refunded, payments, refunds FROM customer_amounts
            WHERE scope = \(number) AND customer = \(customer) ORDER BY currency
            """
        ) { try CustomerSummary.Amount(row: &$0) }
        return CustomerSummary(purchases: purchases, amounts: amounts)
    }

    /// What some customers paid, in the order of currencies.
    ///
    /// - Throws: `DatabaseError`.
    package func customerAmounts(
        of customers: [CustomerID],
        in scope: AppScope
    ) throws -> [CustomerID: [CustomerSummary.Amount]] {
        guard let number = try number(of: scope), !customers.isEmpty else { return [:] }
        let values = customers.map { StoredValue.text($0.rawValue) }
        var found: [CustomerID: [CustomerSummary.Amount]] = [:]
        try forEach(
            """
            SELECT customer, currency, net, refunded, payments, refunds FROM customer_amounts
            WHERE scope = \(number) AND customer IN \(list: values) ORDER BY customer, currency
            """
        ) { row in
            let customer = try row.next(CustomerID.self)
            found[customer, default: []].append(try CustomerSummary.Amount(row: &row))
        }
        return found
    }

    /// Customers with purchases in an app and environment, in the order of their identifiers.
    ///
    /// - Throws: `DatabaseError`.
    package func buyers(in scope: AppScope, after last: CustomerID?, limit: Int) throws -> [CustomerID] {
        try customers(CustomerFilter(buyersIn: scope), after: last, limit: limit).map(\.id)
    }

    /// The currencies in which customers paid, by their codes.
    ///
    /// - Throws: `DatabaseError`.
    package func spentCurrencies(in scope: AppScope) throws -> [Currency] {
        guard let number = try number(of: scope) else { return [] }
        var found: [Currency] = []
        // From one to the next: there are a handful, and millions of amounts.
        while let next: Currency = try first(
            """
            SELECT currency FROM customer_amounts
            WHERE scope = \(number) AND currency > \(found.last?.rawValue ?? "") ORDER BY scope, currency LIMIT 1
            """,
            { try $0.next() }
        ) {
            found.append(next)
        }
        return found
    }
}

extension CustomerListWriter {
    /// Stores what was summed up of a customer's purchases, instead of what was stored.
    ///
    /// - Throws: `DatabaseError`.
    package func store(_ summary: CustomerSummary, of customer: CustomerID, in scope: AppScope) throws {
        guard try customerSummary(of: customer, in: scope) != summary else { return }
        let number = try ensureNumber(of: scope)
        try post("DELETE FROM purchase_summaries WHERE scope = \(number) AND customer = \(customer)")
        try post("DELETE FROM customer_amounts WHERE scope = \(number) AND customer = \(customer)")
        let purchases = summary.purchases.map { purchase -> Query in
            """
            (\(number), \(customer), \(purchase.lineage), \(purchase.product), \(purchase.storefront),
            \(purchase.isSubscription), \(purchase.isTrial), \(purchase.serviceEnd), \(purchase.graceEnd),
            \(purchase.retryEnd), \(purchase.isRenewalOff))
            """
        }
        for query in Query.inserting(
            """
            INSERT INTO purchase_summaries (scope, customer, lineage, product, storefront, is_subscription, is_trial,
                service_end, grace_end, retry_end, is_renewal_off)
            """,
            rows: purchases
        ) { try post(query) }
        let amounts = summary.amounts.map { amount -> Query in
            """
            (\(number), \(customer), \(amount.currency), \(amount.net), \(amount.refunded), \(amount.payments),
            \(amount.refunds))
            """
        }
        for query in Query.inserting(
            "INSERT INTO customer_amounts (scope, customer, currency, net, refunded, payments, refunds)",
            rows: amounts
        ) { try post(query) }
    }
}

extension CustomerSummary.Amount {
    /// Reads the currency and what was paid in it.
    init(row: inout Row) throws {
        self.init(
            currency: try row.next(),
            net: try row.next(),
            refunded: try row.next(),
            payments: try row.next(),
            refunds: try row.next()
        )
    }
}
