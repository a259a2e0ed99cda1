// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

@testable import AppStoreSimulatorServer

/// What the server must have come to, read from the App Store's own books and from nothing else.
///
/// It never sees the server's rules: a test keeps it so.
struct StoreTruth: Sendable {
    /// A subscription or a non-consumable that a customer may use.
    struct Access: Hashable, Sendable {
        /// The subscription group, or the product that was bought once.
        var entitlement: String
        var product: String
        var transaction: String
        /// For ever when absent.
        var until: Int64?
    }

    /// A purchase or a period that somebody paid for, or that a family shares.
    struct Sale: Sendable {
        var transaction: String
        var product: String
        var customer: String
        var token: String?
        /// Whether Apple revoked it; an upgrade's old period is not revoked.
        var isRefunded: Bool
    }

    var customer: String
    var access: [Access]
    var sales: [Sale]
    var beans: Int64

    /// What a customer should have now.
    init(of customer: AppStoreSimulator.CustomerID, in store: SimulatorService) async throws {
        let catalog = await store.engine.catalog
        let groups = Dictionary(
            catalog.products.compactMap { product in product.subscription.map { (product.id, $0.group) } },
            uniquingKeysWith: { first, _ in first }
        )
        let record = await store.engine.store.truth(of: customer)
        let records = try await store.engine.transactions(
            "customer = \(customer.rawValue)",
            order: "purchased, revision",
            limit: 100_000
        )
        self.customer = customer.rawValue
        access = record.access.map {
            Access(
                entitlement: groups[$0.product]?.rawValue ?? $0.product.rawValue,
                product: $0.product.rawValue,
                transaction: $0.transaction.rawValue,
                until: Self.paidUntil($0.until, of: $0.transaction, in: records.map(\.transaction))
            )
        }
        sales = records.map(\.transaction).map { sold in
            Sale(
                transaction: sold.transactionId.rawValue,
                product: sold.productId.rawValue,
                customer: customer.rawValue,
                token: sold.appAccountToken?.description.lowercased(),
                isRefunded: sold.revocationDate != nil && sold.isUpgraded != true
            )
        }
        beans = records.map(\.transaction).filter { $0.type == .consumable }.reduce(0) { sum, sold in
            let bought = Self.beans(sold.productId) * Int64(sold.quantity)
            guard sold.revocationDate != nil else { return sum + bought }
            return sum + bought - bought * Int64(sold.revocationPercentage ?? 100_000) / 100_000
        }
    }

    /// Until when access is paid: a renewal that was charged before the period's end prolongs it.
    private static func paidUntil(
        _ end: Date?,
        of transaction: TransactionID,
        in records: [TransactionPayload]
    ) -> Int64? {
        let lineage = records.first { $0.transactionId == transaction }?.originalTransactionId
        let early = records.first {
            $0.originalTransactionId == lineage && $0.purchaseDate == end && $0.revocationDate == nil
                && $0.isUpgraded != true && $0.transactionId != transaction
        }
        return (early?.expiresDate ?? end)?.millisecondsSince1970
    }

    /// How many beans a piece of a product is.
    static func beans(_ product: ProductID) -> Int64 {
        switch product {
        case "coffee.beans.100": 100
        case "coffee.beans.1200": 1200
        default: 0
        }
    }
}
