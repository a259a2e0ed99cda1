// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// A customer who subscribed by the week and renewed ever since: a transaction and a renewal info each week.
struct WeeklyLife {
    static let scope = AppScope(bundleID: "com.example.reader", environment: .production)
    static let start = Date(timeIntervalSince1970: 1_400_000_000)
    static let week: Double = 7 * 86_400

    let weeks: Int
    let facts: [Fact]
    let catalog = Catalog(
        bundleID: "com.example.reader",
        products: [
            CatalogProduct(
                id: "weekly",
                type: .autoRenewableSubscription,
                groupID: "g",
                level: 1,
                period: .week,
                entitlements: ["premium"]
            )
        ]
    )

    init(years: Int) {
        weeks = years * 52
        facts = (0..<weeks).flatMap { [Self.transaction($0), Self.renewalInfo($0)] }
    }

    var end: Date { Self.start.addingTimeInterval(Double(weeks) * Self.week - 1) }

    func account(_ facts: [Fact]) -> CustomerAccount {
        CustomerAccount(customer: "anna", catalogs: [catalog], facts: facts, ownsUnclaimed: true)
    }

    func renewal(_ number: Int) -> Fact { Self.transaction(number) }

    /// A refund of a purchase in the middle.
    var lateFact: Fact {
        Self.transaction(weeks / 2) { transaction in
            transaction.revocation = Revocation(date: Self.start.addingTimeInterval(Double(weeks) * Self.week))
        }
    }

    static func transaction(_ number: Int, change: (inout Transaction) -> Void = { _ in }) -> Fact {
        let begin = start.addingTimeInterval(Double(number) * week)
        var transaction = Transaction(
            id: TransactionID(rawValue: "\(700_000_000_000_000 + number)"),
            originalTransactionID: "700000000000000",
            productID: "weekly",
            productType: .autoRenewableSubscription,
            subscriptionGroupID: "g",
            purchaseDate: begin,
            originalPurchaseDate: start,
            expirationDate: begin.addingTimeInterval(week),
            reason: number == 0 ? .purchase : .renewal,
            price: Money(milliunits: 1990, currency: "USD")
        )
        change(&transaction)
        let signed = transaction.revocation?.date ?? begin
        return fact(.transaction(transaction), at: signed, number: number * 2)
    }

    static func renewalInfo(_ number: Int) -> Fact {
        let begin = start.addingTimeInterval(Double(number) * week)
        let info = RenewalInfo(
            originalTransactionID: "700000000000000",
            productID: "weekly",
            autoRenewProductID: "weekly",
            willAutoRenew: true,
            renewalDate: begin.addingTimeInterval(week)
        )
        return fact(.renewalInfo(info), at: begin, number: number * 2 + 1)
    }

    static func fact(_ content: FactContent, at instant: Date, number: Int) -> Fact {
        var bytes = [UInt8](repeating: 0, count: 32)
        for place in 0..<8 { bytes[place] = UInt8(truncatingIfNeeded: number >> (place * 8)) }
        guard let digest = FactDigest(bytes) else { fatalError("A digest is 32 bytes.") }
        return Fact(
            scope: scope,
            kind: content.kind,
            order: FactOrder(instant: instant, rank: .signed, digest: digest),
            lineage: "700000000000000",
            digest: digest,
            content: content
        )
    }
}
