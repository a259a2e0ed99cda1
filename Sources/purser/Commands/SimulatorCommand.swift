// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation

/// `purser simulator`: an App Store to test against.
enum SimulatorCommand: Command {
    static let name = "simulator"
    static let summary = "Run the App Store simulator, or run a scenario."
    static let operands = "[run FILE]"

    static let options =
        SimulatorOptions.all + [
            Option(
                "listen",
                value: "HOST:PORT",
                "The address of production; the sandbox uses the next port (default: 127.0.0.1:8081)."
            ),
            Option("json", "With 'run': print the steps as one JSON object instead."),
            Option("tls", "Serve TLS with a certificate for Apple's host names; its root is DIR/tls-root.pem."),
            Option("data", value: "DIR", "The folder for keys, certificates and history (default: in memory only)."),
            Option(
                "notify",
                value: "URL",
                "Send notifications to URL/production and URL/sandbox."
            ),
        ]

    static let details = """
        Production has one port, the sandbox the next, both with Apple's paths; the controls are under /simulator/v1.
        Ctrl-C stops it; with --data the next start continues.
        'run FILE' runs a scenario in JSON5, prints a line for each step, and exits with 0 only if all expectations are met;
        Examples/Lapse.scenario.json5 is one.

        Example:
          purser simulator --catalog Shop.storekit --renewal-rate sandbox --notify http://127.0.0.1:8080/apple/notifications
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let catalog = try CatalogFile(arguments, terminal)
        if arguments.operands.first == "run", arguments.operands.count == 2 {
            return try await ScenarioRun.run(
                arguments.operands[1],
                catalog: catalog,
                asJSON: arguments.has("json"),
                terminal
            )
        }
        guard arguments.operands.isEmpty else {
            throw UsageError("unexpected operand '\(arguments.operands[0])'; 'run FILE' runs a scenario")
        }
        let listen = try ListenAddress(arguments.value("listen") ?? "127.0.0.1:8081", option: "listen")
        var configuration = try SimulatorOptions.configuration(
            arguments,
            catalog: catalog,
            folder: arguments.value("data"),
            now: Date()
        )
        configuration.listen(on: listen)
        if arguments.has("tls") { configuration.tlsDate = Date() }
        if let base = arguments.value("notify") {
            guard let url = URL(string: base), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false else {
                throw UsageError(
                    "--notify takes an address such as http://127.0.0.1:8080/apple/notifications, not '\(base)'"
                )
            }
            configuration.notify(base)
        }
        let stop = StopSignal()
        let simulator = try SimulatorService(configuration: configuration)
        try await simulator.start()
        SimulatorBanner.print(simulator, listen: listen, folder: arguments.value("data"), terminal)
        await stop.wait()
        terminal.printError("stopping")
        try await simulator.stop()
    }
}

extension CatalogFile {
    /// Reads the file that the options name.
    init(_ arguments: Arguments, _ terminal: Terminal) throws {
        try self.init(
            path: arguments.value("catalog"),
            bundleID: arguments.value("bundle-id"),
            appAppleID: try arguments.integer("app-apple-id", in: 1...Int.max),
            terminal: terminal
        )
    }
}

extension SimulatorConfiguration {
    /// Listens for production on an address, for the sandbox one port above; port 0 lets the system choose both.
    mutating func listen(on address: ListenAddress) {
        production = Listener(host: address.host, port: address.port)
        sandbox = Listener(host: address.host, port: address.port == 0 ? 0 : address.port &+ 1)
    }

    /// Sends notifications to a server's two addresses.
    mutating func notify(_ base: String) {
        let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
        notificationURLs = [.production: trimmed + "/production", .sandbox: trimmed + "/sandbox"]
    }
}
