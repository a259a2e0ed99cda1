// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The one rule for which order a transaction pays.
///
/// An app creates an order before the payment. The App Store hands the order's token back with the purchase, and the app may name
/// the order when it shows the purchase. The rule gives the same order whether the app, a notification or recovery comes first:
/// what can be decided from the transaction and the order alone is decided before what depends on earlier payments, and a payment
/// of an order that was created afterward moves to the order that the app names, or whose token a later document carries. Of several
/// purchases of a subscription that carry one token the first pays the order, whichever is known first. A token is created with its
/// order, so it proves that the order is older than the purchase.
public struct OrderMatching: Hashable, Sendable {
    /// What the rule needs to know of an order that the app created.
    public struct Candidate: Hashable, Sendable {
        /// The order.
        public var id: OrderID
        /// The customer who ordered.
        public var customer: CustomerID?
        /// Where the app thought it ran.
        public var environment: Environment
        /// What was ordered.
        public var product: ProductID
        /// How many.
        public var quantity: Int
        /// The UUID that the purchase is to carry.
        public var token: AppAccountToken?
        /// When it was created, by the server's clock.
        public var created: Date
        /// Whether a payment may still come: it was not paid yet, though it may have expired or failed.
        public var awaitsPayment: Bool
        /// The transaction that paid it, when that was bought after the one in question, in the same subscription and with the same
        /// token; the earlier one takes the order over.
        public var laterPayment: TransactionID?

        /// Creates a candidate.
        public init(
            id: OrderID,
            customer: CustomerID?,
            environment: Environment,
            product: ProductID,
            quantity: Int,
            token: AppAccountToken?,
            created: Date,
            awaitsPayment: Bool,
            laterPayment: TransactionID? = nil
        ) {
            self.id = id
            self.customer = customer
            self.environment = environment
            self.product = product
            self.quantity = quantity
            self.token = token
            self.created = created
            self.awaitsPayment = awaitsPayment
            self.laterPayment = laterPayment
        }
    }

    /// The order that the transaction paid before.
    public struct Paid: Hashable, Sendable {
        /// The order.
        public var id: OrderID
        /// Whether Purser created it for a purchase that no order awaited; its payment moves to the order that awaited it.
        public var wasCreatedAfterward: Bool

        /// Creates a paid order.
        public init(id: OrderID, wasCreatedAfterward: Bool) {
            self.id = id
            self.wasCreatedAfterward = wasCreatedAfterward
        }
    }

    /// What a transaction does.
    public enum Outcome: Hashable, Sendable {
        /// It paid this order before.
        case paidBefore(OrderID)

        /// It pays this order, and no longer the one that was created for it afterward.
        case pays(OrderID, insteadOf: OrderID?)

        /// It pays this order instead of a later transaction with the same token, which pays an order of its own from now on; and no
        /// longer the one that was created for it afterward.
        case replaces(TransactionID, of: OrderID, insteadOf: OrderID?)

        /// It pays an order of its own, which takes its terms over from an order that it may not pay.
        case paysOwnOrder(termsOf: OrderID?)
    }

    /// What the rule decides.
    public struct Match: Hashable, Sendable {
        /// The order.
        public var outcome: Outcome
        /// Why the named order is not the one; absent when it is, or when none was named.
        public var mismatch: OrderMismatch?
        /// The order of another quantity that the purchase carries the token of, or was shown for.
        public var otherQuantity: OrderID?
    }

    /// How much earlier than its order a purchase may have been made: five minutes, because Apple's clock dates the one and the
    /// server's clock the other.
    public static let clockTolerance: TimeInterval = 300

    /// The transaction.
    public var transaction: Transaction
    /// Where it was made.
    public var environment: Environment
    /// The customers that the purchase belongs to.
    public var owners: [CustomerID]
    /// Whether the request is for one of them, or for no customer.
    public var isShownByOwner: Bool
    /// The order that it paid before.
    public var paid: Paid?
    /// The order that the app names with it.
    public var named: Candidate?
    /// The orders of the app with the team's own number that the app gives with it.
    public var referenced: [Candidate]
    /// The orders of the app with its token.
    public var ordered: [Candidate]
    /// How many seats the subscription had before the transaction added others to its period, from after all refunds that are
    /// known to before any; none when it is known to begin a period, and absent when it adds to no known one.
    public var seatsBefore: ClosedRange<Int>?
    /// Whether a sandbox or Xcode purchase pays an order that was created for production.
    public var sandboxFulfillsProductionOrders: Bool

    /// Creates the question which order a transaction pays.
    public init(
        transaction: Transaction,
        environment: Environment,
        owners: [CustomerID],
        isShownByOwner: Bool = true,
        paid: Paid? = nil,
        named: Candidate? = nil,
        referenced: [Candidate] = [],
        ordered: [Candidate] = [],
        seatsBefore: ClosedRange<Int>? = nil,
        sandboxFulfillsProductionOrders: Bool = false
    ) {
        self.transaction = transaction
        self.environment = environment
        self.owners = owners
        self.isShownByOwner = isShownByOwner
        self.paid = paid
        self.named = named
        self.referenced = referenced
        self.ordered = ordered
        self.seatsBefore = seatsBefore
        self.sandboxFulfillsProductionOrders = sandboxFulfillsProductionOrders
    }

