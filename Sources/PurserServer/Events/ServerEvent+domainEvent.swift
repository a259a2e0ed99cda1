// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension ServerEvent {
    /// The message about a domain event; `nil` for a notification whose documents state everything.
    init?(_ event: DomainEvent) {
        guard let type = EventType(event.kind) else { return nil }
        self.init(
            id: EventID(
                // What a transaction turned out to be may be known later than that it was made: it is one event.
                event.kind.isAcquisition ? .purchaseMade : type,
                event.scope,
                beside: event.isStoredBesidePurchase ? event.lineage : nil,
                causes: event.causes
            ),
            type: type,
            scope: event.scope,
            customer: event.customer,
            occurred: event.occurredDate
        )
        originalTransaction = event.lineage
        switch event.kind {
        case .orderDelivered(let paid), .orderRefunded(let paid, _), .orderRevoked(let paid, _),
            .orderReinstated(let paid, _):
            describe(paid)
            entitlements = paid.entitlements
        case .orderPaymentDiffers(let paid, let customPrice, let difference, let isCredited):
            describe(paid)
            reason = difference
            detail = customPrice.description(of: paid.transaction, isCredited: isCredited)
        case .orderExpired(let id, let reference, let product):
            (order, self.reference, self.product) = (id, reference, product)
            originalTransaction = nil
        case .acquired(let acquisition, let transaction, let given):
            describe(transaction)
            entitlements = given
            describe(acquisition, transaction)
        case .refunded(let transaction, _, _, let given), .revoked(let transaction, _, _, let given),
            .refundReversed(let transaction, _, let given), .extended(let transaction, _, let given):
            describe(transaction)
            entitlements = given
        case .seatsRefunded(let transaction, let count, let seats, let given):
            describe(transaction)
            entitlements = given
            refundedSeats = count
            self.seats = seats
        case .renewal(let change, let latest, _, let given):
            if let latest {
                describe(latest)
                entitlements = given
            }
            originalTransaction = event.lineage
            describe(change)
        case .stage(_, let state, let access, let given): describe(state, access, given)
        case .transferred(let previous, let next, let product, _):
            self.product = product
            previousCustomer = previous
            nextCustomer = next
        case .seat(let change, let invitation, let seats):
            self.invitation = invitation
            self.seats = seats
            describe(change)
        case .converted(let conversion): describe(conversion)
        case .notified(let notification, let transaction): describe(notification, transaction)
        case .entitlement(_, let answer, let hasAccess):
            describe(answer)
            expires = hasAccess ? answer.endDate : nil
        case .entitlementEnding(let reminder, let answer, let device):
            describe(answer)
            self.device = device
            expires = reminder.target
            leadTime = reminder.lead
            conversion = answer.reason.conversion
        case .renewalUpcoming(let reminder, let state, let given): describe(reminder, state, given)
        case .conflict(let conflict):
            entitlements = [conflict.entitlement]
            product = conflict.redundantPurchase.productID
            reason = conflict.kind.rawValue
            detail = conflict.advice.map(\.rawValue).joined(separator: ", ")
        case .fraudSignal(let signal): reason = signal
        case .merged(let merge):
            previousCustomer = merge.alias
            nextCustomer = merge.customer
        }
        store = originalTransaction?.otherStore
    }

    private mutating func describe(_ paid: DomainEvent.PaidOrder) {
        describe(paid.transaction)
        order = paid.order
        reference = paid.reference
        traceParent = paid.traceParent
    }

    private mutating func describe(_ acquisition: DomainEvent.Acquisition, _ transaction: Transaction) {
        if transaction.isSale, transaction.multiSeatInfo != nil { seats = transaction.seatsInUse }
        switch acquisition {
        case .upgraded(let previous):
            nextProduct = transaction.productID
            product = previous
        case .renewed(let number, let converts), .recovered(let number, let converts),
            .resubscribed(let number, let converts):
            renewalNumber = number
            if converts { reason = "trial-converted" }
        case .seatsAdded(let seats): self.seats = seats
        case .purchased, .started, .renewedOfUnknown: break
        }
    }

    private mutating func describe(_ change: DomainEvent.SeatChange) {
        switch change {
        case .claimed(let claim), .detected(let claim): seatClaim = claim
        case .released(let claim, _): (seatClaim, reason) = (claim, SeatStep.UnclaimCause.released.rawValue)
        case .unclaimed(let claim, let cause): (seatClaim, reason) = (claim, cause.rawValue)
        case .failed(let code): reason = code
        }
    }

    private mutating func describe(_ change: DomainEvent.RenewalChange) {
        switch change {
        case .autoRenewDisabled: reason = "canceled"
        case .planChangeScheduled(let next): nextProduct = next
        case .priceIncreasePending(let price), .priceIncreaseAccepted(let price): self.price = price ?? self.price
        case .seatChangeScheduled(let next): seats = next
        case .autoRenewEnabled, .planChangeCanceled: break
        }
    }

    private mutating func describe(
        _ state: SubscriptionState,
        _ access: DomainEvent.Access,
        _ given: [EntitlementID]
    ) {
        describe(state.period.transaction)
        gracePeriodExpiresDate = state.graceEndDate
        switch access {
        case .remained: self.access = .remainedWithOwner
        case .ended: self.access = .ended
        case .endedBefore: self.access = .endedBefore
        }
        reason = Self.reasons[state.reason.rule] ?? state.reason.rule.rawValue
        entitlements = given
    }

    /// The few reasons that handlers ask about, by the rule that was applied.
    private static let reasons: [Rule: String] = [
        .canceled: "canceled", .billingFailed: "billing-error", .billingRetry: "billing-error",
        .gracePeriod: "billing-error", .graceIgnored: "billing-error", .priceIncreaseRefused: "price-increase",
        .productUnavailable: "product-unavailable", .refunded: "refunded",
    ]

    private mutating func describe(_ answer: EntitlementDecision) {
        entitlements = [answer.entitlement]
        product = answer.reason.productID
        transaction = answer.reason.transactionID
        originalTransaction = answer.reason.lineage
        reason = answer.reason.rule.rawValue
    }

    private mutating func describe(
        _ reminder: ReminderSchedule.Reminder,
        _ state: SubscriptionState,
        _ given: [EntitlementID]
    ) {
        describe(state.period.transaction)
        expires = reminder.target
        leadTime = reminder.lead
        nextProduct = state.nextRenewal?.productID
        price = state.nextRenewal?.price?.milliunits
        currency = state.nextRenewal?.price?.currency
        entitlements = given
    }

    private mutating func describe(_ conversion: PlanConversion) {
        self.conversion = conversion.id
        product = conversion.targetProductID
        gainedMilliseconds = conversion.gainedMilliseconds
        transaction = conversion.upgrade?.transactionID
        originalTransaction = conversion.upgrade?.lineage
        price = conversion.quote.value.milliunits
        currency = conversion.targetPrice.currency
        reason = conversion.upgrade == nil ? "requested" : "upgrade"
    }
}

