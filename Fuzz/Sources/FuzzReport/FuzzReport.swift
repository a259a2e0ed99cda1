// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.reports }

    static func test(_ input: [UInt8]) {
        survive(
            SalesReportRow.self,
            SubscriptionReportRow.self,
            SubscriptionEventReportRow.self,
            SubscriberReportRow.self,
            FinancialReportRow.self,
            FinanceDetailReportRow.self,
            in: Data(input)
        )
    }
}

/// Reads reports of several kinds.
private func survive<each Line: ReportLine>(_ lines: repeat (each Line).Type, in tsv: Data) {
    repeat survive(each lines, tsv)
}

/// Reads a report, looks at every line, writes it and reads it again.
private func survive<Line: ReportLine>(_ line: Line.Type, _ tsv: Data) {
    guard let report = try? Report<Line>(tsv: tsv) else { return }
    for line in report.lines { _ = String(describing: line) }
    let written = report.tsv()
    guard let again = try? Report<Line>(tsv: written) else {
        check(false, "a report that was read cannot be read again")
        return
    }
    check(again.lines.count >= report.lines.count || again.columns != report.columns, "a written report lost lines")
}
