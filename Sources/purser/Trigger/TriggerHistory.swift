// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation

/// A history that the program knows by name: a scenario of the simulator in the demo's catalog.
struct TriggerHistory: Sendable {
    let name: String
    let summary: String
    let scenario: String

    /// The names, for the help.
    static var names: String { all.map(\.name).joined(separator: ", ") }

    /// Plays a history or a scenario file, and sends every notification of it.
    static func send(
        _ name: String,
        _ arguments: Arguments,
        _ terminal: Terminal,
        keys: TriggerKeys,
        sender: TriggerSender,
        now: Date
    ) async throws {
        for option in ["product", "token", "original-transaction", "transaction"] where arguments.value(option) != nil {
            throw UsageError("--\(option) is for single notifications; a scenario names its own")
        }
        let known = all.first { $0.name == name }
        let bytes = try known.map { Data($0.scenario.utf8) } ?? terminal.read(name)
        var scenario = try SimulatorScenario.read(bytes, path: known?.name ?? name)
        // A file says in which environment it plays, production where it says nothing.
        if known != nil || arguments.value("environment") != nil {
            scenario.environment = try TriggerCommand.environment(arguments)
        }
        let runner = try ScenarioRunner(scenario, catalog: try CatalogFile(arguments, terminal).catalog()) {
            $0.authority = keys.authority
            $0.transport = sender
            $0.seed = scenario.seed ?? .random(in: 0 ... .max)
            $0.notificationURLs = [.production: sender.target, .sandbox: sender.target]
            if scenario.start == nil { $0.start = scenario.start(endingAt: now) }
        }
        let report = try await runner.run()
        for step in report.steps {
            for problem in step.problems { terminal.printError("\(step.title): \(problem)") }
        }
        guard report.isMet else { throw Failure("the scenario '\(report.name)' did not go as it expects") }
    }

    /// Every history; sandbox subscriptions live in real time here, so that dates look like production's.
    static let all = [
        TriggerHistory(
            name: "renewals",
            summary: "A subscription renews three times.",
            scenario: """
                { name: "renewals", settings: { rate: { realTime: {} } }, steps: [
                  { buy: { customer: "customer", product: "coffee.club.bronze.monthly" } },
                  { advance: "P3M1D" } ] }
                """
        ),
        TriggerHistory(
            name: "cancel",
            summary: "A customer cancels, and the subscription expires.",
            scenario: """
                { name: "cancel", settings: { rate: { realTime: {} } }, steps: [
                  { buy: { customer: "customer", product: "coffee.club.bronze.monthly" } },
                  { advance: "P10D" },
                  { renewal: { customer: "customer", group: "C0FFEE10", on: false } },
                  { advance: "P1M" } ] }
                """
        ),
        TriggerHistory(
            name: "resubscribe",
            summary: "A subscription expires, and the customer subscribes again.",
            scenario: """
                { name: "resubscribe", settings: { rate: { realTime: {} } }, steps: [
                  { buy: { customer: "customer", product: "coffee.club.bronze.monthly" } },
                  { renewal: { customer: "customer", group: "C0FFEE10", on: false } },
                  { advance: "P2M" },
                  { buy: { customer: "customer", product: "coffee.club.bronze.monthly" } } ] }
                """
        ),
        TriggerHistory(
            name: "grace-recovered",
            summary: "A payment fails; it succeeds within the grace period.",
            scenario: """
                { name: "grace-recovered", settings: { rate: { realTime: {} }, grace: { days: 16, onlyAfterPaidPeriods: false } }, steps: [
                  { buy: { customer: "customer", product: "coffee.club.bronze.monthly" } },
                  { payment: { customer: "customer", works: false } },
                  { advance: "P1M3D" },
                  { payment: { customer: "customer", works: true } },
                  { advance: "P5D" } ] }
                """
        ),
        TriggerHistory(
            name: "billing-retry-lost",
            summary: "A payment fails for 60 days, and the subscription expires.",
            scenario: """
                { name: "billing-retry-lost", settings: { rate: { realTime: {} }, grace: { days: 16, onlyAfterPaidPeriods: false } }, steps: [
                  { buy: { customer: "customer", product: "coffee.club.bronze.monthly" } },
                  { payment: { customer: "customer", works: false } },
                  { advance: "P1M65D" } ] }
                """
        ),
        TriggerHistory(
            name: "refund",
            summary: "A customer requests a refund, and Apple grants it.",
            scenario: """
                { name: "refund", settings: { rate: { realTime: {} } }, steps: [
                  { buy: { customer: "customer", product: "coffee.beans.1200" }, as: "purchase" },
                  { advance: "P1D" },
                  { requestRefund: { transaction: "purchase" } },
                  { advance: "P3D" } ] }
                """
        ),
        TriggerHistory(
            name: "family",
            summary: "A family member gains access and loses it.",
            scenario: """
                { name: "family", settings: { rate: { realTime: {} } }, steps: [
                  { buy: { customer: "customer", product: "coffee.grinder" } },
                  { family: { customer: "customer", family: "home" } },
                  { customer: { id: "member" } },
                  { family: { customer: "member", family: "home" } },
                  { advance: "P1D" },
                  { family: { customer: "member" } } ] }
                """
        ),
    ]
}
