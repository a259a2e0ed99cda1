// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import Foundation
import HTTPService
import PersistencePostgreSQL
import PurserServer

extension ServePlan {
    /// Tells where everything is, and how to make a first purchase.
    func announce(
        _ address: ListenAddress,
        _ simulator: SimulatorService?,
        _ keys: KeyFile?,
        _ person: PurserService.FirstPerson?
    ) {
        let base = http.tls == nil ? address.reachable : address.reachable.replacing("http://", with: "https://")
        terminal.print("Purser server")
        terminal.print("  API                \(base)/v1 (described by \(base)/openapi.json)")
        terminal.print("  notifications      \(base)/apple/notifications/{production|sandbox}")
        terminal.print("  console            \(base)/console")
        if let person {
            terminal.print("  console sign-in    \(person.name) \(person.password)   shown this once; change it there")
        }
        terminal.print("  health             \(base)/healthz, \(base)/readyz; numbers for Prometheus \(base)/metrics")
        terminal.print("  database           \(database.description)")
        for replica in replicas.replicas {
            terminal.print("  replica            \(replica.name), for reads up to \(replicas.staleness) s old")
        }
        if let keys {
            terminal.print("  public key         \(keys.publicKey)   for apps")
            terminal.print("  secret key         \(keys.secretKey)   for backends; keep it")
        }
        guard let simulator, let keys, let catalog else { return }
        SimulatorBanner.print(simulator, listen: simulatorListen, folder: simulatorDataFolder, terminal)
        terminal.print("")
        terminal.print("First purchase: paste this into another terminal")
        terminal.print("")
        terminal.print("    " + FirstPurchase.command(server: base, simulator: simulator, plan: self, keys, catalog))
        terminal.print("")
        terminal.print("Ctrl-C stops.")
    }
}
