// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct RefundedAmountTests {
    private static func transaction(
        _ type: RevocationType?,
        percentage: Int? = nil,
        change: (inout Transaction) -> Void = { _ in }
    ) -> Transaction {
        var transaction = Transaction(
            id: "1",
            originalTransactionID: "1",
            productID: "monthly",
            productType: .autoRenewableSubscription,
            purchaseDate: .utc("2026-01-01")
        )
        transaction.price = Money(milliunits: 9990, currency: "USD")
        transaction.revocation = Revocation(date: .utc("2026-01-10"), type: type, percentage: percentage)
        change(&transaction)
        return transaction
    }

    /// Thousandths of a per cent of 9.99 dollars.
    static let parts: [(Int?, Int64)] = [
        (nil, 9990), (0, 0), (1, 0), (50_000, 4995), (33_333, 3330), (99_999, 9990), (99_990, 9989), (100_000, 9990),
        (100_001, 9990), (-1, 9990),
    ]

    @Test(arguments: parts)
    func `a refund gives back the part that Apple names, or all of the price`(percentage: Int?, amount: Int64) {
        let refunded = Self.transaction(.refundProrated, percentage: percentage).refundedAmount
        #expect(refunded == Money(milliunits: amount, currency: "USD"))
    }

    static let seats: [(Int?, InAppOwnershipType, RevocationType?, Int64?)] = [
        (nil, .purchased, nil, nil), (0, .purchased, nil, nil), (1, .purchased, nil, 9990),
        (3, .purchased, nil, 29_970), (3, .assigned, nil, nil), (3, .purchased, .familyRevoke, nil),
        (3, .purchased, .refundFull, 79_920),
    ]

    @Test(arguments: seats)
    func `a refund of single seats gives back their price to who paid it`(
        count: Int?,
        ownership: InAppOwnershipType,
        type: RevocationType?,
        amount: Int64?
    ) {
        let transaction = Self.transaction(type) {
            if type == nil { $0.revocation = nil }
            ($0.quantity, $0.ownership) = (8, ownership)
            $0.multiSeatInfo = TransactionMultiSeatInfo(revokedSeatQuantity: count)
        }
        #expect(transaction.refundedAmount?.milliunits == amount)
    }

    @Test func `no money goes back to a family member, for an upgrade, or where no price is known`() {
        #expect(Self.transaction(.familyRevoke).refundedAmount == nil)
        #expect(Self.transaction(.refundFull) { $0.ownership = .familyShared }.refundedAmount == nil)
        #expect(Self.transaction(.refundFull) { $0.price = nil }.refundedAmount == nil)
        #expect(Self.transaction(.refundFull) { $0.revocation = nil }.refundedAmount == nil)
        #expect(Self.transaction(nil) { $0.isUpgraded = true }.refundedAmount == nil)
        #expect(Self.transaction(nil).refundedAmount?.milliunits == 9990)
        #expect(Self.transaction(.refundFull) { $0.isUpgraded = true }.refundedAmount?.milliunits == 9990)
    }
}
