// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension LifecycleEvents {
    /// What the newest word about the next period changes.
    var eventsOfRenewalInfo: [ServerEvent] {
        guard let newest = change.after.renewalRecords.last, newest != change.before.renewalRecords.last else {
            return []
        }
        let before = change.before.renewalRecords.last?.info
        return [
            renewalSwitch(newest, before), planChange(newest, before), priceIncrease(newest, before),
        ].compactMap(\.self)
    }

    private var latest: Transaction? { change.after.latestTransaction?.transaction }

    private func event(_ type: EventType, _ record: RenewalRecord) -> ServerEvent {
        let instant = record.evidence.instant
        var event = ServerEvent(
            id: EventID(
                type,
                change.scope,
                beside: change.lineage,
                causes: change.lineage.rawValue,
                String(instant.millisecondsSince1970)
            ),
            type: type,
            scope: change.scope,
            customer: owner,
            occurred: instant
        )
        if let latest { event.describe(latest) }
        event.originalTransaction = change.lineage
        return event
    }

    private func renewalSwitch(_ newest: RenewalRecord, _ before: RenewalInfo?) -> ServerEvent? {
        guard let will = newest.info.willAutoRenew, will != before?.willAutoRenew ?? true else { return nil }
        // What ended by itself is told as its end, not as the customer's wish.
        if !will, newest.info.expirationIntent != nil { return nil }
        if will, let latest, latest.purchaseDate >= newest.evidence.instant.addingTimeInterval(-60) { return nil }
        var result = event(will ? .renewalTurnedOn : .renewalTurnedOff, newest)
        if !will { result.reason = "cancelled" }
        return result
    }

    private func planChange(_ newest: RenewalRecord, _ before: RenewalInfo?) -> ServerEvent? {
        let info = newest.info
        guard let next = info.autoRenewProductID, let before, next != before.autoRenewProductID else { return nil }
        let current = latest?.productID ?? info.productID
        let wasPending = before.autoRenewProductID != nil && before.autoRenewProductID != before.productID
        if next != current {
            var result = event(.subscriptionChangePending, newest)
            result.nextProduct = next
            return result
        }
        return wasPending && before.productID == info.productID ? event(.subscriptionChangeCancelled, newest) : nil
    }

    private func priceIncrease(_ newest: RenewalRecord, _ before: RenewalInfo?) -> ServerEvent? {
        guard let status = newest.info.priceIncrease, status != before?.priceIncrease else { return nil }
        var result = event(status == .pending ? .priceIncreasePending : .priceIncreaseAccepted, newest)
        result.price = newest.info.renewalPrice?.milliunits ?? result.price
        return result
    }
}
