// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

// MARK: - What new facts state about a purchase

extension Decider {
    /// Emits the events of what is known now and was not known before, in the order in which it happened.
    mutating func emitLifecycleEvents(owner: CustomerID?) {
        guard !change.newFacts.isEmpty else { return }
        let (index, scope) = (rules.indexed.index, scope)
        let events = LifecycleEvents(change: change) { index.entitlements($0, in: scope).sorted() }.all
        for (kind, date) in events { emit(kind, customer: owner, at: date, about: change.lineage) }
        for (fact, notification) in change.newNotifications {
            if notification.type == .consumptionRequest, notification.transactionID != nil {
                decision.consumptionRequests.append(
                    Decision.ConsumptionRequest(notification: notification, askedDate: fact.order.instant)
                )
            }
            let transaction = notification.transactionID.flatMap { change.after.record(of: $0) }?.transaction
            emit(
                .notified(notification, transaction),
                customer: owner,
                at: fact.order.instant,
                about: notification.originalTransactionID
            )
        }
    }
}

/// The events of new facts, as the difference between what was known and what is known now.
///
/// Each event is identified by what happened, so that the same information from another source sends nothing twice.
struct LifecycleEvents {
    let change: LineageChange
    /// The entitlements that a product gives.
    let entitlements: (ProductID) -> [EntitlementID]

    /// The events, in the order in which things happened.
    var all: [(kind: DomainEvent.Kind, date: Date)] {
        var events = change.changedTransactions.flatMap(eventsOfTransaction)
        events += eventsOfRenewalInfo
        return events.sorted(on: { $0.date })
    }

    private func eventsOfTransaction(_ record: TransactionRecord) -> [(kind: DomainEvent.Kind, date: Date)] {
        let transaction = record.transaction
        let earlier = change.earlier(transaction.id)
        let given = entitlements(transaction.productID)
        var events: [(kind: DomainEvent.Kind, date: Date)] = []
        if earlier == nil {
            events.append((.acquired(acquisition(of: transaction), transaction, given), transaction.purchaseDate))
        }
        if let revocation = transaction.withdrawal, earlier?.withdrawal?.share != revocation.share {
            let isFamily = revocation.type == .familyRevoke || !transaction.isSale
            // The revoked part may grow, or shrink, from one statement of Apple's to the next.
            let share = earlier?.withdrawal == nil ? nil : revocation.share
            events.append(
                (
                    isFamily
                        ? .revoked(transaction, revocation, share: share, given)
                        : .refunded(transaction, revocation, share: share, given),
                    revocation.date
                )
            )
        }
        if let revocation = earlier?.withdrawal, transaction.withdrawal == nil {
            events.append(
                (.refundReversed(transaction, revocationDate: revocation.date, given), record.evidence.instant)
            )
        }
        if let earlier, transaction.withdrawal == nil, transaction.revokedSeats > earlier.revokedSeats {
            let count = transaction.revokedSeats - earlier.revokedSeats
            events.append(
                (.seatsRefunded(transaction, count, seats: seats(of: transaction), given), record.evidence.instant)
            )
        }
        if let before = earlier?.expirationDate, let after = transaction.expirationDate, after > before {
            events.append((.extended(transaction, expirationDate: after, given), record.evidence.instant))
        }
        return events
    }

    /// How a transaction that was not known before came about; it is one event, whatever it turns out to be.
    private func acquisition(of transaction: Transaction) -> DomainEvent.Acquisition {
        guard transaction.expirationDate != nil, let known = change.after.period(of: transaction.id) else {
            return .purchased
        }
        if known.period.transaction.id != transaction.id { return .seatsAdded(seats: seats(of: transaction) ?? 0) }
        guard let previous = known.previous else {
            let isFirst = transaction.id.rawValue == change.lineage.rawValue
            return isFirst || transaction.reason != .renewal ? .started : .renewedOfUnknown
        }
        if previous.transaction.isUpgraded || previous.ending == .upgrade
            || (transaction.reason == .purchase && previous.expirationDate > transaction.purchaseDate)
        {
            return .upgraded(from: previous.transaction.productID)
        }
        let number = known.number + 1
        let converts = previous.kind == .freeTrial && PeriodKind(transaction.offer).isPaid
        if transaction.reason == .purchase { return .resubscribed(number: number, convertsTrial: converts) }
        return hasFailed(since: previous, before: transaction)
            ? .recovered(number: number, convertsTrial: converts) : .renewed(number: number, convertsTrial: converts)
    }

