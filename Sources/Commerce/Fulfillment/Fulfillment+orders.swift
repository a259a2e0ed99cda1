// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Fulfillment {
    /// Decides the creation of an order before its payment.
    ///
    /// - Parameters:
    ///   - terms: The terms, with the token that the purchase will carry.
    ///   - customer: The customer who orders.
    ///   - state: Everything known.
    ///   - input: What happened.
    ///   - rules: The policies, the catalog and the instant.
    /// - Returns: The decision, or what it still depends on.
    package static func create(
        _ terms: OrderStep.Terms,
        for customer: CustomerID,
        _ state: PurchaseState,
        _ input: FulfillmentInput,
        _ rules: FulfillmentRules
    ) -> Ruling {
        var decider = Decider(state, nil, input, rules)
        decider.create(terms, for: customer)
        return decider.ruling
    }

    /// What an app states about an order, or time does to it.
    package enum OrderInput: Hashable, Sendable {
        /// The app finished the order's transaction.
        case finish
        /// The purchase failed, with the store's code and text; a payment that comes later still counts.
        case fail(code: String, text: String?)
        /// The order's time is over; a payment that comes later still counts.
        case expire
    }

    /// Decides what an app's statement or the passing of time changes about an order.
    ///
    /// An order in another state stays as it is: a repeated or late statement changes nothing.
    ///
    /// - Returns: The decision, or what it still depends on.
    package static func decide(
        _ order: Order,
        _ statement: OrderInput,
        _ state: PurchaseState,
        _ input: FulfillmentInput,
        _ rules: FulfillmentRules
    ) -> Ruling {
        var decider = Decider(state, nil, input, rules)
        decider.change(order, by: statement)
        return decider.ruling
    }
}

extension Decider {
    fileprivate mutating func create(_ terms: OrderStep.Terms, for customer: CustomerID) {
        let customer = resolve(customer)
        let order = Order(newOrderID(), terms, of: customer, in: scope, at: now)
        decision.newCustomers.append(customer)
        change(order, isNew: true)
        decision.orders[0].idempotencyKey = terms.idempotencyKey
        recordStep(order, .created(terms))
    }

    fileprivate mutating func change(_ order: Order, by statement: Fulfillment.OrderInput) {
        var order = order
        switch (statement, order.state) {
        case (.finish, .delivered):
            order.move(to: .finished, at: now)
            change(order)
            recordStep(order, .finished)
        case (.fail(let code, let text), .created):
            order.details.failureCode = code
            // An empty text does not replace a good one.
            if let text, !text.allSatisfy(\.isWhitespace) { order.details.failureText = text }
            order.move(to: .failed, at: now)
            change(order, note: "\(code). \(text ?? "")")
            recordStep(order, .failed(code: code, message: text ?? ""))
        case (.expire, .created):
            guard let end = order.expiresDate, end <= now else { return }
            order.move(to: .expired, at: now)
            change(order)
            emit(
                .orderExpired(order.id, reference: order.reference, product: order.product),
                customer: order.customer,
                at: now,
                about: nil
            )
        default: break
        }
    }
}
