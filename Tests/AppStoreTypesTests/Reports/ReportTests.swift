// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct ReportTests {
    private func data(_ lines: [[String]]) -> Data {
        Data(lines.map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
    }

    @Test func `a sales report comes back byte for byte with its unknown columns`() throws {
        var cells = SalesReportRow.columns.map { _ in " " }
        cells[2] = "com.example.coins"
        cells[7] = "-3.00"
        cells[8] = "0.7"
        cells[9] = "07/04/2026"
        let bytes = data([SalesReportRow.columns + ["Moon Phase"], cells + ["full"]])
        let report = try Report<SalesReportRow>(tsv: bytes)
        #expect(report.tsv() == bytes)
        let line = try #require(report.lines.first)
        #expect(line.sku == "com.example.coins")
        #expect(line.units == -3)
        #expect(line.developerProceeds == Decimal(7) / 10)
        #expect(line.beginDate == ReportDay(year: 2026, month: 7, day: 4, spelling: .american))
        #expect(line.title == nil)
        #expect(line.record["Moon Phase"] == "full")
    }

    @Test func `columns are found in any order and in any case`() throws {
        let report = try Report<SubscriptionEventReportRow>(
            tsv: data([["QUANTITY", " Event ", "Event Date", "Country"], ["12", "Renew", "2026-07-04", "US"]])
        )
        let line = try #require(report.lines.first)
        #expect(line.quantity == 12)
        #expect(line.event == "Renew")
        #expect(line.eventDate?.description == "2026-07-04")
    }

    @Test func `a short line has no cells past its end`() throws {
        let report = try Report<SalesReportRow>(tsv: data([SalesReportRow.columns, ["APPLE", "US", "sku"]]))
        #expect(report.lines.first?.sku == "sku")
        #expect(report.lines.first?.units == nil)
        #expect(report.lines.first?.record["Client"] == nil)
    }

    @Test func `a financial report's totals follow its lines`() throws {
        var line = FinancialReportRow()
        line.startDate = ReportDay("06/28/2026")
        line.quantity = 2
        line.extendedPartnerShare = Decimal(1398) / 1000
        line.salesOrReturn = "S"
        let made = Report(
            lines: [line],
            trailer: [["Total_Rows", "1"], ["Total_Amount", "1.40"], ["Total_Units", "2"]]
        )
        let report = try Report<FinancialReportRow>(tsv: made.tsv())
        #expect(report == made)
        #expect(report.total("total_amount") == "1.40")
        #expect(report.total("Total_Moons") == nil)
        #expect(report.lines.first?.extendedPartnerShare == Decimal(1398) / 1000)
    }

    @Test func `a detailed finance report has lines before and a summary after`() throws {
        let bytes = data([
            ["Vendor Name", "Example"], ["Start Date", "06/28/2026"], ["End Date", "08/01/2026"],
            FinanceDetailReportRow.columns,
            FinanceDetailReportRow.columns.map {
                $0 == "Quantity" ? "1" : $0 == "Transaction Date" ? "07/01/2026" : "x"
            },
            ["Country Of Sale", "Partner Share Currency", "Quantity", "Extended Partner Share"],
            ["US", "USD", "1", "0.70"],
        ])
        let report = try Report<FinanceDetailReportRow>(tsv: bytes)
        #expect(report.preamble.map(\.first) == ["Vendor Name", "Start Date", "End Date"])
        #expect(report.lines.count == 1)
        #expect(report.lines.first?.transactionDate?.month == 7)
        #expect(report.trailer.count == 2)
        #expect(report.tsv() == bytes)
    }

    @Test func `new cells make new columns, and no cell breaks a line`() throws {
        var plain = SubscriberReportRow()
        plain.subscriberID = "1"
        var odd = plain
        odd.record["Comment"] = "two\tcells\nand lines"
        let bytes = Report(lines: [plain, odd]).tsv()
        let report = try Report<SubscriberReportRow>(tsv: bytes)
        #expect(report.columns.last == "Comment")
        #expect(report.lines.count == 2)
        #expect(report.lines[0].record["Comment"] == "")
        #expect(report.lines[1].record["Comment"] == "two cells and lines")
    }

    @Test func `line ends of either kind and a byte order mark are read`() throws {
        let text = "\u{FEFF}SKU\tTitle\tUnits\r\na\tA\t1\r\n"
        let report = try Report<SalesReportRow>(tsv: Data(text.utf8))
        #expect(report.lines.map(\.sku) == ["a"])
        #expect(report.lines.map(\.units) == [1])
    }

    @Test func `an empty report has columns and no lines`() throws {
        let report = try Report<SubscriptionReportRow>(tsv: data([SubscriptionReportRow.columns]))
        #expect(report.lines.isEmpty)
        #expect(report.columns.count == 32)
    }

    @Test func `what is not a report is refused`() {
        #expect(throws: ReportError.self) { try Report<SalesReportRow>(tsv: Data([0x1F, 0x8B, 0x08, 0xFF])) }
        let error = #expect(throws: ReportError.self) { try Report<SalesReportRow>(tsv: Data("nothing here\n".utf8)) }
        #expect(error?.code == .noColumns)
    }

    @Test(arguments: ["13/01/2026", "1/2", "2026-00-10", "a/b/c", "", "2026-1-1-1", "0/0/0"])
    func `what is not a day is nothing`(text: String) {
        #expect(ReportDay(text) == nil)
    }

    @Test(arguments: [("1.5", nil), ("3.00", 3), ("-2", -2), (" 4 ", 4), ("", nil), ("x", nil)] as [(String, Int64?)])
    func `a whole number is read past spaces and zeros`(cell: String, number: Int64?) {
        #expect(ReportRecord(columns: ["N"], cells: [cell]).integer("n") == number)
    }

    @Test func `an amount is exact decimal digits`() {
        let record = ReportRecord(columns: ["A", "B", "C"], cells: ["0.1", "1e5", "."])
        #expect(record.amount("A")?.description == "0.1")
        #expect(record.amount("B") == nil)
        #expect(record.amount("C") == nil)
    }

    @Test func `random tables survive`() throws {
        var generator = SeededGenerator(seed: 42)
        let alphabet = Array("abcXYZ019 .-/éß漢")
        for _ in 0..<200 {
            let lines = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                SalesReportRow(
                    record: ReportRecord(
                        columns: SalesReportRow.columns,
                        cells: SalesReportRow.columns.map { _ in
                            "p"
                                + String(
                                    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                                        alphabet.randomElement(using: &generator) ?? "a"
                                    }
                                )
                        }
                    )
                )
            }
            let report = Report(lines: lines)
            #expect(try Report<SalesReportRow>(tsv: report.tsv()) == report, "seed 42")
        }
    }

    @Test func `a report's words for products are known`() {
        #expect(ReportProductType("IAY").isInAppPurchase)
        #expect(ReportProductType("FI1").isInAppPurchase)
        #expect(!ReportProductType("1F").isInAppPurchase)
    }
}
