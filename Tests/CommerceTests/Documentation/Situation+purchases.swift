// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension Situation {
    /// What gives the same entitlement without a subscription.
    static let purchases: [Situation] = [
        Situation("No purchase", on: "2024-03-01") { _ in },
        Situation("Lifetime product", on: "2024-03-01") { $0.transaction(nil, "forever", from: .utc("2024-02-20")) },
        Situation("Lifetime product, refunded", on: "2024-03-02") {
            let bought = $0.transaction(nil, "forever", from: .utc("2024-02-20"))
            $0.refund(bought, on: .utc("2024-03-01"))
        },
        Situation("Lifetime product beside a subscription", on: "2024-03-01") {
            $0.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        }.beside { $0.transaction(nil, "forever", from: .utc("2024-02-25")) },
        Situation("A month bought once, on 31 January", on: "2024-02-28") { $0.once(.utc("2024-01-31")) },
        Situation("A month bought once, used up", on: "2024-02-29") { $0.once(.utc("2024-01-31")) },
        Situation("A month bought twice", on: "2024-03-15") {
            $0.once(.utc("2024-01-31"))
        }.beside { $0.once(.utc("2024-02-10")) },
        Situation("A month bought once, waiting behind a subscription", on: "2024-04-01") {
            $0.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        }.beside { $0.once(.utc("2024-03-01")) },
        Situation("A season of three months", on: "2024-03-01") {
            $0.transaction(nil, "season", from: .utc("2024-01-15")) { $0.productType = .nonRenewingSubscription }
        },
        Situation("Granted manually until 1 April", on: "2024-03-01") { $0.granted(until: .utc("2024-04-01")) },
        Situation("Granted manually, over", on: "2024-04-01") { $0.granted(until: .utc("2024-04-01")) },
        Situation("Granted manually from 1 May on", on: "2024-03-01") {
            $0.granted(from: .utc("2024-05-01"), until: nil)
        },
        Situation(
            "A sandbox purchase, rejected by policy",
            on: "2024-03-01",
            policy: CommercePolicy(sandbox: .refuse)
        ) {
            $0.scope = AppScope(bundleID: "com.example.reader", environment: .sandbox)
            $0.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
        },
    ]
}

extension PurchaseHistory {
    fileprivate mutating func once(_ date: Date) {
        transaction(nil, "month-once", from: date) { $0.productType = .consumable }
    }

    fileprivate mutating func granted(from start: Date = .utc("2024-02-20"), until end: Date?) {
        let grant = Grant(
            id: "g",
            customer: "anna",
            entitlement: "basic",
            startDate: start,
            endDate: end,
            reason: "an outage"
        )
        command(.grant(grant), at: .utc("2024-02-20"))
    }
}
