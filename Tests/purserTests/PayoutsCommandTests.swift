// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import purser

@Suite struct PayoutsCommandTests {
    @Test func `a fiscal month is reported with the day of its payment`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("payouts", "2023-10") == 0)
        #expect(terminal.output.last == "2023-10\t2023-10-01\t2023-11-04\t5\t2023-12-07")
    }

    @Test func `a fiscal year has twelve months`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("payouts", "2027") == 0)
        #expect(terminal.output.count == 13)
    }

    @Test(arguments: ["2026-13", "november", "26", "", "0000-01", "2007-12", "2026-+1", "1999"])
    func `what is not a month is refused with what it should be`(text: String) async {
        let terminal = TestTerminal()
        #expect(await terminal.run("payouts", text) == 2)
        #expect(terminal.output.isEmpty && terminal.errors.count == 1)
        #expect(terminal.errors.first?.contains("2026-11") == true && terminal.errors.first?.contains("\n") == false)
    }
}
