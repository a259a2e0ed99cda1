// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import Foundation
import HTTPService
import PersistencePostgreSQL
import PurserServer

extension ServerPlan {
    /// Prints where everything is, and how to make a first purchase.
    ///
    /// A secret is printed at the start that created it and to a person at a terminal only; a log shows the file that
    /// has it.
    func announce(
        _ address: ListenAddress,
        _ simulator: SimulatorService?,
        _ prepared: [Prepared],
        _ person: (found: InitialAdministrator, path: String?)?
    ) {
        let base = http.tls == nil ? address.reachable : address.reachable.replacing("http://", with: "https://")
        terminal.print("Purser server")
        terminal.print("  API                \(base)/v1 (described by \(base)/openapi.json)")
        terminal.print("  notifications      \(base)/apple/notifications/{production|sandbox}")
        terminal.print("  console            \(base)/console")
        if let person {
            let (name, password) = (person.found.name, person.found.password)
            terminal.print(
                person.path.map { "  console sign-in    \(name), password in \($0) (mode 0600); change it there" }
                    ?? "  console sign-in    \(name) \(password)   shown this once; change it there"
            )
        }
        terminal.print("  health             \(base)/healthz, \(base)/readyz; numbers for Prometheus \(base)/metrics")
        terminal.print("  database           \(database.description)")
        for replica in replicas.replicas {
            terminal.print("  replica            \(replica.name), for reads up to \(replicas.staleness) s old")
        }
        for app in prepared {
            let name = prepared.count > 1 ? " of \(app.app)" : ""
            terminal.print("  publishable key    \(app.keys.publishableKey)   for apps\(name)")
            terminal.print(
                app.isNew && terminal.isInteractive
                    ? "  secret key         \(app.keys.secretKey)   for backends\(name); shown this once, also in \(app.path)"
                    : "  secret key         in \(app.path) (mode 0600), for backends\(name)"
            )
        }
        guard let simulator, let first = prepared.first, let catalog else { return }
        SimulatorBanner.print(simulator, listen: simulatorListen, folder: simulatorDataFolder, terminal)
        terminal.print("")
        terminal.print("First purchase: paste this into another terminal")
        terminal.print("")
        terminal.print("    " + SamplePurchase.command(server: base, simulator: simulator, plan: self, first, catalog))
        terminal.print("")
        terminal.print("Ctrl-C stops.")
    }
}
