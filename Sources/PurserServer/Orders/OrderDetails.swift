// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What is kept of an order besides the columns of its row.
struct OrderDetails: Hashable, Sendable, Codable {
    /// How it came to be.
    enum Origin: String, Hashable, Sendable, Codable {
        /// Before the payment.
        case app

        /// A purchase that began outside the app, ordered afterwards.
        case outside

        /// A renewal, ordered afterwards.
        case renewal

        /// A right that Family Sharing brought.
        case family

        /// Brought in from another system.
        case backfill
    }

    var origin: Origin
    var price: Money?
    /// The device that the purchase is to serve.
    var device: DeviceID?
    /// The goods between price points that it pays for.
    var goods: OrderedGoods?
    /// The code and text of the failure that the app reported.
    var failureCode: String?
    var failureText: String?
    /// Whether the customer's token, or the team's backend, created it; absent when it did not.
    var isProven: Bool?
    /// The order that its purchase was shown for, or whose token it carries, where that is for another quantity.
    var mismatchedOrder: OrderID?
    /// Whether its payment was given to another order.
    var mergedInto: OrderID?
}

extension OrderDetails: DirectlyRead {
    init(_ object: DirectObject) throws {
        device = try object.wire("device")
        failureCode = try object.text("failureCode")
        failureText = try object.text("failureText")
        goods = try object.value("goods")
        isProven = try object.boolean("isProven")
        mergedInto = try object.wire("mergedInto")
        mismatchedOrder = try object.wire("mismatchedOrder")
        origin = try object.required(object.text("origin").flatMap { Origin(rawValue: $0) })
        price = try object.value("price")
    }
}

extension OrderedGoods: DirectlyRead {
    init(_ object: DirectObject) throws {
        let charged: Money = try object.required(object.value("charged"))
        let credit = try object.required(object.integer("credit"))
        let currency = try object.required(object.text("currency"))
        let name = try object.required(object.text("name"))
        let price: Money = try object.required(object.value("price"))
        self.init(
            name: name,
            price: price,
            charged: charged,
            currency: currency,
            credit: credit,
            terms: try object.text("terms")
        )
    }
}

extension StoredOrder {
    var details: OrderDetails {
        get throws { try ServiceJSON.decode(OrderDetails.self, from: body) }
    }

    mutating func changeDetails(_ change: (inout OrderDetails) -> Void) throws {
        var details = try details
        change(&details)
        body = try ServiceJSON.encode(details)
    }

    /// `nil` is a state that a newer server wrote while both work on one store: this one waits for no payment of the order,
    /// moves it nowhere, and leaves it to the newer one.
    var currentState: OrderState? { OrderState(rawValue: state) }

    /// Moves the order to a state.
    mutating func move(to newState: OrderState, at now: Date) {
        state = newState.rawValue
        isOpen = newState.isWatched
        updatedDate = now
    }
}
