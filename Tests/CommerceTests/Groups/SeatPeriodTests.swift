// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import Commerce

/// Which transactions share a period, as orders ask it.
@Suite struct SeatPeriodTests {
    private static let example = SeatExample()

    static let others: [([TransactionID], [TransactionID])] = [
        (["11"], ["12"]), (["12"], ["11"]), (["11", "12"], []), (["12", "11"], []), (["99"], []), ([], []),
    ]

    @Test(arguments: others)
    func `the transactions that share a period with some are the others, each once`(
        ids: [TransactionID],
        others: [TransactionID]
    ) {
        #expect([Self.example.first.id, Self.example.addition.id] == ["11", "12"])
        #expect(Self.example.history.seatTransactions(besides: ids) == others)
    }

    @Test func `a transaction that shares a period with two of them comes once`() {
        var purchases = Self.example.purchases
        purchases.again(Self.example.addition, signed: SeatExample.added) {
            $0.id = "13"
            $0.purchaseDate = SeatExample.added + 86_400
        }
        let history = purchases.history()
        #expect(history.seatTransactions(besides: ["11", "12"]) == ["13"])
        #expect(history.seatTransactions(besides: ["12", "13"]) == ["11"])
        #expect(history.seatTransactions(besides: ["12"]) == ["11", "13"])
    }

    @Test func `a transaction is known to be the first of its period where it begins the lineage or seats were added`()
    {
        let known = ["11", "12", "99"].map { Self.example.history.isFirstOfPeriod(TransactionID(rawValue: $0)) }
        #expect(known == [true, false, false])
        // Of one that says that seats were added, and of which nothing else is known, it may be either.
        var purchases = PurchaseHistory()
        purchases.again(Self.example.addition, signed: SeatExample.added) { _ in }
        #expect(!purchases.history().isFirstOfPeriod("12"))
        purchases.again(Self.example.addition, signed: SeatExample.added) { $0.id = "1" }
        #expect(purchases.history().isFirstOfPeriod("1"))
    }
}
