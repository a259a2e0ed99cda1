// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import Persistence

extension CustomerPages {
    /// How many purchases the money of a customer is added up of.
    private static let maximumPurchases = 300

    /// What the customer paid and got back, by the same sales as charts and reconciliation have.
    func addSales(
        to page: inout CustomerPage,
        _ id: CustomerID,
        in scopes: [AppScope],
        _ call: ConsoleRequest
    ) async throws {
        var sales: [RecordedSale] = []
        for scope in scopes {
            let catalog = try await self.catalog.catalog(of: scope.bundleID, now: call.now).rules
            sales += try await database.read(within: call.tolerance) { reader in
                try reader.claims(of: id, limit: Self.maximumPurchases).filter { $0.scope == scope }.flatMap { claim in
                    LineageSales.sales(
                        of: try reader.facts(of: claim.lineage, in: scope).map(\.fact),
                        lineage: claim.lineage,
                        scope: scope,
                        catalog: catalog
                    )
                    .filter(\.isSale)
                }
            }
        }
        if let at = page.at { sales.removeAll { $0.instant > at } }
        sales.sort { $0.instant < $1.instant }
        var paid: [Currency: BoundedSum] = [:]
        var refunded: [Currency: BoundedSum] = [:]
        for sale in sales where sale.amount != 0 {
            if sale.direction == .sale {
                paid[sale.price.currency, default: 0] += sale.amount
                page.summary.payments += 1
            } else {
                refunded[sale.price.currency, default: 0] =
                    refunded[sale.price.currency, default: 0] - BoundedSum(sale.amount)
                page.summary.refunds += 1
            }
        }
        // The currency that was paid in last comes first.
        let order = sales.reversed().map(\.price.currency)
        func sorted(_ sums: [Currency: BoundedSum]) -> [CustomerPage.Amount] {
            sums.sorted { left, right in
                (order.firstIndex(of: left.key) ?? .max) < (order.firstIndex(of: right.key) ?? .max)
            }
            .map { CustomerPage.Amount($0.value.value, $0.key.rawValue) }
        }
        page.summary.paid = sorted(paid)
        page.summary.refunded = sorted(refunded)
        for sale in sales.reversed() where !page.summary.storefronts.contains(sale.country.rawValue) {
            page.summary.storefronts.append(sale.country.rawValue)
        }
    }
}
