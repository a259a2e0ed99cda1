// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Foundation

/// The part of `purser simulator` that plays a scenario.
enum ScenarioRun {
    /// Plays a scenario in its own simulator and prints the effect of each step.
    ///
    /// - Throws: ``Failure`` when something that the scenario expects did not come about.
    static func run(_ path: String, catalog: CatalogFile, asJSON: Bool, _ terminal: Terminal) async throws {
        let bytes = try terminal.read(path)
        let scenario = try SimulatorScenario.read(bytes, path: path)
        let report = try await ScenarioRunner(scenario, catalog: try catalog.catalog()).run()
        let failed = report.steps.count { !$0.problems.isEmpty }
        let failure = Failure("\(failed) of \(counted(report.steps.count, "step")) failed")
        guard !asJSON else {
            try terminal.print(json: json(report))
            guard report.isMet else { throw failure }
            return
        }
        terminal.print(report.name)
        for step in report.steps {
            let mark = step.problems.isEmpty ? "ok  " : "FAIL"
            let instant = step.date.formatted(.iso8601)
            let sent = step.notifications.isEmpty ? "" : "  → " + step.notifications.joined(separator: ", ")
            terminal.print("  \(mark)  \(instant)  \(step.title)\(sent)")
            for problem in step.problems { terminal.print("        \(problem)") }
        }
        guard report.isMet else { throw failure }
        terminal.print("Everything went as expected.")
    }

    private static func json(_ report: ScenarioReport) -> JSONValue {
        let steps = report.steps.map { step -> JSONValue in
            [
                "date": .string(step.date.formatted(.iso8601)), "title": .string(step.title),
                "notifications": .array(step.notifications.map { .string($0) }),
                "problems": .array(step.problems.map { .string($0) }),
            ]
        }
        return ["name": .string(report.name), "isMet": .bool(report.isMet), "steps": .array(steps)]
    }
}

extension SimulatorScenario {
    /// Reads the bytes of a scenario file.
    ///
    /// - Throws: ``Failure`` with the line and the reason.
    static func read(_ bytes: Data, path: String) throws -> SimulatorScenario {
        do {
            return try SimulatorScenario(contents: bytes)
        } catch {
            if let fault = JSON5Fault.first(in: bytes) { throw Failure("\(path): \(fault)") }
            throw Failure("\(path): \((error as? SimulatorServiceError)?.message ?? error.plainMessage)")
        }
    }
}
