// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import HTTPService
import PurserServer

extension SimulatorService {
    /// Sends notifications to a server that listens now, whatever was set for an earlier one, and links to its console.
    func notify(_ address: ListenAddress) async throws {
        let client = InProcessClient(router(for: .production))
        for environment in [Environment.production, .sandbox] {
            let url = "\(address.reachable)/apple/notifications/\(environment.rawValue.lowercased())"
            let answer = try await client.send(
                .put,
                "/simulator/v1/notifications/url",
                json: JSONValue.object(["environment": .string(environment.rawValue), "url": .string(url)])
            )
            guard answer.status.rawValue < 300 else {
                throw Failure("the simulator rejected the notification URL: \(answer.text)")
            }
        }
        let answer = try await client.send(
            .put,
            "/simulator/v1/console",
            json: JSONValue.object(["url": .string(address.reachable + "/console")])
        )
        guard answer.status.rawValue < 300 else {
            throw Failure("the simulator rejected the console's URL: \(answer.text)")
        }
    }
}

extension AppConfiguration {
    /// Makes a simulator this app's App Store: its server API, its verifyReceipt and the app's shared secret.
    mutating func connect(to simulator: SimulatorService, production: String, sandbox: String) {
        sharedSecret = simulator.sharedSecret(of: bundleID)
        verifyReceipt = ReceiptVerification(
            productionURL: production + "/verifyReceipt",
            sandboxURL: sandbox + "/verifyReceipt"
        )
        guard let key = simulator.apiKeys.first(where: { $0.bundleID == bundleID }) else { return }
        appStoreServerAPI = AppStoreCredentials(
            issuerID: key.issuerID,
            keyID: key.keyID,
            privateKeyPEM: key.privateKeyPEM,
            productionURL: production,
            sandboxURL: sandbox
        )
        appStoreConnect = AppStoreConnectConfiguration(
            issuerID: key.issuerID,
            keyID: key.keyID,
            privateKeyPEM: key.privateKeyPEM,
            vendorNumber: "80000001",
            url: production
        )
    }
}
