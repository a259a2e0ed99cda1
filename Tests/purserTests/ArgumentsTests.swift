// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import purser

@Suite struct ArgumentsTests {
    private static let options = [
        Option("root", value: "CERT", repeats: true, "A root."),
        Option("bundle-id", value: "ID", "The app."),
        Option("unverified", "No checks."),
    ]

    private func parse(_ parts: String...) throws -> Arguments {
        try Arguments(parts, options: Self.options)
    }

    @Test func `an option's value follows it or is attached`() throws {
        #expect(try parse("--bundle-id", "a.b").value("bundle-id") == "a.b")
        #expect(try parse("--bundle-id=a.b").value("bundle-id") == "a.b")
    }

    @Test func `a repeated option keeps all its values in order`() throws {
        #expect(try parse("--root", "1", "x", "--root=2").all("root") == ["1", "2"])
    }

    @Test func `options and operands come in any order`() throws {
        let arguments = try parse("transaction", "--unverified", "-", "--", "--root")
        #expect(arguments.operands == ["transaction", "-", "--root"])
        #expect(arguments.has("unverified"))
    }

    @Test func `an unknown option is named and the nearest one suggested`() {
        let error = #expect(throws: UsageError.self) { try parse("--bundle", "a") }
        #expect(error?.message == "unknown option '--bundle'; did you mean '--bundle-id'?")
    }

    @Test(arguments: [["--bundle-id"], ["--unverified=yes"], ["--bundle-id", "a", "--bundle-id", "b"]])
    func `a missing, needless or repeated value is refused`(parts: [String]) {
        #expect(throws: UsageError.self) { try Arguments(parts, options: Self.options) }
    }
}
