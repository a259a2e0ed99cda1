// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What happened to some purchases, as documents that may arrive in any order and any number of times.
///
/// What Apple states, and what the app of the same customer shows, may come in any order. A claim of another customer does not come from
/// Apple: the first one wins, so that such claims have their fixed place before or after all documents.
struct ArrivalScenario: Sendable, CustomTestStringConvertible {
    /// Something that arrives.
    struct Arrival: Sendable {
        var facts: [Fact]
        var input: FulfillmentInput

        /// Documents that Apple sends, or answers when it is asked.
        static func apple(_ facts: [Fact]...) -> Arrival { Arrival(facts: facts.flatMap(\.self), input: .notified) }

        /// Documents that a customer's app shows with the customer's token.
        static func shown(
            _ facts: [Fact] = [],
            by customer: CustomerID = "anna",
            order: OrderID? = nil,
            _ id: TransactionID = "11"
        ) -> Arrival {
            Arrival(facts: facts, input: .shown(by: customer, order: order, named: id))
        }
    }

    var testDescription: String
    /// The instant at which everything arrives.
    var now: Date
    /// The orders with their states at the end; "own" are those of purchases that no order awaited.
    var orders: String
    /// Anna's gems at the end.
    var gems: Int64
    /// What the customers have at the end.
    var active: String
    /// What happens before anything arrives.
    var before: @Sendable (inout FulfillmentWorld) -> Void
    var arrivals: [Arrival]
    /// What happens after everything has arrived.
    var after: @Sendable (inout FulfillmentWorld) -> Void

    init(
        _ name: String,
        at now: String = "02-20",
        orders: String,
        gems: Int64 = 0,
        active: String = "",
        before: @escaping @Sendable (inout FulfillmentWorld) -> Void = { _ in },
        _ arrivals: [Arrival],
        after: @escaping @Sendable (inout FulfillmentWorld) -> Void = { _ in }
    ) {
        (testDescription, self.now, self.orders, self.gems, self.active) = (name, .at(now), orders, gems, active)
        (self.before, self.arrivals, self.after) = (before, arrivals, after)
    }
}

extension Date {
    /// Ten in the morning of a day of 2024, written as in "02-20".
    static func at(_ day: String) -> Date { .utc("2024-\(day) 10:00:00") }
}

extension ArrivalScenario {
    static let all = subscriptions + changes + purchases + seats

    static let first = FulfillmentTests.token
    static let second = AppAccountToken(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, 2)))

    /// A signed transaction: a purchase of a month unless something else is said.
    static func bought(
        _ id: TransactionID = "11",
        _ start: String = "01-01",
        to end: String? = nil,
        product: ProductID = "monthly",
        of lineage: OriginalTransactionID = "1",
        signed: String? = nil,
        token: AppAccountToken? = first,
        reason: TransactionReason = .purchase,
        _ change: (inout Transaction) -> Void = { _ in }
    ) -> [Fact] {
        var purchases = PurchaseHistory(lineage: lineage)
        purchases.transaction(id, product, from: .at(start), to: end.map { .at($0) }, signed: signed.map { .at($0) }) {
            $0.appAccountToken = token
            $0.reason = reason
            if ["gems", "month-once"].contains(product) { $0.productType = .consumable }
            change(&$0)
        }
        return purchases.facts
    }

    /// A signed renewal info.
    static func info(
        _ signed: String,
        of lineage: OriginalTransactionID = "1",
        _ change: (inout RenewalInfo) -> Void = { _ in }
    ) -> [Fact] {
        var purchases = PurchaseHistory(lineage: lineage)
        purchases.renewalInfo(signed: .at(signed), change)
        return purchases.facts
    }

    /// A signed renewal info of a subscription that has expired.
    static func ended(_ signed: String, _ intent: ExpirationIntent = .canceled) -> [Fact] {
        info(signed) { ($0.willAutoRenew, $0.expirationIntent) = (false, intent) }
    }

    /// Apple's answer about a receipt, in which a transaction has neither token, type, reason nor seats.
    static func receipt(_ documents: [Fact]..., asked: String) -> [Fact] {
        let transactions = documents.flatMap(\.self).compactMap { fact -> Transaction? in
            guard case .transaction(var transaction) = fact.content else { return nil }
            (transaction.appAccountToken, transaction.reason, transaction.productType) = (nil, nil, nil)
            (transaction.price, transaction.multiSeatInfo, transaction.additionalTransactionReason) = (nil, nil, nil)
            return transaction
        }
        var purchases = PurchaseHistory(lineage: transactions.first?.originalTransactionID ?? "1")
        purchases.receipt(transactions, asked: .at(asked))
        return purchases.facts
    }

    /// A notification without the documents in it.
    static func notification(
        _ type: NotificationType,
        _ subtype: NotificationSubtype? = nil,
        about id: TransactionID = "11",
        _ signed: String
    ) -> [Fact] {
        var purchases = PurchaseHistory()
        let number = UInt8(signed.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFF })
        let notification = ServerNotification(
            id: NotificationUUID(rawValue: UUID(uuid: (number, 1, 2, 3, 4, 5, 64, 7, 128, 9, 9, 9, 9, 9, 9, 9))),
            type: type,
            subtype: subtype,
            transactionID: id,
            originalTransactionID: "1"
        )
        purchases.record(.notification(notification), at: .at(signed), rank: .signed)
        return purchases.facts
    }
}

