// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@Suite struct FeatureTableTests {
    /// The package's root, from this file's place in it.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private struct Row {
        let name: String
        let state: String
        let tests: [String]
    }

    private static func rows() throws -> [Row] {
        let page = try String(contentsOf: root.appending(path: "Documentation/Features.md"), encoding: .utf8)
        return page.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 6, cells[1].contains(/^[A-J][0-9]+a?$/) else { return nil }
            let tests = cells[4].split(separator: "·").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            return Row(name: cells[1], state: cells[3], tests: tests)
        }
    }

    /// The names of all test functions of the package, without their back quotes.
    private static func testNames() throws -> Set<String> {
        var names: Set<String> = []
        // The packages beside this one are tested by the same script.
        for folder in ["Tests", "Companions/Tests", "Examples"].map({ root.appending(path: $0) }) {
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift" else { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: /func (?:`([^`]+)`|(\w+))\(/) {
                    names.insert(String(match.1 ?? match.2 ?? ""))
                }
            }
        }
        return names
    }

    private static let required: [String] = {
        let lengths = [
            ("A", 1, 21), ("B", 0, 12), ("C", 1, 13), ("D", 1, 8), ("E", 1, 9), ("F", 1, 6), ("G", 1, 4), ("H", 1, 7),
            ("I", 1, 6), ("J", 1, 8),
        ]
        return lengths.flatMap { letter, first, last in (first...last).map { "\(letter)\($0)" } } + ["B3a"]
    }()

    @Test func `every row is in the table once`() throws {
        let names = try Self.rows().map(\.name)
        #expect(names.sorted() == Self.required.sorted())
    }

    @Test func `a row that works names tests and one that does not says so`() throws {
        for row in try Self.rows() {
            #expect(["works", "in part", "not yet"].contains(row.state), "row \(row.name) has state '\(row.state)'")
            if row.state != "not yet" {
                #expect(!row.tests.isEmpty, "row \(row.name) names no test")
            }
        }
    }

    @Test func `every test that the table names exists`() throws {
        let known = try Self.testNames()
        for row in try Self.rows() {
            for test in row.tests {
                #expect(known.contains(test), "row \(row.name) names '\(test)', which is not a test")
            }
        }
    }
}