extension OrderedCustomPrice {
    /// What was quoted, what was paid, and whether the credit was booked.
    fileprivate func description(of transaction: Transaction, isCredited: Bool) -> String {
        let quoted = "\(charged)" + (storefront.map { " in \($0)" } ?? "")
        let paid =
            (transaction.charge.map { "\($0)" } ?? "an unknown price")
            + (transaction.storefront.map { " in \($0)" } ?? "")
        return "Quoted: \(quoted). Paid: \(paid). The credit of \(credit) \(currency) was "
            + (isCredited ? "booked." : "not booked.")
    }
}

extension DomainEvent.Kind {
    fileprivate var isAcquisition: Bool {
        if case .acquired = self { true } else { false }
    }
}

extension EventType {
    /// The type of a message about a domain event.
    fileprivate init?(_ kind: DomainEvent.Kind) {
        switch kind {
        case .orderDelivered: self = .orderDelivered
        case .orderRefunded: self = .orderRefunded
        case .orderRevoked: self = .orderRevoked
        case .orderReinstated: self = .orderReinstated
        case .orderPaymentDiffers: self = .orderPaymentDiffers
        case .orderExpired: self = .orderExpired
        case .acquired(let acquisition, _, _): self.init(acquisition)
        case .refunded: self = .purchaseRefunded
        case .revoked: self = .purchaseRevoked
        case .refundReversed: self = .refundReversed
        case .seatsRefunded: self = .seatsRefunded
        case .extended: self = .subscriptionExtended
        case .renewal(let change, _, _, _): self.init(change)
        case .stage(.billingFailed, _, _, _): self = .billingFailed
        case .stage(.gracePeriodExpired, _, _, _): self = .gracePeriodEnded
        case .stage(.expired, _, _, _): self = .subscriptionExpired
        case .transferred: self = .purchaseTransferred
        case .seat(let change, _, _): self.init(change)
        case .converted: self = .planConverted
        case .notified(let notification, _):
            guard let type = EventType(notification) else { return nil }
            self = type
        case .entitlement(.granted, _, _): self = .entitlementGranted
        case .entitlement(.changed, _, _): self = .entitlementChanged
        case .entitlement(.ended, _, _): self = .entitlementEnded
        case .entitlementEnding: self = .entitlementEnding
        case .renewalUpcoming: self = .renewalUpcoming
        case .conflict: self = .conflictFound
        case .fraudSignal: self = .fraudSignal
        case .merged: self = .customerMerged
        }
    }

    private init(_ acquisition: DomainEvent.Acquisition) {
        switch acquisition {
        case .purchased: self = .purchaseMade
        case .started: self = .subscriptionStarted
        case .renewed, .renewedOfUnknown: self = .subscriptionRenewed
        case .recovered: self = .subscriptionRecovered
        case .resubscribed: self = .subscriptionResumed
        case .upgraded: self = .subscriptionUpgraded
        case .seatsAdded: self = .seatsAdded
        }
    }

    private init(_ change: DomainEvent.SeatChange) {
        switch change {
        case .claimed: self = .seatClaimed
        case .released, .unclaimed: self = .seatReleased
        case .failed: self = .seatClaimFailed
        case .detected: self = .seatClaimDetected
        }
    }

    private init(_ change: DomainEvent.RenewalChange) {
        switch change {
        case .autoRenewEnabled: self = .renewalTurnedOn
        case .autoRenewDisabled: self = .renewalTurnedOff
        case .planChangeScheduled: self = .subscriptionChangePending
        case .planChangeCanceled: self = .subscriptionChangeCanceled
        case .priceIncreasePending: self = .priceIncreasePending
        case .priceIncreaseAccepted: self = .priceIncreaseAccepted
        case .seatChangeScheduled: self = .seatChangeScheduled
        }
    }
}
