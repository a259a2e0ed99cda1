// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// One row of the documentation's table: what happened, and when one asks.
struct Situation {
    var name: String
    var asOf: Date
    var stories: [PurchaseHistory]
    var policy = CommercePolicy.standard

    init(
        _ name: String,
        on asOf: String,
        policy: CommercePolicy = .standard,
        _ tell: (inout PurchaseHistory) -> Void
    ) {
        var purchases = PurchaseHistory()
        tell(&purchases)
        (self.name, self.asOf, stories, self.policy) = (name, .utc(asOf), [purchases], policy)
    }

    /// The same with a second purchase beside it.
    func beside(_ tell: (inout PurchaseHistory) -> Void) -> Situation {
        var situation = self
        var purchases = PurchaseHistory(lineage: "2")
        tell(&purchases)
        situation.stories.append(purchases)
        return situation
    }

    private var account: CustomerAccount {
        CustomerAccount(
            customer: "anna",
            catalogs: [.reader],
            facts: stories.flatMap(\.facts),
            policy: policy,
            ownsUnclaimed: true
        )
    }

    /// The row, worked out by the rules.
    var row: String {
        let answer = account.entitlement("basic", asOf: asOf)
        let state = account.subscriptions(asOf: asOf).first?.state
        let until = answer.isActive ? answer.endDate.map(Self.text) ?? "permanently" : "–"
        let columns = [
            name, Self.text(asOf), answer.isActive ? "yes" : "no", until, answer.reason.rule.rawValue,
            state.map { "\($0.renewalState.rawValue) (\($0.status))" } ?? "–",
        ]
        return "| " + columns.joined(separator: " | ") + " |"
    }

    static func text(_ date: Date) -> String {
        let (day, time) = CalendarZone.utc.civil(date)
        let minutes = time / 60_000
        if minutes == 0 { return "\(day)" }
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day) \(two(minutes / 60)):\(two(minutes % 60))"
    }
}
