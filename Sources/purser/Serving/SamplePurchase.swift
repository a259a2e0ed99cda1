// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes

/// The command that makes a first purchase: order, pay in the simulator, verify, read what the customer has.
enum SamplePurchase {
    /// One line for a shell with curl; it prints the order, delivered, and what alice may use by her own token.
    static func command(
        server: String,
        simulator: SimulatorService,
        plan: ServerPlan,
        _ prepared: ServerPlan.Prepared,
        _ catalog: CatalogFile
    ) -> String {
        let subscription = catalog.file.allSubscriptions.first?.productID
        let product = (subscription ?? catalog.file.allProducts.first?.productID)?.rawValue ?? ""
        let store = SimulatorBanner.address(plan.simulatorListen, simulator.productionPort)
        let json = "-H 'Content-Type: application/json'"
        let key = "-H 'Authorization: Bearer \(prepared.keys.publishableKey)'"
        let secret = "-H \"Authorization: Bearer $secret\""
        let field = { (name: String) in "sed -n 's/.*\"\(name)\":\"\\([^\"]*\\).*/\\1/p'" }
        let file = "'" + prepared.path.replacing("'", with: "'\\''") + "'"
        return [
            // The command is printed, perhaps into a log: the key stays in its file.
            "secret=$(sed -n 's/.*\"secretKey\" : \"\\(.*\\)\".*/\\1/p' \(file))",
            "order=$(curl -sS \(key) \(json) \(server)/v1/orders -d '{\"customer\":\"alice\",\"productId\":\"\(product)\"}')",
            "token=$(echo \"$order\" | \(field("appAccountToken")))",
            "paid=$(curl -sS \(json) \(store)/simulator/v1/purchases "
                + "-d '{\"customer\":\"alice\",\"product\":\"\(product)\",\"appAccountToken\":\"'$token'\"}')",
            "signed=$(echo \"$paid\" | \(field("signedTransactionInfo")))",
            "curl -sS \(key) \(json) \(server)/v1/transactions "
                + "-d '{\"customer\":\"alice\",\"signedTransaction\":\"'$signed'\"}'; echo",
            "pass=$(curl -sS -X POST \(secret) \(server)/v1/customers/alice/tokens | \(field("token")))",
            "curl -sS -H \"Authorization: Bearer $pass\" \(server)/v1/customers/alice/entitlements; echo",
        ].joined(separator: "; ")
    }
}
