// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// Something that happened, which the team's backend may want to know.
///
/// The identity follows from the case and its values alone: whether the app, a notification or recovery brought the
/// facts, and however often, there is one event.
package struct DomainEvent: Hashable, Sendable {
    /// What happened.
    package var kind: Kind
    /// The app and environment.
    package var scope: AppScope
    /// The customer; absent while the owner of the purchase is not known.
    package var customer: CustomerID?
    /// When it happened, as far as documents say.
    package var occurredDate: Date
    /// The purchase that the event is about.
    package var lineage: OriginalTransactionID?
    /// Whether it is sent each time that it happens: an entitlement may end and return by the same purchase any number
    /// of times.
    package var isSentEachTime: Bool

    /// Creates an event.
    package init(
        kind: Kind,
        scope: AppScope,
        customer: CustomerID?,
        occurredDate: Date,
        lineage: OriginalTransactionID?,
        isSentEachTime: Bool = false
    ) {
        self.kind = kind
        self.scope = scope
        self.customer = customer
        self.occurredDate = occurredDate
        self.lineage = lineage
        self.isSentEachTime = isSentEachTime
    }

    /// What happened, with everything that the event states.
    package enum Kind: Hashable, Sendable {
        // Orders.
        case orderDelivered(PaidOrder)
        case orderRefunded(PaidOrder, revocationDate: Date?)
        case orderRevoked(PaidOrder, revocationDate: Date?)
        case orderReinstated(PaidOrder, revocationDate: Date?)
        case orderPaymentDiffers(PaidOrder, OrderedCustomPrice, difference: String, isCredited: Bool)
        case orderExpired(OrderID, reference: String?, product: ProductID)

        // Purchases and subscriptions.
        case acquired(Acquisition, Transaction, [EntitlementID])
        /// The share is absent for the first revocation; a later one may revoke more or less.
        case refunded(Transaction, Revocation, share: Int?, [EntitlementID])
        case revoked(Transaction, Revocation, share: Int?, [EntitlementID])
        case refundReversed(Transaction, revocationDate: Date, [EntitlementID])
        /// Some of a transaction's seats were refunded; the rest of its period is in use.
        case seatsRefunded(Transaction, Int, seats: Int?, [EntitlementID])
        case extended(Transaction, expirationDate: Date, [EntitlementID])
        case renewal(RenewalChange, latest: Transaction?, infoDate: Date, [EntitlementID])
        case stage(Stage, SubscriptionState, access: Access, [EntitlementID])
        case transferred(from: CustomerID, to: CustomerID, product: ProductID?, evidence: Evidence)
        case converted(PlanConversion)

        // Seats that the team gives.
        case seat(SeatChange, SeatInvitationID, seats: Int?)

        // Notifications that state more than their documents.
        case notified(ServerNotification, Transaction?)

        // Entitlements and customers.
        case entitlement(EntitlementTransition, EntitlementDecision, hasAccess: Bool)
        /// The device is absent when service ends on all devices.
        case entitlementEnding(ReminderSchedule.Reminder, EntitlementDecision, device: DeviceID?)
        case renewalUpcoming(ReminderSchedule.Reminder, SubscriptionState, [EntitlementID])
        case conflict(Conflict)
        case fraudSignal(String)
        case merged(CustomerMerge)
    }

    /// A transaction with the order that it pays.
    package struct PaidOrder: Hashable, Sendable {
        /// The order.
        package var order: OrderID
        /// The team's own number of it.
        package var reference: String?
        /// The transaction.
        package var transaction: Transaction
        /// The entitlements that the product gives.
        package var entitlements: [EntitlementID]
        /// The trace of the request that created the order.
        package var traceParent: TraceParent?
    }

    /// How a transaction that was not known before came about.
    package enum Acquisition: Hashable, Sendable {
        /// A one-time purchase.
        case purchased
        /// The first period of a subscription.
        case started
        /// A period after another one.
        case renewed(number: Int, convertsTrial: Bool)
        /// A period after a failed charge.
        case recovered(number: Int, convertsTrial: Bool)
        /// A period that the customer subscribed to again.
        case resubscribed(number: Int, convertsTrial: Bool)
        /// A period of a better plan instead of the rest of another one.
        case upgraded(from: ProductID)
        /// A period about whose predecessor nothing is known.
        case renewedOfUnknown
        /// More seats of a period that continues; with them it has so many.
        case seatsAdded(seats: Int)
    }

    /// What renewal info newly states.
    package enum RenewalChange: Hashable, Sendable {
        case autoRenewEnabled
        case autoRenewDisabled
        case planChangeScheduled(to: ProductID)
        case planChangeCanceled
        case priceIncreasePending(Int64?)
        case priceIncreaseAccepted(Int64?)
        case seatChangeScheduled(to: Int)
    }

    /// A stage that a subscription reached by a failed charge or by time.
    package enum Stage: Hashable, Sendable {
        case billingFailed
        case gracePeriodExpired
        case expired
    }

    /// The effect of a stage on the customer's access.
    package enum Access: Hashable, Sendable {
        /// A grace period keeps it.
        case remained
        /// It ends with what the event states.
        case ended
        /// It had ended already, and an earlier event stated so.
        case endedBefore
    }

    /// What happened to a seat of a group subscription whose members the team invites.
    package enum SeatChange: Hashable, Sendable {
        /// A member has it, by Apple's claim.
        case claimed(SeatClaimID)
        /// The member left, or was removed.
        case released(SeatClaimID, by: String)
        /// Apple has the claim no more.
        case unclaimed(SeatClaimID, SeatStep.UnclaimCause)
        /// Apple refused the claim for good.
        case failed(code: String)
        /// Apple has a claim that no one knew.
        case detected(SeatClaimID)
    }

    /// How an entitlement differs from what was stored.
    package enum EntitlementTransition: Hashable, Sendable {
        case granted
        case changed
        case ended
    }
}

