// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation

/// The options that make a simulator, shared by `purser simulator` and `purser serve --simulator`.
enum SimulatorOptions {
    static let all = [
        Option("catalog", value: "FILE.storekit", "What is sold; without it the demo's catalogue."),
        Option("bundle-id", value: "ID", "The app that sells it; without it com.example.coffee."),
        Option("app-apple-id", value: "N", "The app's number in the App Store; without it 1234567890."),
        Option("rate", value: "RATE", "How fast subscriptions live: \(rates.keys.sorted().joined(separator: ", "))."),
        Option("seed", value: "N", "The source of every identifier and chance; without it 1."),
    ]

    /// The names of the rates, with what they mean.
    static let rates: [String: RenewalRate] = [
        "real": .realTime,
        "sandbox": .sandboxFiveMinutes,
        "sandbox-3m": .sandboxThreeMinutes,
        "sandbox-15m": .sandboxFifteenMinutes,
        "sandbox-30m": .sandboxThirtyMinutes,
        "sandbox-1h": .sandboxHour,
        "testflight": .daily,
    ]

    /// A simulator's configuration from the options; it keeps what it makes under a folder when one is given.
    static func configuration(
        _ arguments: Arguments,
        catalog: CatalogFile,
        folder: String?,
        now: Date
    ) throws -> SimulatorConfiguration {
        let seed = try arguments.integer("seed", in: 0...Int.max) ?? 1
        var configuration = SimulatorConfiguration(
            catalog: try catalog.catalog(),
            seed: UInt64(seed),
            start: Date(millisecondsSince1970: now.millisecondsSince1970)
        )
        configuration.dataDirectory = folder
        configuration.clock = .running { Date() }
        if let name = arguments.value("rate") {
            guard let rate = rates[name] else {
                throw UsageError("--rate takes \(rates.keys.sorted().joined(separator: ", ")), not '\(name)'")
            }
            configuration.settings.production.rate = rate
            configuration.settings.sandbox.rate = rate
        }
        return configuration
    }
}
