// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// The table of systems and calls, and the conditions in the sources.
@Suite struct AvailabilityTests {
    private static let systems = ["iOS", "macOS", "tvOS", "watchOS", "visionOS"]
    /// What the package runs on.
    private static let oldest = ["iOS": 15.0, "macOS": 15.0, "tvOS": 15.0, "watchOS": 8.0, "visionOS": 1.0]
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/PurserClient").standardizedFileURL

    struct Row: Sendable, CustomTestStringConvertible {
        var call: String
        var since: [String: Double]

        var testDescription: String { call }
    }

    static let rows: [Row] = {
        let page = sources.appending(path: "PurserClient.docc/Availability.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 7, cells[0].hasPrefix("`") else { return nil }
            let versions = zip(systems, cells[1...5]).compactMap { name, cell in Double(cell).map { (name, $0) } }
            return Row(call: String(cells[0].dropFirst().dropLast()), since: Dictionary(uniqueKeysWithValues: versions))
        }
    }()

    /// A place of a call: the systems that compile it, each with the version that it may rely on.
    private struct Place {
        var name: String
        var systems: [String: Double]
    }

    private static func holds(_ condition: Substring, on system: String) -> Bool {
        condition.split(separator: "|").contains { $0.contains("os(\(system))") }
    }

    /// The places of a call in the sources; what no Apple system compiles is left out.
    private static func places(of call: String) throws -> [Place] {
        var found: [Place] = []
        let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        for file in files where file.hasSuffix(".swift") {
            let source = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            // For each open `#if`: whether it holds now and whether a branch of it held before, by system.
            var branches: [[String: (holds: Bool, held: Bool)]] = []
            var (guards, depth): ([(depth: Int, versions: [String: Double])], Int) = ([], 0)
            for (number, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let text = line.drop { $0 == " " }
                if text.hasPrefix("//") { continue }
                if text.hasPrefix("#if ") {
                    branches.append(
                        Dictionary(
                            uniqueKeysWithValues: systems.map { system in
                                // What is asked besides systems may be so.
                                let holds = !text.contains("os(") || Self.holds(text, on: system)
                                return (system, (holds, holds))
                            }
                        )
                    )
                } else if text.hasPrefix("#elseif ") || text.hasPrefix("#else"), let open = branches.last {
                    let isElse = !text.hasPrefix("#elseif ")
                    branches[branches.count - 1] = open.reduce(into: [:]) { result, branch in
                        let now = !branch.value.held && (isElse || Self.holds(text, on: branch.key))
                        result[branch.key] = (now, branch.value.held || now)
                    }
                } else if text.hasPrefix("#endif") {
                    _ = branches.popLast()
                }
                if let condition = line.firstMatch(of: /[#@]available\(([^)]*)\)/)?.1 {
                    let versions = condition.matches(of: /(\w+) ([\d.]+)/).map { (String($0.1), Double($0.2) ?? 0) }
                    // `guard` holds for what follows in the same scope, `if` and `@available` for the scope that opens.
                    let isGuard = text.hasPrefix("guard")
                    guards.append((depth + (isGuard ? 0 : 1), Dictionary(versions) { first, _ in first }))
                }
                if line.contains(call) {
                    var reliable: [String: Double] = [:]
                    for system in systems where branches.allSatisfy({ $0[system]?.holds ?? true }) {
                        let known = guards.compactMap { $0.versions[system] }
                        reliable[system] = ([oldest[system] ?? 0] + known).max()
                    }
                    if !reliable.isEmpty { found.append(Place(name: "\(file):\(number + 1)", systems: reliable)) }
                }
                depth += line.count { $0 == "{" } - line.count { $0 == "}" }
                guards.removeAll { $0.depth > depth && !text.contains("vailable(") }
            }
        }
        return found
    }

    @Test func `the table has the calls that only some systems have`() {
        #expect(Self.rows.count >= 11)
    }

    @Test(arguments: rows) func `a call is compiled only for systems that have it, behind their version`(
        row: Row
    ) throws {
        let places = try Self.places(of: row.call)
        #expect(!places.isEmpty, "no source calls \(row.call)")
        for place in places {
            for (system, version) in place.systems {
                let since = row.since[system]
                #expect(since != nil, "\(place.name): \(system) has no \(row.call)")
                if let since { #expect(version >= since, "\(place.name): \(system) \(version) has no \(row.call)") }
            }
        }
    }
}
