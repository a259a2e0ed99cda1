// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// What happened to an order, by a number that never changes its meaning.
private enum OrderStepCode {
    static let created: UInt64 = 0
    static let paid: UInt64 = 1
    static let delivered: UInt64 = 2
    static let finished: UInt64 = 3
    static let failed: UInt64 = 4
    static let canceled: UInt64 = 5
    static let credited: UInt64 = 6
    /// Created, with a reference, a proof or a copied order as well.
    static let createdWithMore: UInt64 = 7
}

extension CompactWriter {
    mutating func orderStep(_ value: OrderStep) {
        text(value.order)
        optional(value.customer) { $0.text($1) }
        switch value.action {
        case .created(let terms):
            let hasMore = terms.reference != nil || terms.isProven != nil || terms.copiedOrder != nil
            number(hasMore ? OrderStepCode.createdWithMore : OrderStepCode.created)
            self.terms(terms)
            guard hasMore else { return }
            optional(terms.reference) { $0.text($1) }
            optional(terms.isProven) { $0.number($1 ? 1 : 0) }
            optional(terms.copiedOrder) { $0.text($1) }
        case .paid(let transaction):
            number(OrderStepCode.paid)
            text(transaction)
        case .delivered: number(OrderStepCode.delivered)
        case .finished: number(OrderStepCode.finished)
        case .failed(let code, let message):
            number(OrderStepCode.failed)
            text(code)
            text(message)
        case .credited: number(OrderStepCode.credited)
        case .canceled(let reason):
            number(OrderStepCode.canceled)
            text(reason)
        }
    }

    private mutating func terms(_ value: OrderStep.Terms) {
        text(value.productID)
        integer(value.quantity)
        optional(value.appAccountToken) { $0.uuid($1.rawValue) }
        optional(value.shownPrice) { $0.money($1) }
        optional(value.idempotencyKey) { $0.text($1) }
        optional(value.expirationDate) { $0.instant($1) }
    }
}

extension CompactReader {
    mutating func orderStep() throws -> OrderStep {
        let order: OrderID = try text()
        let customer: CustomerID? = try optional { try $0.text() }
        let action: OrderStep.Action
        switch try number() {
        case OrderStepCode.created: action = .created(try terms())
        case OrderStepCode.createdWithMore:
            var terms = try terms()
            terms.reference = try optional { try $0.string() }
            terms.isProven = try optional { try $0.number() == 1 }
            terms.copiedOrder = try optional { try $0.text() }
            action = .created(terms)
        case OrderStepCode.credited: action = .credited
        case OrderStepCode.paid: action = .paid(try text())
        case OrderStepCode.delivered: action = .delivered
        case OrderStepCode.finished: action = .finished
        case OrderStepCode.failed: action = .failed(code: try string(), message: try string())
        case OrderStepCode.canceled: action = .canceled(reason: try string())
        default: throw CompactContent.unreadable
        }
        return OrderStep(order: order, customer: customer, action: action)
    }

    private mutating func terms() throws -> OrderStep.Terms {
        OrderStep.Terms(
            productID: try text(),
            quantity: try int(),
            appAccountToken: try optional { AppAccountToken(rawValue: try $0.uuid()) },
            shownPrice: try optional { try $0.money() },
            idempotencyKey: try optional { try $0.string() },
            expirationDate: try optional { try $0.instant() }
        )
    }
}
