// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@Suite struct PainsTableTests {
    private static func rows() throws -> [(number: Int, tests: [String])] {
        try Package.text("Documentation/CustomerProblems.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, let number = Int(cells[0]) else { return nil }
            let tests = cells[2].split(separator: "·").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            return (number, tests)
        }
    }

    private static func testNames() throws -> Set<String> {
        let files = FileManager.default.enumerator(
            at: Package.root.appending(path: "Tests"),
            includingPropertiesForKeys: nil
        )
        var names: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /func `([^`]+)`\(/) { names.insert(String(match.1)) }
        }
        return names
    }

    @Test func `every pain has a row, and every row a test that exists`() throws {
        let rows = try Self.rows()
        #expect(rows.map(\.number) == Array(1...14) + Array(19...25))
        let known = try Self.testNames()
        for row in rows {
            #expect(!row.tests.isEmpty, "pain \(row.number) names no test")
            for test in row.tests { #expect(known.contains(test), "pain \(row.number) names '\(test)'") }
        }
    }
}
