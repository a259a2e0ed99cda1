// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// What new facts tell about a purchase's life, as the difference between what was known and what is known now.
///
/// Each event is named by what happened, so that the same news from another source tells nothing twice.
struct LifecycleEvents {
    let change: LineageChange
    let owner: CustomerID?

    /// The events, in the order in which things happened.
    var all: [ServerEvent] {
        var events = change.changedTransactions.flatMap(eventsOfTransaction)
        events += eventsOfRenewalInfo
        return events.enumerated()
            .sorted { ($0.element.occurred, $0.offset) < ($1.element.occurred, $1.offset) }
            .map(\.element)
    }

    private func event(_ type: EventType, _ transaction: Transaction?, at date: Date, causes: String...) -> ServerEvent
    {
        let cause = ([change.lineage.rawValue] + causes.filter { !$0.isEmpty }).joined(separator: " ")
        var event = ServerEvent(
            id: EventID(type, change.scope, beside: change.lineage, causes: cause),
            type: type,
            scope: change.scope,
            customer: owner,
            occurred: date
        )
        event.originalTransaction = change.lineage
        if let transaction { event.describe(transaction) }
        return event
    }

    private func eventsOfTransaction(_ record: TransactionRecord) -> [ServerEvent] {
        let now = record.transaction
        let earlier = change.earlier(now.id)
        var events: [ServerEvent] = []
        if earlier == nil { events.append(acquisition(of: now)) }
        if let revocation = now.withdrawal, earlier?.withdrawal?.share != revocation.share {
            let isFamily = revocation.type == .familyRevoke || now.ownership == .familyShared
            events.append(
                event(
                    isFamily ? .purchaseRevoked : .purchaseRefunded,
                    now,
                    at: revocation.date,
                    causes: now.id.rawValue,
                    String(revocation.date.millisecondsSince1970),
                    // What is taken back may grow, or shrink, from one word of Apple's to the next.
                    earlier?.withdrawal == nil ? "" : String(revocation.share)
                )
            )
        }
        if let revocation = earlier?.withdrawal, now.withdrawal == nil {
            events.append(
                event(
                    .refundReversed,
                    now,
                    at: record.evidence.instant,
                    causes: now.id.rawValue,
                    String(revocation.date.millisecondsSince1970)
                )
            )
        }
        if let before = earlier?.expirationDate, let after = now.expirationDate, after > before {
            events.append(
                event(
                    .subscriptionExtended,
                    now,
                    at: record.evidence.instant,
                    causes: now.id.rawValue,
                    String(after.millisecondsSince1970)
                )
            )
        }
        return events
    }

    /// The event of a transaction that was not known before; it is one event, whatever it turns out to be.
    private func acquisition(of transaction: Transaction) -> ServerEvent {
        guard transaction.expirationDate != nil, let known = change.after.period(of: transaction.id) else {
            return acquired(.purchaseMade, transaction)
        }
        guard let previous = known.previous else {
            return acquired(
                transaction.id.rawValue == change.lineage.rawValue ? .subscriptionStarted : nil,
                transaction
            )
        }
        if previous.transaction.isUpgraded || previous.ending == .upgrade
            || (transaction.reason == .purchase && previous.expirationDate > transaction.purchaseDate)
        {
            var event = acquired(.subscriptionUpgraded, transaction)
            event.nextProduct = transaction.productID
            event.product = previous.transaction.productID
            return event
        }
        var event = acquired(renewalType(of: transaction, after: previous), transaction)
        event.renewalNumber = known.number + 1
        if previous.kind == .freeTrial, PeriodKind(transaction.offer) != .freeTrial { event.reason = "trial-converted" }
        return event
    }

    private func renewalType(of transaction: Transaction, after previous: ServicePeriod) -> EventType? {
        if transaction.reason == .purchase { return .subscriptionResumed }
        let failed = change.after.renewalRecords.contains { record in
            record.evidence.instant >= previous.startDate && record.evidence.instant < transaction.purchaseDate
                && record.info.isInBillingRetryPeriod
        }
        let toldRecovered = change.newNotifications.contains {
            $0.notification.transactionID == transaction.id && $0.notification.subtype == .billingRecovery
        }
        return failed || toldRecovered ? .subscriptionRecovered : .subscriptionRenewed
    }

    private func acquired(_ type: EventType?, _ transaction: Transaction) -> ServerEvent {
        var type = type
        if type == nil { type = transaction.reason == .renewal ? .subscriptionRenewed : .subscriptionStarted }
        var event = event(.purchaseMade, transaction, at: transaction.purchaseDate, causes: transaction.id.rawValue)
        event.type = type ?? .purchaseMade
        return event
    }
}
