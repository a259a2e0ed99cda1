// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension ArrivalScenario {
    /// How customers buy, add and assign the seats of group subscriptions.
    static let seats: [ArrivalScenario] = [
        seatsAddedTwice, seatsAddedAtOnce, seatsAddedWithoutOrder, seatsRefundedBeforeAddition, assignedSeat,
    ]

    private static let seatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)

    private static func seats(
        _ count: Int,
        _ id: TransactionID,
        _ start: String,
        token: AppAccountToken? = nil,
        _ change: (inout Transaction) -> Void = { _ in }
    ) -> [Fact] {
        bought(id, start, to: "02-01", token: token) {
            $0.quantity = count
            $0.multiSeatInfo = seatInfo
            $0.additionalTransactionReason = id == "11" ? nil : .seatAddition
            change(&$0)
        }
    }

    /// An order of eight seats.
    private static let orderedSeats: @Sendable (inout FulfillmentWorld) -> Void = {
        $0.order("o", "monthly", token: first, quantity: 8)
    }

    static let seatsAddedTwice = ArrivalScenario(
        "seats that are added twice, with an order of the sum",
        at: "01-20",
        orders: "o 13 delivered, own 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: orderedSeats,
        [
            .apple(seats(1, "11", "01-01")), .apple(seats(5, "12", "01-05")),
            .apple(seats(2, "13", "01-10", token: first)), .apple(info("01-10")),
        ]
    )

    static let seatsAddedAtOnce = ArrivalScenario(
        "seats that are added twice in the moment of the purchase",
        at: "01-20",
        orders: "o 13 delivered, own 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: orderedSeats,
        [
            .apple(seats(1, "11", "01-01") { $0.additionalTransactionReason = .seatAddition }),
            .apple(seats(5, "12", "01-01")), .apple(seats(2, "13", "01-01", token: first)),
        ]
    )

    static let seatsAddedWithoutOrder = ArrivalScenario(
        "as many seats again that are added without an order, with the token of the first ones",
        at: "01-20",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: orderedSeats,
        [
            .apple(seats(8, "11", "01-01", token: first)),
            .apple(
                bought("11", "01-01", to: "02-01", signed: "01-10") {
                    ($0.quantity, $0.multiSeatInfo) = (8, seatInfo)
                    $0.additionalTransactionReason = .seatAddition
                }
            ),
            .apple(seats(8, "12", "01-10", token: first)), .apple(info("01-10")),
        ]
    )

    static let seatsRefundedBeforeAddition = ArrivalScenario(
        "seats that are refunded before others are added",
        at: "01-20",
        orders: "o 12 delivered, own 11 delivered",
        active: "anna: basic",
        before: orderedSeats,
        [
            .apple(seats(8, "11", "01-01")),
            .apple(
                bought("11", "01-01", to: "02-01", signed: "01-05", token: nil) {
                    $0.quantity = 8
                    $0.multiSeatInfo = seatInfo
                    $0.multiSeatInfo?.revokedSeatQuantity = 3
                }
            ),
            .apple(seats(3, "12", "01-10", token: first)), .apple(info("01-10")),
        ]
    )

    private static let assigned = bought(to: "02-01", token: nil) {
        ($0.ownership, $0.quantity, $0.multiSeatInfo) = (.assigned, 4, seatInfo)
    }

    static let assignedSeat = ArrivalScenario(
        "a seat that a buyer assigned, of which a receipt repeats how many there are",
        at: "01-20",
        orders: "own 11 delivered",
        active: "anna: basic",
        [.shown(receipt(assigned, asked: "01-02")), .apple(assigned), .shown(assigned)]
    )
}
