// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Testing

@testable import Commerce

/// Failed charges of a period from January 5 to January 12, at eight in the morning each.
@Suite struct BillingProblemTests {
    private static func date(_ day: String) -> Date { .utc("2026-\(day) 08:00:00") }

    /// The problems, as in "11: grace 01-12 01-14, retry 01-14 03-13, lost".
    private static func problems(_ build: (inout PurchaseHistory) -> Void) -> [String] {
        var purchases = PurchaseHistory()
        build(&purchases)
        let life = LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        return life.billingProblems.map { problem in
            let spans = problem.spans.map { span in
                "\(span.isGrace ? "grace" : "retry") \(text(span.startDate)) \(text(span.endDate))"
            }
            let parts = spans + [problem.isRecovered ? "recovered" : "lost"]
            return "\(problem.period.transaction.id): \(parts.joined(separator: ", "))"
        }
    }

    /// The day, where the instant is eight o'clock of it; otherwise, with the milliseconds since.
    private static func text(_ date: Date) -> String {
        let day = ReportingZone.pacific.day(of: date)
        let rest = date.milliseconds(since: Self.date(String("\(day)".dropFirst(5))))
        return String("\(day)".dropFirst(5)) + (rest == 0 ? "" : "+\(rest)")
    }

    private static func fail(_ purchases: inout PurchaseHistory, signed: String, grace: String? = nil) {
        purchases.renewalInfo(signed: date(signed)) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = grace.map(date)
            $0.expirationIntent = .billingError
        }
    }

    @discardableResult
    private static func week(
        _ purchases: inout PurchaseHistory,
        _ id: TransactionID = "11",
        _ start: String = "01-05",
        _ end: String = "01-12"
    ) -> Commerce.Transaction {
        purchases.transaction(id, from: date(start), to: date(end)) { $0.reason = id == "11" ? .purchase : .renewal }
    }

    @Test func `a charge that nothing says has failed adds no problem`() {
        #expect(Self.problems { Self.week(&$0) } == [])
    }

    @Test func `a failed charge is in grace, then in retry for sixty days, and is lost`() {
        let found = Self.problems {
            Self.week(&$0)
            Self.fail(&$0, signed: "01-12", grace: "01-14")
        }
        // In March, the Pacific day begins an hour earlier.
        #expect(found == ["11: grace 01-12 01-14, retry 01-14 03-13, lost"])
    }

    @Test func `a document that ends the retries ends the problem`() {
        let found = Self.problems {
            Self.week(&$0)
            Self.fail(&$0, signed: "01-12")
            $0.renewalInfo(signed: Self.date("01-20")) { $0.expirationIntent = .canceled }
        }
        #expect(found == ["11: retry 01-12 01-20, lost"])
    }

    @Test func `a grace period of which a later document tells splits the problem there`() {
        let found = Self.problems {
            Self.week(&$0)
            Self.fail(&$0, signed: "01-12")
            Self.fail(&$0, signed: "01-13", grace: "01-16")
        }
        #expect(found == ["11: retry 01-12 01-13, grace 01-13 01-16, retry 01-16 03-13, lost"])
    }

    static let recoveries: [(String, String?, [String])] = [
        ("01-16", "01-14", ["11: grace 01-12 01-14, retry 01-14 01-16, recovered"]),
        ("01-13", "01-14", ["11: grace 01-12 01-13, recovered"]),
        ("01-14", "01-14", ["11: grace 01-12 01-14, recovered"]), ("01-16", nil, ["11: retry 01-12 01-16, recovered"]),
        // After the retries it is a new purchase.
        ("03-20", nil, ["11: retry 01-12 03-13, lost"]),
    ]

    @Test(arguments: recoveries)
    func `a new period ends the problem, recovered where it was not over`(
        start: String,
        grace: String?,
        problems: [String]
    ) {
        let found = Self.problems {
            Self.week(&$0)
            Self.fail(&$0, signed: "01-12", grace: grace)
            Self.week(&$0, "12", start, "04-01")
        }
        #expect(found == problems)
    }

    @Test func `a renewal that was refunded later was paid, and ends the problem`() {
        let found = Self.problems {
            Self.week(&$0)
            Self.fail(&$0, signed: "01-12")
            let renewal = Self.week(&$0, "12", "01-16", "01-23")
            $0.refund(renewal, on: Self.date("01-18"))
        }
        #expect(found == ["11: retry 01-12 01-16, recovered"])
    }

    @Test func `the next charge of a purchase that was refunded fails`() {
        let found = Self.problems {
            let bought = Self.week(&$0)
            $0.refund(bought, on: Self.date("01-08"))
            Self.fail(&$0, signed: "01-12")
        }
        #expect(found == ["11: retry 01-12 03-13, lost"])
        let recovered = Self.problems {
            let bought = Self.week(&$0)
            $0.refund(bought, on: Self.date("01-08"))
            Self.fail(&$0, signed: "01-12")
            Self.week(&$0, "12", "01-15", "01-22")
        }
        #expect(recovered == ["11: retry 01-12 01-15, recovered"])
    }

    @Test func `a period that was refunded between others adds no problem of its own`() {
        let found = Self.problems {
            Self.week(&$0)
            let refunded = Self.week(&$0, "12", "01-12", "01-19")
            $0.refund(refunded, on: Self.date("01-14"))
            Self.week(&$0, "13", "01-19", "01-26")
            Self.fail(&$0, signed: "01-26")
        }
        #expect(found == ["13: retry 01-26 03-27, lost"])
    }

    static let paid: [(String, [String])] = [
        ("01-18", ["11: grace 01-12 01-12, recovered"]),
        // At the end of the period, a document is about the charge after it.
        ("01-19", []),
    ]

    @Test(arguments: paid)
    func `a charge that failed at first and was paid within the grace period is a problem of no length`(
        paid: String,
        problems: [String]
    ) {
        let found = Self.problems {
            Self.week(&$0)
            Self.week(&$0, "12", "01-12", "01-19")
            Self.fail(&$0, signed: "01-13", grace: "01-18")
            $0.renewalInfo(signed: Self.date(paid))
        }
        #expect(found == problems)
    }

    static let parts: [(String, Bool?)] = [
        ("01-11", nil), ("01-12", nil), ("01-13", true), ("01-14", true), ("01-15", false), ("01-16", false),
        ("01-17", nil),
    ]

    @Test(arguments: parts)
    func `the part just before an instant is the one that ends with it or later`(day: String, isGrace: Bool?) throws {
        var purchases = PurchaseHistory()
        Self.week(&purchases)
        let problem = BillingProblem(
            period: try #require(purchases.history().periods.first),
            spans: [
                .init(startDate: Self.date("01-12"), endDate: Self.date("01-14"), isGrace: true),
                .init(startDate: Self.date("01-14"), endDate: Self.date("01-16"), isGrace: false),
            ],
            isRecovered: true
        )
        #expect(problem.span(before: Self.date(day))?.isGrace == isGrace)
    }
}
