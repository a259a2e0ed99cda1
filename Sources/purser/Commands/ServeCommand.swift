// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Persistence
import PurserServer

/// `purser serve`: the server.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "Run the Purser server."

    static let options =
        [
            Option("config", value: "FILE", "The configuration in JSON5; each key is also a variable PURSER_…."),
            Option("database", value: "URL", "sqlite:PATH or postgres://… (default: sqlite:.purser/purser.sqlite)."),
            Option("listen", value: "HOST:PORT", "The address to listen on (default: 127.0.0.1:8080)."),
            Option("tls-certificate", value: "FILE.pem", "Serve HTTPS with this certificate chain."),
            Option("tls-key", value: "FILE.pem", "The certificate's key."),
            Option(
                "log-format",
                value: "text|json",
                "The format of the log (default: the configuration's log.format)."
            ),
            Option("root", value: "CERT", repeats: true, "Trust this simulator's root instead of Apple's."),
            Option("simulator", "Run an App Store simulator in the same process and trust its root."),
            Option(
                "simulator-listen",
                value: "HOST:PORT",
                "The simulator's address; the sandbox uses the next port (default: 127.0.0.1:8081)."
            ),
        ] + ReplicaAddresses.options + SimulatorOptions.all

    static let details = """
        A server trusts Apple's roots or a simulator's, never both; /readyz shows which.
        The first start of each app creates a publishable and a secret key, in keys.json beside the database (mode 0600);
        another app's are in keys.BUNDLE-ID.json. A terminal shows a new secret key and the console's first password once; a log
        shows the file names. 'purser keys' creates more keys and replaces a lost one.
        One client address (IPv6: one /64) may hold 256 connections and 128 half-sent requests: connectionsPerAddress and
        halfSentRequestsPerAddress in the configuration. Name a reverse proxy in trustedProxies: it is not counted.
        SIGHUP reloads keys, certificates, policies and alerts; requests in progress finish with the old ones.
        Closing the terminal stops the server like Ctrl-C.
        Ctrl-C finishes the requests in progress and stops; the next start continues with the same data.

        Example:
          purser serve --simulator
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.isEmpty else { throw UsageError("unexpected operand '\(arguments.operands[0])'") }
        let plan = try ServerPlan(arguments, terminal)
        // Before the simulator, which keeps its data in the same folder.
        try plan.database.prepareFolder()
        let simulator = try await plan.startSimulator()
        do {
            try await serve(plan, simulator)
        } catch {
            try await simulator?.stop()
            throw error
        }
        try await simulator?.stop()
    }

    private static func serve(_ plan: ServerPlan, _ simulator: SimulatorService?) async throws {
        let stop = StopSignal()
        let setup = try await plan.makeServer(simulator)
        let server = HTTPServer(configuration: plan.http, router: setup.service.router())
        try server.start()
        let machine = HostMetricsReader(plan: plan) { server.requestsInFlight }
        setup.service.watchMachine { machine.read() }
        let address = ListenAddress(host: plan.listen.host, port: server.port ?? plan.listen.port)
        try await simulator?.notify(address)
        let keys = try await plan.prepare(setup.service)
        let person = try await setup.service.createInitialAdministrator()
        let passwordFile = try plan.store(person)
        setup.service.start()
        // A reload may be asked for as soon as the server says that it runs.
        let reload = ReloadSignal()
        plan.announce(address, simulator, keys, person.map { ($0, passwordFile) })
        let reloading = Task {
            for await _ in reload.requests {
                // A closed terminal window sends the same signal; its server could not be stopped anymore.
                if reload.isTerminalClosed { stop.request() } else { Self.reload(plan, setup.service, server) }
            }
        }
        await stop.wait()
        reloading.cancel()
        plan.terminal.printError("stopping; requests in progress are finished")
        endLate(plan)
        await server.shutdown(within: .seconds(20))
        await setup.service.stop()
        await setup.database.close()
    }

    /// Ends the process when it does not stop in time; the next start does what remains.
    private static func endLate(_ plan: ServerPlan) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(maximumStop)) {
            let message = "it did not stop within \(maximumStop) seconds and is ended; the next start does what remains"
            plan.log.write(ServiceLogEntry(kind: .error, message: message))
            exit(1)
        }
    }

    /// In seconds, below the 90 after which systemd kills.
    ///
    /// Requests in progress get 20; jobs and the database get the rest.
    private static let maximumStop = 45

    /// Takes what changed; what cannot be read leaves everything as it was.
    private static func reload(_ plan: ServerPlan, _ service: PurserService, _ server: HTTPServer) {
        do {
            let configuration = try plan.readAgain()
            if configuration == nil, plan.http.tls == nil {
                let message = "there is nothing to read again: no --config and no --tls-certificate was given"
                plan.log.write(ServiceLogEntry(kind: .notice, message: message))
            }
            if let configuration {
                let fixed = try service.reload(configuration)
                let rest = fixed.isEmpty ? "" : "; a restart is needed for \(fixed.joined(separator: ", "))"
                plan.log.write(ServiceLogEntry(kind: .notice, message: "the configuration was read again\(rest)"))
            }
            if plan.http.tls != nil {
                try server.reloadTLS()
                plan.log.write(ServiceLogEntry(kind: .notice, message: "the certificate was read again"))
            }
        } catch {
            let reason = (error as? Failure)?.message ?? "\(error)"
            plan.log.write(ServiceLogEntry(kind: .error, message: "nothing was reloaded: \(reason)"))
        }
    }
}
