// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// The code of the library's article, so that it compiles; `DocumentedCodeTests` looks for it here.
func storeOfTheArticle(catalog: Catalog, start: Date) throws {
    var store = SimulatedAppStore(catalog: catalog, seed: 1, startingAt: start)
    _ = try store.perform(.addCustomer(CustomerProfile(id: "alice", environment: .sandbox)))
    _ = try store.perform(.buy("alice", product: "gold.month", options: PurchaseOptions()))
    let effects = store.advance(to: start.addingTimeInterval(3600))
    print(effects.notifications.map(\.label))
}
