// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// What one input changes: a value that the writer applies as a whole, or not at all.
package struct Decision: Sendable {
    /// Commands to append to the facts, in their order.
    package var commands: [Fact] = []
    /// Customers whose rows must be there.
    package var newCustomers: [CustomerID] = []
    /// Transactions of the purchase to index.
    package var identifiers: [TransactionID] = []
    /// Earlier identifiers of the purchase to index.
    package var predecessors: [OriginalTransactionID] = []
    /// Tokens by which the console finds the purchase.
    package var searchTokens: [AppAccountToken] = []
    /// What the purchase means to each customer whom its claims name; nothing when only customers are decided about.
    package var customerPurchases: [CustomerPurchase]?
    /// The new owner of the purchase.
    package var owner: CustomerID?
    /// What happens to the purchase's place in the list of unclaimed purchases.
    package var unclaimed: UnclaimedChange?
    /// The orders that are created or changed, each once, with the steps of its history.
    package var orders: [OrderChange] = []
    /// The deliveries that are created or changed, each once.
    package var deliveries: [DeliveryChange] = []
    /// The postings of the ledger, in their order.
    package var postings: [LedgerPosting] = []
    /// Additions to customers' profiles.
    package var profiles: [ProfileChange] = []
    /// The state that events were sent about, and when to recheck the purchase.
    package var reportedState: PurchaseState.Reported?
    /// The customers' entitlements, as they are from now on.
    package var entitlements: [EntitlementChange] = []
    /// The events, in their order.
    package var events: [DomainEvent] = []
    /// Apple's requests for consumption information, which are answered later.
    package var consumptionRequests: [ConsumptionRequest] = []
    /// Whether Apple is to be asked for a seat, or given one back.
    package var requestsSeats = false
    /// Whether the claims of the purchase's seats are to be compared with Apple's.
    package var checksSeats = false
    /// Purchases to decide about next, because this one got an owner.
    package var followUps: [LineageKey] = []

    /// The owners of the purchase, and those before.
    package var ownership: OwnershipChange?
    /// The answer about the transaction that the caller asked about.
    package var named: NamedTransaction?
    /// What to count.
    package var counts = IntakeCounts()

    /// Creates a decision that changes nothing.
    package init() {}

    /// What happens to a purchase's place in the list of unclaimed purchases.
    package enum UnclaimedChange: Hashable, Sendable {
        /// It is listed with its newest transaction.
        case list(Transaction)
        /// It is no longer listed.
        case remove
    }

    /// An order that is created or changed.
    package struct OrderChange: Hashable, Sendable {
        /// The order afterward.
        package var order: Order
        /// Whether the order is new.
        package var isNew: Bool
        /// The key under which the app asked for it; the same one gives the same order.
        package var idempotencyKey: String?
        /// The new steps of its history.
        package var steps: [Step]

        /// A step of an order's history.
        package struct Step: Hashable, Sendable {
            /// The state's name afterward.
            package var state: String
            /// The document or command that caused it.
            package var evidence: Evidence?
            /// A note for people.
            package var note: String?
        }
    }

    /// A delivery that is created or changed.
    package struct DeliveryChange: Hashable, Sendable {
        /// The delivery afterward.
        package var delivery: Delivery
        /// Whether the delivery is new.
        package var isNew: Bool
    }

    /// An addition to a customer's profile.
    package enum ProfileChange: Hashable, Sendable {
        /// A purchase carried another order's token.
        case tokenMismatch(CustomerID)
        /// A purchase came for an order of another quantity.
        case quantityMismatch(CustomerID)
        /// Events were sent about these fraud signals.
        case reportedSignals(CustomerID, [String])
    }

    /// A customer's entitlements, as they are from now on.
    package struct EntitlementChange: Sendable {
        /// The customer.
        package var customer: CustomerID
        /// The entitlements.
        package var entitlements: [Derived]

        /// One entitlement with the instants at which it is rechecked.
        package struct Derived: Hashable, Sendable {
            /// The entitlement.
            package var cached: CachedEntitlement
            /// When time alone changes it.
            package var dueDate: Date?
            /// When its next reminder is due.
            package var reminderDate: Date?
        }
    }

    /// A request of Apple's for consumption information.
    package struct ConsumptionRequest: Hashable, Sendable {
        /// The notification.
        package var notification: ServerNotification
        /// When Apple asked.
        package var askedDate: Date
    }

    /// The answer about one transaction.
    package struct NamedTransaction: Sendable {
        /// The transaction.
        package var transaction: Transaction
        /// The owners; the first is the one it was delivered to.
        package var owners: [CustomerID]
        /// The order that it paid.
        package var order: OrderID?
        /// Whether it is delivered.
        package var isDelivered: Bool
        /// Why it is not, or why the order that the app names is not paid.
        package var rejection: FulfillmentRejection?
    }
}

/// Why a purchase is not delivered, or not to the claimant.
package enum FulfillmentRejection: Hashable, Sendable {
    /// Another customer owns the purchase, and the restore policy leaves it there.
    case ownedByAnother
    /// The purchase has no owner, and nothing proves the claim.
    case customerTokenRequired
    /// The purchase moved too often within a day.
    case movedTooOften
    /// The order that the app names does not exist, or is another app's.
    case orderNotFound(OrderID)
    /// The order that the app names cannot be paid by the transaction.
    case mismatch(OrderMismatch)
    /// Purchases of this environment do not count for the customer.
    case environment
    /// The catalog does not have the product.
    case unknownProduct(ProductID)
    /// Apple revoked the purchase.
    case revoked
    /// The team's statement has another value of a member that never changes.
    case contradiction(StoreStatement.Contradiction)
    /// So many statements are stored of the purchase that no more are accepted.
    case tooManyStatements
}

/// The owners of a purchase after a decision.
package struct OwnershipChange: Hashable, Sendable {
    /// The owners now.
    package var owners: [CustomerID]
    /// The owners before.
    package var previousOwners: [CustomerID]
    /// Why the claimant did not get the purchase.
    package var rejection: FulfillmentRejection?

    /// Creates a change.
    package init(owners: [CustomerID], previousOwners: [CustomerID], rejection: FulfillmentRejection? = nil) {
        self.owners = owners
        self.previousOwners = previousOwners
        self.rejection = rejection
    }

    /// The customer whom the purchase is delivered to.
    package var owner: CustomerID? { owners.first }

    /// Whether the owner is another one than before.
    package var isNew: Bool { owner != nil && owner != previousOwners.first }

    /// All customers whose entitlements may have changed.
    package var affected: Set<CustomerID> { Set(owners).union(previousOwners) }
}

extension FulfillmentRejection {
    /// Whether the team's statement is refused as a whole, so that nothing of it may be stored.
    package var refusesStatement: Bool {
        switch self {
        case .contradiction, .tooManyStatements: true
        default: false
        }
    }
}
