// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// The rows of the documentation's decision tables, each worked out by the rules.
enum DecisionTables {
    /// What one renewal info reports.
    private struct Statement: Sendable {
        var name: String
        var change: @Sendable (inout RenewalInfo) -> Void

        static let all = [
            Statement(name: "it renews") { _ in },
            Statement(name: "it does not renew") { $0.willAutoRenew = false },
            Statement(name: "the charge failed, Apple retries") {
                $0.isInBillingRetryPeriod = true
                $0.expirationIntent = .billingError
            },
            Statement(name: "the charge failed, grace until 5 April") {
                $0.isInBillingRetryPeriod = true
                $0.gracePeriodExpirationDate = .utc("2024-04-05")
                $0.expirationIntent = .billingError
            },
            Statement(name: "it ended, the customer canceled") {
                $0.willAutoRenew = false
                $0.expirationIntent = .canceled
            },
        ]
    }

    private static func text(_ state: SubscriptionState?) -> String {
        guard let state else { return "– | –" }
        return "\(state.renewalState.rawValue) (\(state.status)) | \(state.reason.rule.rawValue)"
    }

    // MARK: - Billing failures

    /// A renewal info by when it was signed and what it reports; asked five days after the period's end.
    static var failures: [String] {
        let instants = [
            ("before the period", "2024-02-19"), ("within the period", "2024-03-10"),
            ("at its end", "2024-03-20"), ("after its end", "2024-03-22"),
            ("after its end, after the date asked about", "2024-03-27"),
        ]
        return instants.flatMap { when, date in
            Statement.all.map { statement in
                var purchases = PurchaseHistory()
                purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
                purchases.renewalInfo(signed: .utc(date), statement.change)
                return "| \(when) | \(statement.name) | \(text(purchases.state(asOf: .utc("2024-03-25")))) |"
            }
        }
    }

    /// Two renewal infos; the later one decides, unless it was signed before the end and reports nothing.
    static var sequences: [String] {
        let (renews, failed) = (Statement.all[0], Statement.all[2])
        let cases = [
            (failed, "2024-02-21", renews, "2024-02-22"), (renews, "2024-03-19", failed, "2024-03-19 12:00:00"),
            (failed, "2024-03-20", renews, "2024-03-22"), (renews, "2024-03-20", failed, "2024-03-22"),
            (failed, "2024-03-22", renews, "2024-03-27"),
        ]
        return cases.map { first, firstDate, second, secondDate in
            var purchases = PurchaseHistory()
            purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
            purchases.renewalInfo(signed: .utc(firstDate), first.change)
            purchases.renewalInfo(signed: .utc(secondDate), second.change)
            let said = "\(firstDate): \(first.name) | \(secondDate): \(second.name)"
            return "| \(said) | \(text(purchases.state(asOf: .utc("2024-03-25")))) |"
        }
    }

    /// A renewal info and a full refund on 1 March, or after the period's end; asked five days after the end.
    static var refunds: [String] {
        let cases = [
            ("2024-03-01", "2024-03-01", ["2024-02-25", "2024-03-01", "2024-03-10", "2024-03-22"]),
            ("2024-03-01", "2024-02-29 23:59:00", ["2024-02-29 23:59:00", "2024-03-10"]),
            ("2024-03-22", "2024-03-22", ["2024-03-21", "2024-03-22", "2024-03-23"]),
        ]
        return cases.flatMap { refund, signed, dates in
            dates.flatMap { date in
                [Statement.all[0], Statement.all[2]].map { statement in
                    var purchases = PurchaseHistory()
                    let bought = purchases.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20"))
                    purchases.again(bought, signed: .utc(signed)) {
                        $0.revocation = Revocation(date: .utc(refund), type: .refundFull)
                    }
                    purchases.renewalInfo(signed: .utc(date), statement.change)
                    let state = text(purchases.state(asOf: .utc("2024-03-25")))
                    return "| \(refund), signed \(signed) | \(date) | \(statement.name) | \(state) |"
                }
            }
        }
    }

    // MARK: - Plan changes