    /// How many seats the period of a transaction has with all that is known.
    private func seats(of transaction: Transaction) -> Int? {
        change.after.period(of: transaction.id)?.period.seats(asOf: .distantFuture)
    }

    private func hasFailed(since previous: ServicePeriod, before transaction: Transaction) -> Bool {
        let records = change.after.renewalRecords
        let first = records.firstPlace { $0.evidence.instant >= previous.startDate }
        let failed = records[first...].contains { record in
            record.evidence.instant < transaction.purchaseDate && record.info.isInBillingRetryPeriod
        }
        return failed
            || change.newNotifications.contains {
                $0.notification.transactionID == transaction.id && $0.notification.subtype == .billingRecovery
            }
    }
}

// MARK: - What new renewal info changes

extension LifecycleEvents {
    /// Apple dates the renewal info of a purchase up to a minute after the purchase itself; such info enables nothing.
    private static let purchaseTolerance: TimeInterval = 60

    private var eventsOfRenewalInfo: [(kind: DomainEvent.Kind, date: Date)] {
        guard let newest = change.after.renewalRecords.last, newest != change.before.renewalRecords.last else {
            return []
        }
        let before = change.before.renewalRecords.last?.info
        let latest = change.after.latestTransaction?.transaction
        let given = latest.map { entitlements($0.productID) } ?? []
        let instant = newest.evidence.instant
        return [
            autoRenew(newest, before, latest), planChange(newest.info, before, latest),
            priceIncrease(newest.info, before), seatChange(newest.info, before),
        ]
        .compactMap(\.self)
        .map { (.renewal($0, latest: latest, infoDate: instant, given), instant) }
    }

    private func autoRenew(
        _ newest: RenewalRecord,
        _ before: RenewalInfo?,
        _ latest: Transaction?
    ) -> DomainEvent.RenewalChange? {
        guard let will = newest.info.continues, will != before?.continues ?? true else { return nil }
        guard will else {
            // A subscription that ended automatically is an expiration and not the customer's decision.
            return newest.info.expirationIntent == nil ? .autoRenewDisabled : nil
        }
        if let latest, latest.purchaseDate >= newest.evidence.instant.addingTimeInterval(-Self.purchaseTolerance) {
            return nil
        }
        return .autoRenewEnabled
    }

    private func planChange(
        _ info: RenewalInfo,
        _ before: RenewalInfo?,
        _ latest: Transaction?
    ) -> DomainEvent.RenewalChange? {
        guard let next = info.continuingProductID, let before, next != before.continuingProductID else { return nil }
        let current = latest?.productID ?? info.productID
        if next != current { return .planChangeScheduled(to: next) }
        let wasScheduled = before.continuingProductID != nil && before.continuingProductID != before.productID
        return wasScheduled && before.productID == info.productID ? .planChangeCanceled : nil
    }

    /// How many seats renew, when that is another number than before and than those in use.
    private func seatChange(_ info: RenewalInfo, _ before: RenewalInfo?) -> DomainEvent.RenewalChange? {
        guard let next = info.renewalQuantity, let known = before?.renewalQuantity, next != known,
            let period = change.after.periods.last, let seats = period.seats(asOf: .distantFuture), next != seats
        else { return nil }
        return .seatChangeScheduled(to: next)
    }

    private func priceIncrease(_ info: RenewalInfo, _ before: RenewalInfo?) -> DomainEvent.RenewalChange? {
        guard let status = info.priceIncrease, status != before?.priceIncrease else { return nil }
        let price = info.renewalCharge?.milliunits
        return status == .pending ? .priceIncreasePending(price) : .priceIncreaseAccepted(price)
    }
}