extension DomainEvent {
    /// Whether the event is stored beside the others of its purchase; those about a customer or a command are not.
    package var isStoredBesidePurchase: Bool {
        switch kind {
        case .orderExpired, .transferred, .converted, .notified, .entitlementEnding, .conflict, .fraudSignal, .merged:
            false
        default: true
        }
    }

    /// Everything that distinguishes the event from others of its type in its app and environment.
    package var causes: [String] {
        switch kind {
        case .orderDelivered(let paid): [paid.transaction.id.rawValue, "delivered"]
        case .orderRefunded(let paid, let date), .orderRevoked(let paid, let date):
            [paid.transaction.id.rawValue, "taken \(Self.milliseconds(date))"]
        case .orderReinstated(let paid, let date):
            [paid.transaction.id.rawValue, "returned \(Self.milliseconds(date))"]
        case .orderPaymentDiffers(let paid, _, _, _): ["\(paid.order) \(paid.transaction.id)"]
        case .orderExpired(let order, _, _): [order.rawValue]
        case .acquired(_, let transaction, _): purchaseCause([transaction.id.rawValue])
        case .refunded(let transaction, let revocation, let share, _),
            .revoked(let transaction, let revocation, let share, _):
            purchaseCause(
                [transaction.id.rawValue, Self.milliseconds(revocation.date)] + (share.map { [String($0)] } ?? [])
            )
        case .seatsRefunded(let transaction, _, _, _):
            purchaseCause([transaction.id.rawValue, "seats \(transaction.revokedSeats)"])
        case .refundReversed(let transaction, let date, _), .extended(let transaction, let date, _):
            purchaseCause([transaction.id.rawValue, Self.milliseconds(date)])
        case .renewal(_, _, let date, _): [lineage?.rawValue ?? "", Self.milliseconds(date)]
        case .stage(_, let state, _, _): [state.period.transaction.id.rawValue]
        case .transferred(_, _, _, let evidence): [evidence.digest.hexadecimal, customer?.rawValue ?? ""]
        case .seat(let change, let invitation, _): [invitation.rawValue, change.cause]
        case .converted(let conversion): [conversion.customer.rawValue, conversion.id.rawValue]
        case .notified(let notification, _): [notification.id.description]
        case .entitlement(_, let answer, _):
            [
                customer?.rawValue ?? "", answer.entitlement.rawValue,
                answer.reason.transactionID?.rawValue ?? answer.reason.grant?.rawValue ?? "",
                Self.milliseconds(occurredDate),
            ]
        case .entitlementEnding(let reminder, let answer, let device):
            [
                customer?.rawValue ?? "", answer.entitlement.rawValue, Self.milliseconds(reminder.target),
                reminder.lead.description + (device.map { "\u{1f}" + $0.rawValue } ?? ""),
            ]
        case .renewalUpcoming(let reminder, _, _):
            [customer?.rawValue ?? "", Self.milliseconds(reminder.target), reminder.lead.description]
        case .conflict(let conflict):
            [
                customer?.rawValue ?? "", conflict.kind.rawValue,
                conflict.keptPurchase.transactionID?.rawValue ?? conflict.keptPurchase.grant?.rawValue ?? "",
                conflict.redundantPurchase.lineage?.rawValue ?? "",
            ]
        case .fraudSignal(let signal): [customer?.rawValue ?? "", signal]
        case .merged(let merge): [merge.alias.rawValue, merge.customer.rawValue]
        }
    }

    private func purchaseCause(_ parts: [String]) -> [String] {
        [([lineage?.rawValue ?? ""] + parts).joined(separator: " ")]
    }

    private static func milliseconds(_ date: Date?) -> String { String(date?.millisecondsSince1970 ?? 0) }
}

extension DomainEvent.SeatChange {
    /// What distinguishes it from other changes of the same invitation.
    fileprivate var cause: String {
        switch self {
        case .claimed(let claim): "claimed \(claim)"
        case .released(let claim, _), .unclaimed(let claim, _): "released \(claim)"
        case .failed(let code): "failed \(code)"
        case .detected(let claim): "detected \(claim)"
        }
    }
}
