// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Which order a transaction pays: one row for each case, without a database.
@Suite struct OrderMatchingTests {
    static let token = AppAccountToken(rawValue: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    static let other = AppAccountToken(rawValue: UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)))

    /// Anna's order of gems, created at noon and waiting for its payment.
    static func order(
        _ id: OrderID = "o1",
        _ change: (inout OrderMatching.Candidate) -> Void = { _ in }
    ) -> OrderMatching.Candidate {
        var order = OrderMatching.Candidate(
            id: id,
            customer: "anna",
            environment: .production,
            product: "gems",
            quantity: 1,
            token: token,
            created: .utc("2024-01-01 12:00:00"),
            awaitsPayment: true
        )
        change(&order)
        return order
    }

    /// Anna's purchase of gems a minute later, which carries the order's token.
    static func purchase(_ change: (inout Transaction) -> Void = { _ in }) -> Transaction {
        var transaction = Transaction(
            id: "500",
            originalTransactionID: "500",
            productID: "gems",
            purchaseDate: .utc("2024-01-01 12:01:00"),
            appAccountToken: token
        )
        change(&transaction)
        return transaction
    }

    /// Anna's order, which a later purchase of the same subscription paid with its token.
    static func paidLater(_ change: (inout OrderMatching.Candidate) -> Void = { _ in }) -> OrderMatching.Candidate {
        order {
            ($0.awaitsPayment, $0.laterPayment) = (false, "600")
            change(&$0)
        }
    }

    private static func decide(
        _ change: (inout OrderMatching) -> Void
    ) -> OrderMatching.Match {
        var matching = OrderMatching(transaction: purchase(), environment: .production, owners: ["anna"])
        change(&matching)
        return matching.decide()
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var outcome: OrderMatching.Outcome
        var mismatch: OrderMismatch?
        var otherQuantity: OrderID?
        var change: @Sendable (inout OrderMatching) -> Void

        init(
            _ name: String,
            _ outcome: OrderMatching.Outcome,
            _ mismatch: OrderMismatch? = nil,
            otherQuantity: OrderID? = nil,
            _ change: @escaping @Sendable (inout OrderMatching) -> Void
        ) {
            (testDescription, self.outcome, self.mismatch) = (name, outcome, mismatch)
            (self.otherQuantity, self.change) = (otherQuantity, change)
        }
    }

    static let own = OrderMatching.Outcome.paysOwnOrder(termsOf: nil)

    static let byToken: [Row] = [
        Row("a purchase without any order pays one of its own", own) { _ in },
        Row("the order whose token it carries", .pays("o1", insteadOf: nil)) { $0.ordered = [order()] },
        Row("of two orders with its token the first", .pays("o1", insteadOf: nil)) {
            $0.ordered = [order(), order("o2")]
        },
        Row("of two orders with its token the one that awaits a payment", .pays("o2", insteadOf: nil)) {
            $0.ordered = [order { $0.awaitsPayment = false }, order("o2")]
        },
        Row("of two orders with its token the one of its quantity", .pays("o2", insteadOf: nil)) {
            $0.ordered = [order { $0.quantity = 10 }, order("o2")]
        },
        Row("no order with its token of another product", own) { $0.ordered = [order { $0.product = "forever" }] },
        Row("no order of another quantity, which is noted", own, otherQuantity: "o1") {
            $0.ordered = [order { $0.quantity = 10 }]
        },
        Row("no paid order with its token", own) { $0.ordered = [order { $0.awaitsPayment = false }] },
        Row("no order of another token", own) { $0.ordered = [order { $0.token = other }] },
        Row("no order when it carries no token", own) {
            $0.transaction.appAccountToken = nil
            $0.ordered = [order { $0.token = nil }]
        },
        Row("a renewal, which carries the first purchase's token, pays one of its own", own) {
            $0.transaction.reason = .renewal
            $0.ordered = [order()]
        },
        Row("what the family shares pays one of its own", own) {
            $0.transaction.ownership = .familyShared
            $0.ordered = [order()]
        },
        Row("what a bundle brings, with the token of what it continues, pays one of its own", own) {
            $0.transaction.bundle = SubscriptionBundle(productID: "both")
            $0.ordered = [order()]
        },
        Row("after an order of its own, what a bundle brings stays there", .paidBefore("o9")) {
            $0.transaction.bundle = SubscriptionBundle(productID: "both")
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order()]
        },
        Row("added seats pay one of its own while their sum is not known", own) {
            $0.transaction.additionalTransactionReason = .seatAddition
            $0.ordered = [order(), order("o2") { $0.quantity = 8 }]
        },
        Row("added seats move to the order of the sum when it is known", .pays("o2", insteadOf: "o9")) {
            $0.transaction.additionalTransactionReason = .seatAddition
            $0.seatsBefore = 7...7
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order(), order("o2") { $0.quantity = 8 }]
        },
        Row("the first transaction of a period to which seats were added", .pays("o1", insteadOf: nil)) {
            $0.transaction.additionalTransactionReason = .seatAddition
            $0.seatsBefore = 0...0
            $0.ordered = [order("o2") { $0.quantity = 8 }, order()]
        },
        Row("the order of the app that it paid before, whatever else is open", .paidBefore("o9")) {
            $0.paid = .init(id: "o9", wasCreatedAfterward: false)
            $0.ordered = [order()]
        },
        Row("after an order of its own, the order whose token a later document carries", .pays("o1", insteadOf: "o9")) {
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order()]
        },
        Row("after an order of its own, the one whose token it carries, however late", .pays("o1", insteadOf: "o9")) {
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order { $0.created = .utc("2024-01-01 12:09:00") }]
        },
        Row("after an order of its own, no order with its token of another product", .paidBefore("o9")) {
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order { $0.product = "forever" }]
        },
        Row("after an order of its own, no order that another transaction paid", .paidBefore("o9")) {
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order { $0.awaitsPayment = false }]
        },
        Row("after its own order, none of another quantity, which is noted", .paidBefore("o9"), otherQuantity: "o1") {
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order { $0.quantity = 10 }]
        },
        Row("the order that a later purchase with its token paid", .replaces("600", of: "o1", insteadOf: nil)) {
            $0.ordered = [paidLater()]
        },
        Row("the same after an order of its own", .replaces("600", of: "o1", insteadOf: "o9")) {
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [paidLater()]
        },
        Row("the same when the app names it", .replaces("600", of: "o1", insteadOf: nil)) { $0.named = paidLater() },
        Row("the same when the app gives its number", .replaces("600", of: "o1", insteadOf: nil)) {
            $0.referenced = [paidLater()]
        },
        Row("not for a renewal", own) {
            $0.transaction.reason = .renewal
            $0.ordered = [paidLater()]
        },
        Row("nor an order of another product that was paid later", own) {
            $0.ordered = [paidLater { $0.product = "forever" }]
        },
        Row("nor one of another quantity, which is noted", own, otherQuantity: "o1") {
            $0.ordered = [paidLater { $0.quantity = 10 }]
        },
        Row("after an order of its own, a renewal stays there", .paidBefore("o9")) {
            $0.transaction.reason = .renewal
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order()]
        },
        Row("after an order of its own, what the family shares stays there", .paidBefore("o9")) {
            $0.transaction.ownership = .familyShared
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order()]
        },
        Row("after an order of its own, without a token it stays there", .paidBefore("o9")) {
            $0.transaction.appAccountToken = nil
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
            $0.ordered = [order { $0.token = nil }]
        },
    ]

    static let named: [Row] = [
        Row("the order that the app names", .pays("o1", insteadOf: nil)) { $0.named = order() },
        Row("the named order rather than another with its token", .pays("o2", insteadOf: nil)) {
            $0.named = order("o2")
            $0.ordered = [order(), order("o2")]
        },
        Row("the named order takes the payment over from one created afterward", .pays("o1", insteadOf: "o9")) {
            $0.named = order()
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
        },
        Row("the named order again, though it is paid", .paidBefore("o1")) {
            $0.named = order { $0.awaitsPayment = false }
            $0.paid = .init(id: "o1", wasCreatedAfterward: false)
        },
        Row("the named order again, even if its customer no longer has the purchase", .paidBefore("o1")) {
            $0.named = order()
            $0.owners = ["ben"]
            $0.paid = .init(id: "o1", wasCreatedAfterward: false)
        },
        Row("an order without a customer", .pays("o1", insteadOf: nil)) {
            $0.named = order { $0.customer = nil }
            $0.owners = []
        },
        Row("without a token, the named order by its product", .pays("o1", insteadOf: nil)) {
            $0.transaction.appAccountToken = nil
            $0.named = order()
        },
        Row("without a token, bought within the tolerance before the order", .pays("o1", insteadOf: nil)) {
            $0.transaction.appAccountToken = nil
            $0.transaction.purchaseDate = .utc("2024-01-01 11:55:00")
            $0.named = order()
        },
        Row("with the token, however the clocks differ", .pays("o1", insteadOf: nil)) {
            $0.transaction.purchaseDate = .utc("2024-01-01 09:00:00")
            $0.named = order()
        },
    ]

    static let referenced: [Row] = [
        Row("the order of the team's own number", .pays("o1", insteadOf: nil)) { $0.referenced = [order()] },
        Row("the order of the number that fits", .pays("o2", insteadOf: "o9")) {
            $0.referenced = [order { $0.product = "forever" }, order("o2")]
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
        },
        Row("the order of the number that it paid before", .paidBefore("o1")) {
            $0.referenced = [order("o2"), order { $0.awaitsPayment = false }]
            $0.paid = .init(id: "o1", wasCreatedAfterward: false)
        },
        Row("no order of a number that another customer uses, too", own) {
            $0.referenced = [order(), order("o2") { $0.customer = "ben" }]
        },
        Row("no order of a number of a customer who does not have the purchase", own) {
            $0.referenced = [order { $0.customer = "ben" }]
        },
        Row("no order of a number that a sandbox purchase may not pay", own) {
            $0.environment = .sandbox
            $0.referenced = [order()]
        },
    ]

    static let refused: [Row] = [
        Row("another customer's order", own, .owner) { $0.named = order { $0.customer = "ben" } },
        Row("an order that a stranger names with the owner's purchase", own, .owner) {
            $0.named = order()
            $0.isShownByOwner = false
        },
        Row("a renewal", own, .renewal) {
            $0.transaction.reason = .renewal
            $0.named = order()
        },
        Row("a renewal that has its own order already", .paidBefore("o9"), .renewal) {
            $0.transaction.reason = .renewal
            $0.named = order()
            $0.paid = .init(id: "o9", wasCreatedAfterward: false)
        },
        Row("what the family shares", own, .familyShared) {
            $0.transaction.ownership = .familyShared
            $0.named = order()
        },
        Row("another order's token", own, .token(expected: token, found: other)) {
            $0.transaction.appAccountToken = other
            $0.named = order()
        },
        Row(
            "another order's token, which pays that order",
            .pays("o2", insteadOf: nil),
            .token(expected: token, found: other)
        ) {
            $0.transaction.appAccountToken = other
            $0.named = order()
            $0.ordered = [order("o2") { $0.token = other }]
        },
        Row("another product", own, .product(expected: "forever", found: "gems")) {
            $0.named = order { $0.product = "forever" }
        },
        Row("another quantity", own, .quantity(expected: 10, found: 1), otherQuantity: "o1") {
            $0.named = order { $0.quantity = 10 }
        },
        Row(
            "another quantity, after it paid an order of its own",
            .paidBefore("o9"),
            .quantity(expected: 10, found: 1),
            otherQuantity: "o1"
        ) {
            $0.named = order { $0.quantity = 10 }
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
        },
        Row(
            "bought long before the order, without a token",
            own,
            .older(created: .utc("2024-01-01 12:00:00"), purchased: .utc("2024-01-01 11:54:59"))
        ) {
            $0.transaction.appAccountToken = nil
            $0.transaction.purchaseDate = .utc("2024-01-01 11:54:59")
            $0.named = order()
        },
        Row("a transaction that paid another order of the app", .paidBefore("o9"), .transactionUsed("o9")) {
            $0.named = order()
            $0.paid = .init(id: "o9", wasCreatedAfterward: false)
        },
        Row("an order that another transaction paid", own, .alreadyPaid) {
            $0.named = order { $0.awaitsPayment = false }
        },
    ]

    static let environments: [Row] = [
        Row("a sandbox purchase takes a production order's terms over", .paysOwnOrder(termsOf: "o1")) {
            $0.environment = .sandbox
            $0.ordered = [order()]
        },
        Row("a sandbox purchase shown with a production order, too", .paysOwnOrder(termsOf: "o1")) {
            $0.environment = .sandbox
            $0.transaction.appAccountToken = nil
            $0.named = order()
        },
        Row("a sandbox purchase that paid an order of its own stays there", .paidBefore("o9")) {
            $0.environment = .sandbox
            $0.named = order()
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
        },
        Row(
            "a sandbox purchase stays with its own order when a later document carries a production order's token",
            .paidBefore("o9")
        ) {
            $0.environment = .sandbox
            $0.ordered = [order()]
            $0.paid = .init(id: "o9", wasCreatedAfterward: true)
        },
        Row("a sandbox purchase pays a production order where the team wants it", .pays("o1", insteadOf: nil)) {
            $0.environment = .sandbox
            $0.ordered = [order()]
            $0.sandboxFulfillsProductionOrders = true
        },
        Row("a sandbox purchase pays a sandbox order", .pays("o1", insteadOf: nil)) {
            $0.environment = .sandbox
            $0.ordered = [order { $0.environment = .sandbox }]
        },
        Row("a production purchase pays an order made in the sandbox", .pays("o1", insteadOf: nil)) {
            $0.ordered = [order { $0.environment = .sandbox }]
        },
        Row("an Xcode purchase pays no production order", .paysOwnOrder(termsOf: "o1")) {
            $0.environment = .xcode
            $0.ordered = [order()]
        },
        Row("a sandbox purchase of another quantity takes nothing over", own, otherQuantity: "o1") {
            $0.environment = .sandbox
            $0.ordered = [order { $0.quantity = 10 }]
        },
    ]

    @Test(arguments: byToken + named + referenced + refused + environments)
    func `each transaction pays the order that the rule says`(row: Row) {
        let decision = Self.decide(row.change)
        #expect(decision.outcome == row.outcome)
        #expect(decision.mismatch == row.mismatch)
        #expect(decision.otherQuantity == row.otherQuantity)
    }

    /// The named order is decided the same before and after the purchase paid an order that was created afterward.
    @Test(arguments: named + refused + environments)
    func `whether Apple or the app comes first changes nothing`(row: Row) {
        var early = OrderMatching(transaction: Self.purchase(), environment: .production, owners: ["anna"])
        row.change(&early)
        guard early.paid == nil, early.named != nil else { return }
        let first = early.decide()
        // A purchase that carries an open order's token pays that one when Apple comes first.
        var apple = early
        apple.named = nil
        guard case .paysOwnOrder = apple.decide().outcome else { return }
        var late = early
        let reason = early.transaction.reason
        let isAwaited = reason != .renewal && early.transaction.ownership != .familyShared
        late.paid = .init(id: "o9", wasCreatedAfterward: isAwaited)
        let second = late.decide()
        #expect(second.mismatch == first.mismatch)
        switch first.outcome {
        case .pays(let id, _): #expect(second.outcome == .pays(id, insteadOf: "o9"))
        default: #expect(second.outcome == .paidBefore("o9"))
        }
    }
}
