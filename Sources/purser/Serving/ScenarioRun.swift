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
    static func run(_ path: String, catalog: CatalogFile, _ terminal: Terminal) async throws {
        let bytes = try terminal.read(path)
        let scenario: SimulatorScenario
        do {
            scenario = try SimulatorScenario(contents: bytes)
        } catch {
            if let fault = JSON5Fault.first(in: bytes) { throw Failure("\(path): \(fault)") }
            throw Failure("\(path): \((error as? SimulatorServiceError)?.message ?? error.plainMessage)")
        }
        let report = try await ScenarioRunner(scenario, catalog: try catalog.catalog()).run()
        terminal.print(report.name)
        for step in report.steps {
            let mark = step.problems.isEmpty ? "ok  " : "FAIL"
            let instant = step.date.formatted(.iso8601)
            let sent = step.notifications.isEmpty ? "" : "  → " + step.notifications.joined(separator: ", ")
            terminal.print("  \(mark)  \(instant)  \(step.title)\(sent)")
            for problem in step.problems { terminal.print("        \(problem)") }
        }
        let failed = report.steps.filter { !$0.problems.isEmpty }.count
        guard report.isMet else { throw Failure("\(failed) of \(counted(report.steps.count, "step")) went wrong") }
        terminal.print("Everything went as expected.")
    }
}
