// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// Something that a decision depends on besides the facts of the purchase.
///
/// A decision that meets something unknown names it instead of guessing. Whoever runs the decision answers all that it
/// names at once and decides again. The result depends on the state's value alone, however it was loaded.
package enum FulfillmentNeed: Hashable, Sendable {
    /// The order of an identifier.
    case order(OrderID)
    /// The app's orders with a token, the oldest first.
    case ordersWithToken(AppAccountToken)
    /// The app's orders with the team's own number, the oldest first; none when there are too many.
    case ordersWithReference(String)
    /// The orders that a transaction paid, the oldest first.
    case ordersPaid(by: TransactionID)
    /// The delivery of a transaction.
    case delivery(TransactionID)
    /// Whether a customer was erased.
    case erasure(CustomerID)
    /// The account that an anonymous customer became.
    case account(of: CustomerID)
    /// The owner of the purchase that this one was before Apple gave it a new identifier.
    case predecessor(OriginalTransactionID)
    /// The purchase that this one became when Apple gave it a new identifier.
    case successor
    /// The state of the purchase that events were last sent about.
    case reportedState
    /// A customer's facts, entitlements and profile.
    case customer(CustomerID)
    /// A credit of the ledger with its corrections.
    case credit(CreditKey)
    /// A customer's balance of a virtual currency.
    case balance(BalanceKey)
    /// The same, after what has expired was booked, and locked until the end of the transaction.
    case balanceAfterExpiration(BalanceKey)
    /// A customer's newest ledger entries of a virtual currency.
    case statement(BalanceKey)
    /// Places among the facts for so many commands in all.
    case commandPlaces(Int)
    /// Identifiers for so many new orders in all.
    case orderIDs(Int)
}

/// A customer's balance of one virtual currency.
package struct BalanceKey: Hashable, Sendable {
    /// The customer.
    package var customer: CustomerID
    /// The virtual currency.
    package var currency: String

    /// Creates a key.
    package init(customer: CustomerID, currency: String) {
        self.customer = customer
        self.currency = currency
    }
}

/// Everything that a decision about one purchase, or about customers alone, depends on.
package struct PurchaseState: Sendable {
    /// The app and environment.
    package let scope: AppScope
    /// The purchase with its new facts; `nil` when only customers are decided about.
    package var change: LineageChange?

    package var orders: [OrderID: Order?] = [:]
    package var ordersWithToken: [AppAccountToken: [Order]] = [:]
    package var ordersWithReference: [String: [Order]] = [:]
    package var ordersPaid: [TransactionID: [Order]] = [:]
    package var deliveries: [TransactionID: Delivery?] = [:]
    package var erasures: [CustomerID: Bool] = [:]
    package var accounts: [CustomerID: CustomerID?] = [:]
    package var predecessors: [OriginalTransactionID: Predecessor?] = [:]
    package var successor: OriginalTransactionID??
    package var reportedState: Reported?
    package var customers: [CustomerID: CustomerRecords] = [:]
    package var credits: [CreditKey: CreditHistory?] = [:]
    package var balances: [BalanceKey: Int64] = [:]
    package var balancesAfterExpiration: [BalanceKey: Int64] = [:]
    package var statements: [BalanceKey: [StatementLine]] = [:]
    package var commandPlaces: [FactOrder] = []
    package var orderIDs: [OrderID] = []

    /// Creates a state in which nothing but the purchase is known.
    package init(scope: AppScope, change: LineageChange? = nil) {
        self.scope = scope
        self.change = change
    }

    /// The owner of an earlier purchase.
    package struct Predecessor: Hashable, Sendable {
        /// The owner.
        package var customer: CustomerID
        /// Whether the owner proved it.
        package var isProven: Bool

        /// Creates a predecessor.
        package init(customer: CustomerID, isProven: Bool) {
            self.customer = customer
            self.isProven = isProven
        }
    }

    /// What was stored about a purchase when it was last decided about.
    package struct Reported: Hashable, Sendable {
        /// The state that events were sent about; `nil` when the purchase is new.
        package var state: ReportedLineageState?
        /// When the purchase was to be rechecked.
        package var dueDate: Date?

        /// Creates the stored state.
        package init(state: ReportedLineageState?, dueDate: Date?) {
            self.state = state
            self.dueDate = dueDate
        }
    }
}

/// The delivery of one transaction.
package struct Delivery: Hashable, Sendable {
    /// The app and environment.
    package var scope: AppScope
    /// The transaction.
    package var transaction: TransactionID
    /// The lineage of the transaction.
    package var lineage: OriginalTransactionID
    /// The order that it paid.
    package var order: OrderID?
    /// The customer it was delivered to.
    package var customer: CustomerID?
    /// The delivered product.
    package var product: ProductID
    /// The delivered quantity.
    package var quantity: Int
    /// When it was delivered.
    package var deliveredDate: Date
    /// When it was revoked or refunded.
    package var revokedDate: Date?
    /// The virtual currency that it credited.
    package var credit: DeliveredCredit?

    /// Creates a delivery.
    package init(
        scope: AppScope,
        transaction: TransactionID,
        lineage: OriginalTransactionID,
        order: OrderID? = nil,
        customer: CustomerID? = nil,
        product: ProductID,
        quantity: Int = 1,
        deliveredDate: Date,
        revokedDate: Date? = nil,
        credit: DeliveredCredit? = nil
    ) {
        self.scope = scope
        self.transaction = transaction
        self.lineage = lineage
        self.order = order
        self.customer = customer
        self.product = product
        self.quantity = quantity
        self.deliveredDate = deliveredDate
        self.revokedDate = revokedDate
        self.credit = credit
    }
}

/// A customer's facts and derived records in one app and environment.
package struct CustomerRecords: Sendable {
    /// An entitlement as it was stored last.
    package struct StoredEntitlement: Hashable, Sendable {
        /// The app and environment.
        package var scope: AppScope
        /// The entitlement and its validity.
        package var cached: CachedEntitlement
        /// When its next reminder is due.
        package var reminderDate: Date?

        /// Creates a stored entitlement.
        package init(scope: AppScope, cached: CachedEntitlement, reminderDate: Date?) {
            self.scope = scope
            self.cached = cached
            self.reminderDate = reminderDate
        }
    }

    /// The facts of the customer, without those of the purchase that is decided about and of those that give no access.
    package var account: CustomerAccount
    /// The purchases whose claims name the customer, without those that give no access.
    package var lineages: Set<OriginalTransactionID>
    /// The counts of the customer's purchases that give no access, without the one that is decided about.
    package var unread: PurchaseCounts
    /// The entitlements of all apps, as they were stored last.
    package var entitlements: [StoredEntitlement]
    /// How often a purchase carried another order's token.
    package var tokenMismatches: Int
    /// How often a purchase came for an order of another quantity.
    package var quantityMismatches: Int
    /// The fraud signals that events were sent about.
    package var reportedSignals: [String]

    /// Creates a customer's records.
    package init(
        account: CustomerAccount,
        lineages: Set<OriginalTransactionID> = [],
        unread: PurchaseCounts = PurchaseCounts(),
        entitlements: [StoredEntitlement] = [],
        tokenMismatches: Int = 0,
        quantityMismatches: Int = 0,
        reportedSignals: [String] = []
    ) {
        self.account = account
        self.lineages = lineages
        self.unread = unread
        self.entitlements = entitlements
        self.tokenMismatches = tokenMismatches
        self.quantityMismatches = quantityMismatches
        self.reportedSignals = reportedSignals
    }
}
