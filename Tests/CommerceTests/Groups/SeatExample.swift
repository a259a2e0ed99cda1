// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

@testable import Commerce

/// Eight seats from December 1, and four that were added on December 16: Apple's example.
struct SeatExample {
    static let (start, added, end) = (Date.utc("2026-12-01"), Date.utc("2026-12-16"), Date.utc("2027-01-01"))

    var purchases = PurchaseHistory()
    let first: Transaction
    let addition: Transaction

    init(resigned: Bool = true) {
        first = purchases.transaction(from: Self.start, to: Self.end) {
            $0.reason = .purchase
            $0.quantity = 8
            $0.price = Money(milliunits: 9240, currency: "USD")
            $0.storefront = "USA"
            $0.multiSeatInfo = TransactionMultiSeatInfo(
                invitationManagement: .developer,
                priceTiers: [
                    MultiSeatPriceTier(price: 7990, quantity: 3), MultiSeatPriceTier(price: 9990, quantity: 5),
                ]
            )
        }
        addition = purchases.transaction(from: Self.added, to: Self.end) {
            $0.reason = .purchase
            $0.quantity = 4
            $0.price = Money(milliunits: 3995, currency: "USD")
            $0.storefront = "USA"
            $0.additionalTransactionReason = .seatAddition
            $0.multiSeatInfo = TransactionMultiSeatInfo(
                invitationManagement: .developer,
                priceTiers: [MultiSeatPriceTier(price: 3995, quantity: 4)]
            )
        }
        if resigned { again(first, signed: Self.added) { _ in } }
    }

    mutating func again(
        _ transaction: Transaction,
        signed: Date,
        end: Date? = nil,
        change: (inout Transaction) -> Void
    ) {
        purchases.again(transaction, signed: signed) {
            $0.additionalTransactionReason = .seatAddition
            if let end { $0.expirationDate = end }
            change(&$0)
        }
    }

    var history: SubscriptionHistory { purchases.history() }

    func seats(asOf instant: Date) -> Int? { purchases.state(asOf: instant)?.seats }

    func hasAccess(asOf instant: Date) -> Bool? { purchases.state(asOf: instant)?.hasAccess }

    var sales: [RecordedSale] {
        let catalog = Catalog(bundleID: "", products: [])
        return LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: catalog)
    }
}
