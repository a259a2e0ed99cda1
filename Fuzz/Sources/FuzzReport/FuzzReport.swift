// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.reports }

    static func test(_ input: [UInt8]) {
        // One layout for each input, as a caller asks for one; which, follows from the bytes.
        let tsv = Data(input)
        switch input.reduce(0 as UInt8, &+) % 6 {
        case 0: survive(SalesReportRow.self, tsv)
        case 1: survive(SubscriptionReportRow.self, tsv)
        case 2: survive(SubscriptionEventReportRow.self, tsv)
        case 3: survive(SubscriberReportRow.self, tsv)
        case 4: survive(FinancialReportRow.self, tsv)
        default: survive(FinanceDetailReportRow.self, tsv)
        }
    }
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
