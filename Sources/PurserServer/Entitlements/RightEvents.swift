// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// What changed between two derivations of a customer's rights.
///
/// While a renewal is awaited nothing has ended: short gaps between a period's end and the news of its renewal are
/// usual, and nobody is told.
struct RightEvents {
    var scope: AppScope
    var customer: CustomerID
    var before: [StoredRight]
    var after: [StoredRight]
    var now: Date

    var all: [ServerEvent] {
        let earlier = Dictionary(before.map { ($0.answer.entitlement, $0.answer) }, uniquingKeysWith: { $1 })
        let later = Dictionary(after.map { ($0.answer.entitlement, $0.answer) }, uniquingKeysWith: { $1 })
        return Set(earlier.keys).union(later.keys).sorted().compactMap { entitlement in
            event(entitlement, earlier[entitlement], later[entitlement])
        }
    }

    private func event(
        _ entitlement: EntitlementID,
        _ before: EntitlementAnswer?,
        _ after: EntitlementAnswer?
    ) -> ServerEvent? {
        let had = before?.countsAsHad ?? false
        let has = after?.countsAsHad ?? false
        let type: EventType
        switch (had, has) {
        case (false, true): type = .entitlementGranted
        case (true, false): type = .entitlementEnded
        case (true, true) where before?.endDate != after?.endDate && after?.isActive == true:
            type = .entitlementChanged
        default: return nil
        }
        let answer = after ?? before
        let mark = answer?.reason.transactionID?.rawValue ?? answer?.reason.grant?.rawValue ?? ""
        var event = ServerEvent(
            id: EventID(
                type,
                scope,
                beside: answer?.reason.lineage,
                causes: customer.rawValue,
                entitlement.rawValue,
                mark,
                String(now.millisecondsSince1970)
            ),
            type: type,
            scope: scope,
            customer: customer,
            occurred: now
        )
        event.entitlements = [entitlement]
        event.product = answer?.reason.productID
        event.transaction = answer?.reason.transactionID
        event.originalTransaction = answer?.reason.lineage
        event.expires = after?.isActive == true ? after?.endDate : nil
        event.reason = answer?.reason.rule.rawValue
        return event
    }
}

extension EntitlementAnswer {
    /// Whether the right is there, or its renewal is on its way.
    var countsAsHad: Bool { isActive || awaitsRenewal }
}