    /// Decides which order the transaction pays.
    ///
    /// - Returns: The order, and what is wrong with the one that the app names.
    public func decide() -> Match {
        let mismatch = named.flatMap(mismatch)
        let shownQuantity = mismatch?.isQuantity == true ? named?.id : nil
        if let named, mismatch == nil {
            if named.id == paid?.id {
                return Match(outcome: .paidBefore(named.id))
            }
            if mayPay(named) {
                return Match(outcome: payment(of: named))
            }
        }
        if let order = orderOfReference {
            let outcome: Outcome = order.id == paid?.id ? .paidBefore(order.id) : payment(of: order)
            return Match(outcome: outcome, mismatch: mismatch)
        }
        if let paid, !paid.wasCreatedAfterward {
            return Match(outcome: .paidBefore(paid.id), mismatch: mismatch, otherQuantity: shownQuantity)
        }
        let carried = isSeatCountKnown ? ordered.filter(carriesToken) : []
        let fitting = carried.filter(isForPaidQuantity)
        // A receipt brings a purchase without its token: the order is known by a later document.
        if let order = fitting.first(where: mayPay) {
            return Match(outcome: payment(of: order), mismatch: mismatch)
        }
        if let paid {
            let otherQuantity = shownQuantity ?? (fitting.isEmpty ? carried.first?.id : nil)
            return Match(outcome: .paidBefore(paid.id), mismatch: mismatch, otherQuantity: otherQuantity)
        }
        // A sandbox purchase gets what the production order would have given, so that App Review sees what a customer sees.
        let terms = fitting.first ?? (mismatch == nil ? named : nil)
        let otherQuantity = shownQuantity ?? (terms == nil ? carried.first?.id : nil)
        return Match(
            outcome: .paysOwnOrder(termsOf: terms?.id),
            mismatch: mismatch,
            otherQuantity: otherQuantity
        )
    }

    private func payment(of order: Candidate) -> Outcome {
        guard let later = order.laterPayment else { return .pays(order.id, insteadOf: paid?.id) }
        return .replaces(later, of: order.id, insteadOf: paid?.id)
    }

    /// The order with the team's own number, if every order of that number is one customer's who has the purchase.
    ///
    /// Such numbers can be guessed: they attach a purchase to no customer, refuse nothing, and lead to no one else's order.
    private var orderOfReference: Candidate? {
        guard let customer = referenced.first?.customer, owners.contains(customer),
            referenced.allSatisfy({ $0.customer == customer })
        else { return nil }
        if let paid, let known = referenced.first(where: { $0.id == paid.id }) { return known }
        return referenced.first { mismatch(with: $0) == nil && mayPay($0) }
    }

    /// Why the transaction cannot pay an order that the app names; the first thing that is wrong.
    private func mismatch(with order: Candidate) -> OrderMismatch? {
        if order.id == paid?.id { return nil }
        if let customer = order.customer, !owners.contains(customer) || !isShownByOwner { return .owner }
        if transaction.reason == .renewal { return .renewal }
        if !transaction.isSale { return .familyShared }
        if let token = transaction.appAccountToken, token != order.token {
            return .token(expected: order.token, found: token)
        }
        if order.product != transaction.productID {
            return .product(expected: order.product, found: transaction.productID)
        }
        if !isForPaidQuantity(order) {
            let before = BoundedSum(Int64(seatsBefore?.upperBound ?? 0))
            let found = before + BoundedSum(Int64(transaction.quantity))
            return .quantity(expected: order.quantity, found: Int(found.value))
        }
        if transaction.appAccountToken == nil,
            transaction.purchaseDate < order.created.addingTimeInterval(-Self.clockTolerance)
        {
            return .older(created: order.created, purchased: transaction.purchaseDate)
        }
        if let paid, !paid.wasCreatedAfterward { return .transactionUsed(paid.id) }
        if !order.awaitsPayment, !carriesToken(of: order) { return .alreadyPaid }
        return nil
    }

    /// Whether an order is for as many as the transaction bought.
    ///
    /// An app orders the seats that the subscription is to have, as StoreKit's purchase option names them, and a transaction that
    /// adds seats carries the added ones. While the first transaction of its period is not known, neither is the sum.
    private func isForPaidQuantity(_ order: Candidate) -> Bool {
        let added = transaction.quantity
        if let seatsBefore {
            let seats = BoundedSum(Int64(seatsBefore.lowerBound)) + BoundedSum(Int64(added))
            let highest = BoundedSum(Int64(seatsBefore.upperBound)) + BoundedSum(Int64(added))
            return seats.value <= order.quantity && order.quantity <= highest.value
        }
        return transaction.additionalTransactionReason == .seatAddition
            ? order.quantity >= added : order.quantity == added
    }

    /// Whether it is known how many seats a transaction leads to that may have added some.
    ///
    /// Seats that are added without an order carry the token of the purchase that they are added to, and may arrive first. They
    /// pay an order of their own, and move to the order whose token they carry when their sum is known and is that order's.
    private var isSeatCountKnown: Bool {
        seatsBefore != nil || transaction.additionalTransactionReason != .seatAddition
    }

    /// Whether the purchase was made for an order that the app does not name: it carries the order's token.
    ///
    /// A renewal carries the token of the first purchase, and pays an order of its own. So does what is shared or assigned, and
    /// what a bundle brings: it continues the subscription that the customer had alone, with that purchase's token.
    private func carriesToken(of order: Candidate) -> Bool {
        guard let token = transaction.appAccountToken, transaction.reason != .renewal, transaction.isSale,
            transaction.bundle == nil
        else { return false }
        let isOpen = order.awaitsPayment || order.laterPayment != nil
        return token == order.token && isOpen && order.product == transaction.productID
    }

    /// Whether a purchase in this environment may pay an order.
    ///
    /// Sandbox and Xcode purchases cost nothing, so they do not pay what was ordered in production. Money was paid for a
    /// production purchase, so it pays an order wherever the app thought it ran.
    private func mayPay(_ order: Candidate) -> Bool {
        order.environment != .production || environment == .production || sandboxFulfillsProductionOrders
    }
}

extension OrderMismatch {
    fileprivate var isQuantity: Bool {
        if case .quantity = self { true } else { false }
    }
}
