// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// The list of dependencies against the files that declare them.
@Suite struct DependencyTests {
    /// The rows of the document: package, version and license.
    private func listed() throws -> [String: (version: String, license: String)] {
        var rows: [String: (String, String)] = [:]
        for line in try Package.text("Documentation/Dependencies.md").split(separator: "\n") where line.hasPrefix("| `")
        {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4 else { continue }
            rows[cells[0].trimmingCharacters(in: ["`"])] = (cells[2], cells[3])
        }
        return rows
    }

    @Test func `every library of the manifest is listed with its license`() throws {
        let rows = try listed()
        let names = try Package.text("Package.swift").matches(of: /apt: "([^"]+)"/).map { String($0.1) }
            .filter { $0 != "String" }
        #expect(names.count >= 6)
        for name in names { #expect(rows[name]?.license.isEmpty == false, "\(name) is not in Dependencies.md") }
    }

    @Test func `every package that the setup installs is listed with its license`() throws {
        let rows = try listed()
        let names = try Package.text("Scripts/setup").matches(of: /(?m)^    "([a-z0-9.+-]+):/).map { String($0.1) }
        #expect(names.count >= 15)
        for name in names { #expect(rows[name]?.license.isEmpty == false, "\(name) is not in Dependencies.md") }
    }

    @Test func `every Python package of the tests is listed in its very version`() throws {
        let rows = try listed()
        let pins = try Package.text("Tests/requirements.txt").matches(of: /(?m)^([A-Za-z0-9_.-]+)==(\S+)/)
        #expect(!pins.isEmpty)
        for pin in pins {
            #expect(rows[String(pin.1)]?.version == String(pin.2), "\(pin.1) \(pin.2) is not in Dependencies.md")
        }
    }

    @Test func `the manifest depends on no external package`() throws {
        #expect(try !Package.text("Package.swift").contains(".package("))
    }
}
