// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Seeds.reports)
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let tsv = Data(bytes(start, count))
    survive(SalesReportRow.self, tsv)
    survive(SubscriptionReportRow.self, tsv)
    survive(SubscriptionEventReportRow.self, tsv)
    survive(SubscriberReportRow.self, tsv)
    survive(FinancialReportRow.self, tsv)
    survive(FinanceDetailReportRow.self, tsv)
    return 0
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