// MARK: - The end of a scenario

extension FulfillmentWorld {
    /// Everything that must not depend on the order of arrival.
    struct Result: Hashable {
        var orders: String
        var gems: [Int64]
        var active: String
        var deliveries: [String]
        var owners: [OriginalTransactionID: CustomerID]
        var unclaimed: Set<OriginalTransactionID>
        var entitlements: [String]
        /// The transactions that an event stated the delivery of.
        var delivered: [String]
    }

    mutating func take(_ arrival: ArrivalScenario.Arrival) {
        process(arrival.facts, arrival.input)
    }

    var result: Result {
        Result(
            orders: orderStates,
            gems: ["anna", "ben"].map { balance(BalanceKey(customer: $0, currency: "gems")) },
            active: ["anna", "ben"].filter { !active($0).isEmpty }
                .map { "\($0): " + active($0).joined(separator: " ") }.joined(separator: ", "),
            deliveries: deliveries.values.filter { $0.revokedDate == nil }.map { delivery in
                let order = delivery.order.flatMap { orders[$0] }
                let name = order?.details.origin == .app ? order?.id.rawValue : "own"
                let customer = delivery.customer?.rawValue ?? "unknown"
                return "\(delivery.transaction) \(delivery.quantity) \(delivery.product) \(customer) \(name ?? "none")"
            }
            .sorted(),
            owners: owners,
            unclaimed: unclaimed,
            entitlements: ["anna", "ben"].flatMap { customer in
                (entitlements[customer] ?? []).map(\.cached.answer).map { answer in
                    let end = answer.endDate.map { "\($0.millisecondsSince1970)" } ?? "never"
                    return "\(customer) \(answer.entitlement) \(answer.isActive) \(answer.reason.rule) \(end)"
                }
            },
            delivered: events.compactMap { event in
                guard case .orderDelivered(let paid) = event.kind else { return nil }
                return deliveries[paid.transaction.id]?.revokedDate == nil ? paid.transaction.id.rawValue : nil
            }
            .sorted()
        )
    }

    /// The orders with their transactions and states, without those that gave their payment away.
    private var orderStates: String {
        let known = orders.values.filter { $0.details.mergedInto == nil }.map { order in
            let name = order.details.origin == .app ? order.id.rawValue : "own"
            return (order.details.origin == .app ? "a" : "b")
                + [name, order.transaction?.rawValue, order.storedState].compactMap(\.self).joined(separator: " ")
        }
        return known.sorted().map { String($0.dropFirst()) }.joined(separator: ", ")
    }
}
