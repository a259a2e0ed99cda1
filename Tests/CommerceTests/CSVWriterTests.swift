// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Testing

/// A table that a spreadsheet opens holds text and numbers, no formulas.
@Suite struct CSVWriterTests {
    private func cell(_ text: String) -> String {
        String(CSVWriter.table(["a"], [[text]]).dropFirst(2).dropLast(1))
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+cmd", "'+cmd"), ("-cmd", "'-cmd"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
        ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""),
        ("-1+1", "'-1+1"), ("--1", "'--1"), ("-", "'-"),
        ("-1.", "'-1."), ("\r=1", "\"'\r=1\""),
    ])
    func `a cell that begins like a formula is text`(text: String, written: String) {
        #expect(cell(text) == written)
    }

    @Test(arguments: ["-12.50", "+5", "-3", "0", "12", "coffee-club", "a=b", "2026-11-24", ""])
    func `numbers and other text stay as they are`(text: String) {
        #expect(cell(text) == text)
    }
}