    /// A renewal of the monthly plan that was charged on 19 March for 20 March to 20 April, and `pro` bought between
    /// the two.
    private struct EarlyRenewal {
        var name: String
        var product: ProductID = "monthly"
        var signed = "2024-03-19 12:00:00"
        var reason = TransactionReason.renewal
        var isUpgraded = false
        var planEnd = "2024-04-19 18:00:00"
        var isPlanUpgraded = false
        var isPlanRefunded = false
        var next: String?

        var row: String {
            var purchases = PurchaseHistory()
            purchases.transaction("1", from: .utc("2024-02-20"), to: .utc("2024-03-20"))
            let plan = purchases.transaction("2", "pro", from: .utc("2024-03-19 18:00:00"), to: .utc(planEnd)) {
                $0.reason = .purchase
                $0.isUpgraded = isPlanUpgraded
            }
            purchases.transaction("3", product, from: .utc("2024-03-20"), to: .utc("2024-04-20"), signed: .utc(signed))
            {
                $0.reason = reason
                $0.isUpgraded = isUpgraded
            }
            if isPlanRefunded { purchases.refund(plan, on: .utc("2024-03-25")) }
            if let next {
                purchases.transaction("4", "pro", from: .utc(next), to: .utc("2024-06-01")) { $0.reason = .renewal }
            }
            let period = purchases.history().periods.first { $0.transaction.id == "3" }
            let takesEffect = period.map { $0.startDate < $0.endDate } ?? false
            return "| \(name) | \(takesEffect ? "yes" : "no") |"
        }
    }

    /// Whether the early renewal takes effect, for each condition on its own.
    static var earlyRenewals: [String] {
        [
            EarlyRenewal(name: "as described"),
            EarlyRenewal(name: "the renewal was signed again after the change", signed: "2024-03-19 18:00:01"),
            EarlyRenewal(name: "signed again after the change, as left", signed: "2024-03-21", isUpgraded: true),
            EarlyRenewal(name: "it is a purchase", reason: .purchase),
            EarlyRenewal(name: "it is a renewal of the new plan", product: "pro"),
            EarlyRenewal(name: "the new plan ends before it begins", planEnd: "2024-03-20"),
            EarlyRenewal(name: "the new plan was left, too", isPlanUpgraded: true),
            EarlyRenewal(name: "the new plan was refunded", isPlanRefunded: true),
            EarlyRenewal(
                name: "the new plan was refunded, and it is a purchase that was left",
                reason: .purchase,
                isUpgraded: true,
                isPlanRefunded: true
            ),
            EarlyRenewal(name: "another period begins while both would run", next: "2024-04-01"),
            EarlyRenewal(name: "the new plan renews at its end", next: "2024-04-19 18:00:00"),
        ]
        .map(\.row)
    }

    /// When the first of two periods ends, by what the second one is.
    static var changes: [String] {
        let cases: [(String, ProductID, String, TransactionReason, Bool, Bool)] = [
            ("another plan is bought within the period", "pro", "2024-03-05", .purchase, false, false),
            ("another plan is bought at its end", "pro", "2024-03-20", .purchase, false, false),
            ("another plan renews within the period", "pro", "2024-03-05", .renewal, false, false),
            ("the same plan is bought within the period", "monthly", "2024-03-05", .purchase, false, false),
            ("a document says that the period was left", "pro", "2024-03-05", .renewal, true, false),
            ("another plan is bought within the period and refunded", "pro", "2024-03-05", .purchase, false, true),
        ]
        return cases.map { name, product, start, reason, isUpgraded, isRefunded in
            var purchases = PurchaseHistory()
            purchases.transaction("1", from: .utc("2024-02-20"), to: .utc("2024-03-20")) { $0.isUpgraded = isUpgraded }
            let second = purchases.transaction("2", product, from: .utc(start), to: .utc("2024-04-20")) {
                $0.reason = reason
            }
            if isRefunded { purchases.refund(second, on: .utc("2024-03-07")) }
            let first = purchases.history().periods.first { $0.transaction.id == "1" }
            let end = first.map { "\(Situation.text($0.endDate)) | \($0.ending)" } ?? "– | –"
            return "| \(name) | \(end) |"
        }
    }
}
