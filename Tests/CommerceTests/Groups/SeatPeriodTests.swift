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

    @Test func `of an order that two transactions of a period could pay, the first one pays it`() {
        func seats(_ id: TransactionID, _ start: String, revoked: Int? = nil) -> [Fact] {
            ArrivalScenario.bought(id, start, to: "02-01") {
                $0.quantity = 4
                $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
                $0.multiSeatInfo?.revokedSeatQuantity = revoked
                $0.additionalTransactionReason = .seatAddition
            }
        }
        var world = FulfillmentWorld()
        world.now = .at("01-20")
        world.order("o", "monthly", token: ArrivalScenario.first, quantity: 4)
        // Before the others are known, nothing says that it is the first; the seats may have been refunded before the others.
        world.process(seats("11", "01-05", revoked: 4), .notified)
        #expect(world.orders["o"]?.transaction == nil && world.orders.count == 2)
        world.process(seats("12", "01-10"), .notified)
        #expect(world.orders["o"]?.transaction == "11")
    }
}
