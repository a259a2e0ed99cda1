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

            What a customer may use, until when and why. Every row is worked out by `Commerce`; a test writes this page
            and fails when it is out of date (`RECORD=1 swift test --filter SubscriptionRulesTests` writes it again).
            Instants are UTC; a period's first instant belongs to it, its last does not.

            ## A monthly subscription

            Bought on 20 February 2024 for a month and set to renew, unless the row says otherwise.

            \(head)
            \(Situation.subscriptions.map(\.row).joined(separator: "\n"))

            ## Everything else that gives the same entitlement

            \(head)
            \(Situation.purchases.map(\.row).joined(separator: "\n"))

            ## Billing failures

            Which renewal info decides what followed a period. The period ran from 20 February to 20 March 2024; the state is the one
            of 25 March. A renewal info signed within the period counts only if it reports a failure or an end.

            | Signed | It reports | State (status) | Rule |
            |---|---|---|---|
            \(DecisionTables.failures.joined(separator: "\n"))

            With two renewal infos, the latest one that was signed by 25 March decides:

            | First | Second | State (status) | Rule |
            |---|---|---|---|
            \(DecisionTables.sequences.joined(separator: "\n"))

            After a full refund, only a failed charge that Apple still retries counts. The refund may be signed before its date where
            Apple's clock is behind.

            | Refund | Renewal info signed | It reports | State (status) | Rule |
            |---|---|---|---|---|
            \(DecisionTables.refunds.joined(separator: "\n"))

            ## Periods around a change of plan

            The monthly plan was charged on 19 March, 12:00, for 20 March to 20 April. On 19 March, 18:00, the customer bought another
            plan for a month. Does the renewal take effect?

            | Situation | Takes effect |
            |---|---|
            \(DecisionTables.earlyRenewals.joined(separator: "\n"))

            A period from 20 February to 20 March, and the transaction after it:

            | Situation | The period ends | Ending |
            |---|---|---|
            \(DecisionTables.changes.joined(separator: "\n"))

            ## Choices of the team

            | Policy | Key of the app | By default | Else |
            |---|---|---|---|
            | Grace | `honorsGracePeriod` | access continues until Apple's date | `false`: grace is ignored |
            | Leeway after a period whose renewal is awaited | `renewalLeewaySeconds`, in seconds | none | a year at most |
            | Full refund | `refundPolicy.full` | `retroactive`, also for the past | `from-refund-date` on |
            | Prorated refund | `refundPolicy.prorated` | `from-refund-date` on | `retroactive` |
            | Consumed goods whose price went back | `refundPolicy.clawback` \
            | `full`: withdrawn, below zero when they were spent | `up-to-balance`, `none` |
            | End of Family Sharing | `familySharingRevocation` | `from-revocation-date` on | `retroactive` |
            | Restore by another customer | `restoreBehavior` \
            | moves when it gives no access any more (`transfer-if-lapsed`) | `keep`, `transfer`, `share` |
            | Sandbox purchases | `sandboxPurchases`, `testers` | count (kept apart by scope) | `reject`, or `testers-only` |
            | Sandbox purchases for production orders | `sandboxFulfillsProductionOrders` \
            | `false`: delivered with an order of their own | `true`: they pay the order and move it to the sandbox |

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
