// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Something that we did to an order.
public struct OrderStep: Hashable, Sendable, Codable {
    /// What was done.
    public enum Action: Hashable, Sendable, Codable {
        /// The order was made, before the payment or for a purchase that began outside the app.
        case created(Terms)

        /// The payment is seen in this transaction, which belongs to this order alone.
        case paid(TransactionID)

        /// What was bought was delivered.
        case delivered

        /// The app said that it finished the transaction.
        case finished

        /// The app said that the purchase failed, with the store's code and text.
        case failed(code: String, message: String)

        /// The virtual currency that its delivery should have credited, and did not, was booked.
        case credited

        /// The customer, or the team, gave it up.
        case canceled(reason: String)
    }

    /// What an order was made with.
    public struct Terms: Hashable, Sendable, Codable {
        /// The product.
        public var productID: ProductID

        /// How many.
        public var quantity: Int

        /// The token that the purchase will carry; absent when the purchase came first.
        public var appAccountToken: AppAccountToken?

        /// The price that the customer was shown.
        public var shownPrice: Money?

        /// The key under which the app asked; the same one gives the same order.
        public var idempotencyKey: String?

        /// When an unpaid order is abandoned.
        public var expirationDate: Date?

        /// The device that the purchase is to serve, when plans are counted by device.
        public var device: DeviceID?

        /// The team's own number of the order; an erasure removes it.
        package var reference: String?

        /// The goods between price points that it pays for.
        package var customPrice: OrderedCustomPrice?

        /// Whether the customer's token, or the team's backend, created it; absent when it did not.
        package var isProven: Bool?

        /// The order that the app named with the purchase, which may not pay it: this one has its price, device and
        /// goods.
        package var copiedOrder: OrderID?

        /// The trace of the request that created it.
        package var traceParent: TraceParent?

        /// Makes an order's terms.
        public init(
            productID: ProductID,
            quantity: Int = 1,
            appAccountToken: AppAccountToken? = nil,
            shownPrice: Money? = nil,
            idempotencyKey: String? = nil,
            expirationDate: Date? = nil,
            device: DeviceID? = nil
        ) {
            self.productID = productID
            self.quantity = quantity
            self.appAccountToken = appAccountToken
            self.shownPrice = shownPrice
            self.idempotencyKey = idempotencyKey
            self.expirationDate = expirationDate
            self.device = device
        }
    }

    /// The order.
    public var order: OrderID

    /// Whose it is; absent as long as no one claimed the purchase.
    public var customer: CustomerID?

    /// What was done.
    public var action: Action

    /// Makes a step.
    public init(order: OrderID, customer: CustomerID? = nil, action: Action) {
        self.order = order
        self.customer = customer
        self.action = action
    }
}
