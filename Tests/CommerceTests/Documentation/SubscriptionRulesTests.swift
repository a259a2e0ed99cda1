// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Foundation
import Testing

/// The documentation's table is what the rules say; `RECORD=1 swift test --filter SubscriptionRulesTests` writes it.
@Suite struct SubscriptionRulesTests {
    static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/SubscriptionRules.md")

    static var page: String {
        let head = """
            | Situation | Asked on | Access | Until | Rule | Renewal state (status) |
            |---|---|---|---|---|---|
            """
        return """
            # Subscription rules

            This page lists the access in each situation, its end and the rule. `Commerce` computes every row. A test writes this
            page and fails when it is out of date (`RECORD=1 swift test --filter SubscriptionRulesTests` writes it again).
            Dates are UTC. A period includes its first instant and excludes its last.

            ## A monthly subscription

            The purchase was on 20 February 2024, for a month, with auto-renew on, unless the row states otherwise.

            \(head)
            \(Situation.subscriptions.map(\.row).joined(separator: "\n"))

            ## Other purchases with the same entitlement

            \(head)
            \(Situation.purchases.map(\.row).joined(separator: "\n"))

            ## Billing failures

            These tables show which renewal info decides the state after a period. The period ran from 20 February to 20 March 2024;
            the state is that of 25 March. A renewal info signed within the period counts only if it reports a failure or an end.

            | Signed | It reports | State (status) | Rule |
            |---|---|---|---|
            \(DecisionTables.failures.joined(separator: "\n"))

            With two renewal infos, the latest one that was signed by 25 March decides:

            | First | Second | State (status) | Rule |
            |---|---|---|---|
            \(DecisionTables.sequences.joined(separator: "\n"))

            After a full refund, only a failed charge that Apple still retries counts. If Apple's clock is behind, the refund may be
            signed before its date.

            | Refund | Renewal info signed | It reports | State (status) | Rule |
            |---|---|---|---|---|
            \(DecisionTables.refunds.joined(separator: "\n"))

            ## Periods around a change of plan

            The monthly plan was charged on 19 March, 12:00, for 20 March to 20 April. On 19 March, 18:00, the customer bought another
            plan for a month. Does the renewal take effect?

            | Situation | Takes effect |
            |---|---|
            \(DecisionTables.earlyRenewals.joined(separator: "\n"))

            A period from 20 February to 20 March, and the next transaction:

            | Situation | The period ends | Ending |
            |---|---|---|
            \(DecisionTables.changes.joined(separator: "\n"))

            ## Choices of the team

            | Policy | Key of the app | Default | Other values |
            |---|---|---|---|
            | Grace period | `honorsGracePeriod` | access continues until Apple's date | `false`: no access in the grace period |
            | Leeway while a renewal is missing | `renewalLeewaySeconds`, in seconds | none | at most a year |
            | Full refund | `refundPolicy.full` | `retroactive`: also for the past | `from-refund-date` |
            | Prorated refund | `refundPolicy.prorated` | `from-refund-date` | `retroactive` |
            | Credits of a refunded consumable | `refundPolicy.clawback` \
            | `full`: debited, below zero if spent | `up-to-balance`, `none` |
            | End of Family Sharing | `familySharingRevocation` | `from-revocation-date` | `retroactive` |
            | Restore by another customer | `restoreBehavior` \
            | `transfer-if-lapsed`: transferred if it no longer gives access | `keep`, `transfer`, `share` |
            | Sandbox purchases | `sandboxPurchases`, `testers` | `accept`: separate from production | `reject`, `testers-only` |
            | Sandbox purchases for production orders | `sandboxFulfillsProductionOrders` \
            | `false`: delivered with their own order | `true`: they pay the order and move it to the sandbox |

            """
    }

    @Test func `the documentation's table is what the rules say`() throws {
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(Self.page.utf8).write(to: Self.path)
        }
        let written = try String(decoding: Data(contentsOf: Self.path), as: UTF8.self)
        #expect(
            written == Self.page,
            "Documentation/SubscriptionRules.md is out of date: RECORD=1 swift test --filter SubscriptionRulesTests"
        )
    }
}
