// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

/// What is kept of an order besides the columns of its row.
package struct OrderDetails: Hashable, Sendable, Codable {
    /// How it came to be.
    package enum Origin: String, Hashable, Sendable, Codable {
        /// Before the payment.
        case app

        /// A purchase that began outside the app, ordered afterward.
        case outside

        /// A renewal, ordered afterward.
        case renewal

        /// A right that Family Sharing brought.
        case family

        /// Brought in from another system.
        case backfill
    }

    package var origin: Origin
    package var price: Money?
    /// The device that the purchase is to serve.
    package var device: DeviceID?
    /// The goods between price points that it pays for.
    package var customPrice: OrderedCustomPrice?
    /// The code and text of the failure that the app reported.
    package var failureCode: String?
    package var failureText: String?
    /// Whether the customer's token, or the team's backend, created it; absent when it did not.
    package var isProven: Bool?
    /// The order that its purchase was shown for, or whose token it carries, where that is for another quantity.
    package var mismatchedOrder: OrderID?
    /// Whether its payment was given to another order.
    package var mergedInto: OrderID?
    /// The trace of the request that created it.
    package var traceParent: TraceParent?

    /// Makes the details of an order.
    package init(
        origin: Origin,
        price: Money? = nil,
        device: DeviceID? = nil,
        customPrice: OrderedCustomPrice? = nil,
        isProven: Bool? = nil
    ) {
        self.origin = origin
        self.price = price
        self.device = device
        self.customPrice = customPrice
        self.isProven = isProven
    }
}

extension OrderDetails: DirectJSONEncodable, DirectJSONDecodable {
    /// Writes the members of its object.
    package func write(to json: inout JSONWriter) {
        json.member("customPrice", customPrice)
        json.member("device", device)
        json.member("failureCode", failureCode)
        json.member("failureText", failureText)
        json.member("isProven", isProven)
        json.member("mergedInto", mergedInto)
        json.member("mismatchedOrder", mismatchedOrder)
        json.member("origin", origin.rawValue)
        json.member("price", price)
        json.member("traceParent", traceParent)
    }

    /// Reads the details of a stored order.
    package init(_ object: JSONReader) throws {
        device = try object.wire("device")
        failureCode = try object.text("failureCode")
        failureText = try object.text("failureText")
        customPrice = try object.value("customPrice")
        isProven = try object.boolean("isProven")
        mergedInto = try object.wire("mergedInto")
        mismatchedOrder = try object.wire("mismatchedOrder")
        origin = try object.required(object.text("origin").flatMap { Origin(rawValue: $0) })
        price = try object.value("price")
        traceParent = try object.wire("traceParent")
    }
}
