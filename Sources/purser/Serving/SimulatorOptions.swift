// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation

/// The options that make a simulator, shared by `purser simulator` and `purser serve --simulator`.
enum SimulatorOptions {
    static let all = [
        Option("catalog", value: "FILE.storekit", "The products (default: the demo catalog)."),
        Option("bundle-id", value: "ID", "The app's bundle ID (default: com.example.coffee)."),
        Option("app-apple-id", value: "N", "The app's Apple ID in the App Store (default: 1234567890)."),
        Option(
            "renewal-rate",
            value: "RATE",
            choices: rates.keys.sorted(),
            "The speed of renewals: \(rates.keys.sorted().joined(separator: ", "))."
        ),
        Option("clock", value: "real|manual", "manual: only /clock/advance advances the clock (default: real)."),
        Option("start", value: "DATE", "The start time of the virtual clock, such as 2026-01-31 (default: now)."),
        Option(
            "allow-host",
            value: "NAME",
            repeats: true,
            "A host name that the simulator's controls accept, besides addresses, localhost and names without a dot."
        ),
        Option("console", value: "URL", "The address of Purser's console, to which the simulator's page links."),
        Option("seed", value: "N", "The seed of all identifiers and random events (default: 1)."),
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
            start: try start(arguments) ?? Date(millisecondsSince1970: now.millisecondsSince1970)
        )
        configuration.dataDirectory = folder
        configuration.allowedHosts = arguments.all("allow-host")
        configuration.consoleURL = try arguments.value("console").map { text in
            guard ["http://", "https://"].contains(where: { text.hasPrefix($0) && text.count > $0.count }) else {
                throw UsageError("--console takes an address such as http://127.0.0.1:8080/console, not '\(text)'")
            }
            return text
        }
        switch arguments.value("clock") ?? "real" {
        case "real": configuration.clock = .running { Date() }
        case "manual": configuration.clock = .manual
        case let other: throw UsageError("--clock takes real or manual, not '\(other)'")
        }
        if let name = arguments.value("renewal-rate") {
            guard let rate = rates[name] else {
                throw UsageError("--renewal-rate takes \(rates.keys.sorted().joined(separator: ", ")), not '\(name)'")
            }
            configuration.settings.production.rate = rate
            configuration.settings.sandbox.rate = rate
        }
        return configuration
    }

    private static func start(_ arguments: Arguments) throws -> Date? {
        guard let text = arguments.value("start") else { return nil }
        guard let date = Instant.date(text) else {
            throw UsageError("--start takes a day such as 2026-01-31, or 2026-01-31T08:00:00Z, not '\(text)'")
        }
        return date
    }
}
