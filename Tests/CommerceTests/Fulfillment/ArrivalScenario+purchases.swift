// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension ArrivalScenario {
    /// How a single purchase is paid, delivered, refunded and shown.
    static let purchases: [ArrivalScenario] = [
        quantity, orderByToken, orderByID, orderByIDOfReceipt, twoOrders, receiptFirst, receiptOfExpiredOrder,
        lateReceipt, partialRefund, partialRefundReversed, refundAndReversal, refundBeforeDelivery, failedOrder,
        finished, askToBuy, othersOrder, unclaimed, transferred, consumption, lifetime, serviceTime,
        wrongQuantity, purchaseBeforeOrder,
    ]

    private static let gems = bought(product: "gems")

    private static let gemsOrdered: @Sendable (inout FulfillmentWorld) -> Void = { $0.order("o", "gems", token: first) }

    private static let threeGems = bought(product: "gems") { $0.quantity = 3 }

    static let quantity = ArrivalScenario(
        "three of a consumable",
        orders: "o 11 delivered",
        gems: 300,
        before: { $0.order("o", "gems", token: first, quantity: 3) },
        [
            .apple(threeGems), .apple(notification(.oneTimeCharge, nil, "01-01")), .shown(threeGems, order: "o"),
        ]
    )

    static let orderByToken = ArrivalScenario(
        "an order that is known by its token alone",
        orders: "o 11 delivered",
        gems: 100,
        before: gemsOrdered,
        [.apple(gems), .shown(gems)]
    )

    private static let unmarked = bought(product: "gems", token: nil)

    static let orderByID = ArrivalScenario(
        "an order that is known by its ID alone",
        orders: "o 11 delivered",
        gems: 100,
        before: gemsOrdered,
        [.apple(unmarked), .shown(unmarked, order: "o"), .shown(unmarked)]
    )

    static let orderByIDOfReceipt = ArrivalScenario(
        "a receipt without the order, and the order's ID later",
        orders: "o 11 delivered",
        gems: 100,
        before: gemsOrdered,
        [
            .shown(receipt(gems, asked: "01-02")), .shown(unmarked, order: "o"), .apple(unmarked),
            .shown(receipt(gems, asked: "01-03")),
        ]
    )

    static let twoOrders = ArrivalScenario(
        "two orders and one payment",
        orders: "o 11 delivered, o2 created",
        gems: 100,
        before: { world in
            gemsOrdered(&world)
            world.order("o2", "gems", token: second)
        },
        [.apple(gems), .shown(gems, order: "o2"), .shown(gems)]
    )

    static let receiptFirst = ArrivalScenario(
        "a receipt, the signed document and the order's ID",
        orders: "o 11 delivered",
        gems: 100,
        before: gemsOrdered,
        [
            .shown(receipt(gems, asked: "01-02")), .apple(gems), .shown(gems, order: "o"),
            .apple(receipt(gems, asked: "01-03")),
        ]
    )

    static let receiptOfExpiredOrder = ArrivalScenario(
        "a receipt and the signed document of an order that has expired",
        orders: "o 11 delivered",
        gems: 100,
        before: { world in
            gemsOrdered(&world)
            world.change("o", .expire)
        },
        [.shown(receipt(gems, asked: "01-02")), .apple(gems), .apple(notification(.oneTimeCharge, nil, "01-01"))]
    )

    private static func revoked(_ date: String, _ percentage: Int? = nil) -> [Fact] {
        bought(product: "gems", signed: date) {
            $0.revocation = Revocation(
                date: .at(date),
                type: percentage == nil ? .refundFull : .refundProrated,
                percentage: percentage
            )
        }
    }

    static let lateReceipt = ArrivalScenario(
        "an old receipt that comes after a refund",
        orders: "o 11 refunded",
        before: gemsOrdered,
        [.apple(gems), .apple(revoked("01-10")), .shown(receipt(gems, asked: "01-02")), .shown(gems, order: "o")]
    )

    static let partialRefund = ArrivalScenario(
        "a refund of a quarter, then of all",
        orders: "o 11 refunded",
        before: gemsOrdered,
        [.apple(gems), .apple(revoked("01-10", 25_000)), .apple(revoked("01-20")), .shown(gems)]
    )

    static let partialRefundReversed = ArrivalScenario(
        "a refund of a quarter that Apple reverses",
        orders: "o 11 delivered",
        gems: 100,
        before: gemsOrdered,
        [
            .apple(gems), .apple(revoked("01-10", 25_000)), .apple(bought(product: "gems", signed: "01-20")),
            .shown(gems),
        ]
    )

    static let refundAndReversal = ArrivalScenario(
        "a refund of all that Apple reverses",
        orders: "o 11 delivered",
        gems: 100,
        before: gemsOrdered,
        [
            .apple(gems), .apple(revoked("01-10")), .apple(bought(product: "gems", signed: "01-20")),
            .apple(notification(.refundReversed, nil, "01-20")), .shown(receipt(gems, asked: "01-02")),
        ]
    )

    static let refundBeforeDelivery = ArrivalScenario(
        "a refund of a quarter, of which nothing was known before",
        orders: "o 11 refunded",
        gems: 75,
        before: gemsOrdered,
        [
            .apple(revoked("01-10", 25_000)), .apple(notification(.refund, nil, "01-10")),
            .shown(revoked("01-10", 25_000), order: "o"),
        ]
    )

    static let failedOrder = ArrivalScenario(
        "a payment that Apple accepts after the app reported a failure",
        orders: "o 11 delivered",
        gems: 100,
        before: { world in
            gemsOrdered(&world)
            world.change("o", .fail(code: "2", text: "The network connection was lost."))
        },
        [.apple(gems), .shown(gems, order: "o")]
    )

    static let finished = ArrivalScenario(
        "a transaction that the app finishes",
        orders: "o 11 finished",
        gems: 100,
        before: gemsOrdered,
        [.shown(receipt(gems, asked: "01-02")), .apple(gems), .shown(gems)],
        after: { $0.change("o", .finish) }
    )

    private static let approved = bought("11", "01-04", product: "forever")

    static let askToBuy = ArrivalScenario(
        "a purchase that a parent approves after the order has expired",
        orders: "o 11 delivered",
        active: "anna: basic",
        before: { world in
            world.order("o", "forever", token: first)
            world.change("o", .expire)
        },
        [.apple(approved), .shown(approved), .apple(notification(.oneTimeCharge, nil, "01-04"))]
    )

    private static let forever = bought(product: "forever")

    static let othersOrder = ArrivalScenario(
        "another customer's order, whose token decides whoever shows the purchase",
        orders: "o 11 delivered",
        active: "ben: basic",
        before: { $0.order("o", "forever", by: "ben", token: first) },
        [.apple(forever), .shown(forever), .shown(forever, by: "ben", order: "o")]
    )

    static let unclaimed = ArrivalScenario(
        "a subscription that no one claims",
        orders: "",
        [
            .apple(bought(to: "02-01", token: nil)), .apple(info("01-01")),
            .apple(bought("12", "02-01", to: "03-01", token: nil, reason: .renewal)),
        ]
    )

    /// The transfer is a command with its place: the renewal belongs to the new owner, whenever the first purchase is repeated.
    static let transferred = ArrivalScenario(
        "a renewal after the team moved the subscription",
        orders: "o 11 delivered, own 12 delivered",
        active: "ben: basic",
        before: { world in
            ordered(&world)
            world.process(month, .shown(order: "o"))
            let transfer = Transfer(lineage: "1", previousOwner: "anna", recipient: "ben", reason: "support")
            world.process([], .command([.transfer(transfer)]))
        },
        [.apple(renewed), .apple(info("02-01")), .apple(month), .shown(renewed, by: "ben", "12")]
    )

    static let consumption = ArrivalScenario(
        "a refund that Apple asks about and declines",
        orders: "o 11 delivered",
        gems: 100,
        before: gemsOrdered,
        [
            .apple(notification(.consumptionRequest, nil, "01-05"), gems), .shown(gems),
            .apple(notification(.refundDeclined, nil, "01-07")),
        ]
    )

    static let lifetime = ArrivalScenario(
        "a lifetime purchase beside a subscription",
        orders: "o 11 delivered, own 21 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .apple(info("01-01")),
            .shown(bought("21", "01-10", product: "forever", of: "2", token: nil), "21"),
            .apple(bought("21", "01-10", product: "forever", of: "2", signed: "01-11", token: nil)),
        ]
    )

    static let serviceTime = ArrivalScenario(
        "two purchases of service time, which are used one after the other",
        orders: "o 11 delivered, own 21 delivered",
        active: "anna: basic",
        before: { $0.order("o", "month-once", token: first) },
        [
            .apple(bought(product: "month-once")), .shown(bought(product: "month-once"), order: "o"),
            .shown(bought("21", "01-20", product: "month-once", of: "2", token: nil), "21"),
        ]
    )

    static let wrongQuantity = ArrivalScenario(
        "one of a consumable for an order of ten",
        orders: "o created, own 11 delivered",
        gems: 100,
        before: { $0.order("o", "gems", token: first, quantity: 10) },
        [.apple(gems), .shown(gems, order: "o"), .shown(receipt(gems, asked: "01-02"))]
    )

    static let purchaseBeforeOrder = ArrivalScenario(
        "a purchase from before the order, without a token",
        orders: "o created, own 11 delivered",
        gems: 100,
        before: { $0.order("o", "gems", token: first, created: .at("01-10")) },
        [.apple(unmarked), .shown(unmarked, order: "o"), .shown(receipt(gems, asked: "01-02"))]
    )
}
