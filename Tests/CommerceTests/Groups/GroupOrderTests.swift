// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import Commerce

/// An order for seats is paid by the transaction that adds them.
@Suite struct GroupOrderTests {
    /// An order that awaits its payment.
    private static func order(_ quantity: Int) -> OrderMatching.Candidate {
        OrderMatching.Candidate(
            id: "o1",
            customer: "anna",
            environment: .production,
            product: "monthly",
            quantity: quantity,
            token: nil,
            created: SeatExample.start - 60,
            awaitsPayment: true
        )
    }

    /// What an order for so many seats makes of a transaction.
    static func match(
        _ transaction: Transaction,
        _ quantity: Int,
        seatsBefore: ClosedRange<Int>?
    ) -> OrderMatching.Match {
        OrderMatching(
            transaction: transaction,
            environment: .production,
            owners: ["anna"],
            named: order(quantity),
            seatsBefore: seatsBefore
        ).decide()
    }

    @Test(arguments: [(12, true), (4, false), (11, false), (13, false)])
    func `an order for more seats is for the sum, and the transaction carries the added ones`(
        quantity: Int,
        pays: Bool
    ) {
        let example = SeatExample()
        let held = example.history.seats(before: example.addition.id)
        #expect(held == 8...8 && example.history.seats(before: example.first.id) == nil)
        let match = Self.match(example.addition, quantity, seatsBefore: held)
        #expect((match.outcome == .pays("o1", insteadOf: nil)) == pays)
        #expect(match.mismatch == (pays ? nil : .quantity(expected: quantity, found: 12)))
    }

    @Test func `seats that are added twice are added to the sum of those before`() {
        var example = SeatExample()
        let second = example.purchases.transaction(from: .utc("2026-12-20"), to: SeatExample.end) {
            $0.reason = .purchase
            $0.quantity = 2
            $0.additionalTransactionReason = .seatAddition
            $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
        }
        #expect(example.history.seats(before: example.addition.id) == 8...8)
        #expect(example.history.seats(before: second.id) == 12...12)
    }

    @Test func `a refund of seats that came later does not make the order for more seats another one`() {
        var example = SeatExample()
        example.again(example.first, signed: .utc("2026-12-20")) { $0.multiSeatInfo?.revokedSeatQuantity = 3 }
        let held = example.history.seats(before: example.addition.id)
        #expect(held == 5...8)
        #expect(Self.match(example.addition, 12, seatsBefore: held).mismatch == nil)
        #expect(Self.match(example.addition, 8, seatsBefore: held).mismatch != nil)
    }

    @Test func `added seats pay an order for as many or for more while the first transaction is not known`() {
        let addition = SeatExample().addition
        #expect(Self.match(addition, 4, seatsBefore: nil).mismatch == nil)
        #expect(Self.match(addition, 12, seatsBefore: nil).mismatch == nil)
        #expect(Self.match(addition, 3, seatsBefore: nil).mismatch == .quantity(expected: 3, found: 4))
        #expect(Self.match(SeatExample().first, 12, seatsBefore: nil).mismatch == .quantity(expected: 12, found: 8))
    }
}
