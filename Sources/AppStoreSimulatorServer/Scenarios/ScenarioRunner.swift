// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// Takes a scenario's steps on a simulator of its own and compares what happens with what was expected.
public struct ScenarioRunner: Sendable {
    private let scenario: SimulatorScenario
    private let service: SimulatorService
    private let environment: Environment
    private let sends: Bool

    /// Sets up a simulator for a scenario.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - catalog: The products.
    ///   - configure: Changes the simulator's configuration, such as where it sends notifications.
    /// - Throws: A ``SimulatorServiceError``, or what setting up a simulator throws.
    public init(
        _ scenario: SimulatorScenario,
        catalog: Catalog,
        configure: (inout SimulatorConfiguration) -> Void = { _ in }
    ) throws {
        self.scenario = scenario
        environment = scenario.environment ?? .production
        let start = try scenario.start.map { text in
            do { return try Date(text, strategy: .iso8601) } catch {
                throw SimulatorServiceError(
                    .invalidScenario,
                    "The start \(text) is not an instant such as 2026-01-31T00:00:00Z."
                )
            }
        }
        var configuration = SimulatorConfiguration(
            catalog: catalog,
            seed: scenario.seed ?? 1,
            start: start ?? Date(millisecondsSince1970: 1_767_225_600_000)
        )
        if let settings = scenario.settings {
            configuration.settings[environment] = try ScenarioPlayer.settings(
                settings,
                over: configuration.settings[environment]
            )
        }
        configure(&configuration)
        sends = !configuration.notificationURLs.isEmpty
        service = try SimulatorService(configuration: configuration)
    }

    /// Takes all steps; one that fails does not end the story.
    ///
    /// Where notifications are sent, each step's are answered before the next step.
    ///
    /// - Throws: An error of the database.
    public func run() async throws -> ScenarioReport {
        var report = ScenarioReport(name: scenario.name)
        var names: [String: TransactionID] = [:]
        let player = ScenarioPlayer(engine: service.engine, environment: environment)
        for step in scenario.steps {
            report.steps.append(try await player.process(step, &names))
            if sends { await service.runUntilIdle() }
        }
        return report
    }
}
