// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import TestSupport
import Testing

/// Apple's own Python library as a client: what it models is what the simulator must answer.
@Suite struct AppleLibraryTests {
    @Test func `Apple's library finds every answer as its models expect, and verifies everything sent`() async throws {
        let python = try Python()
        let simulated = try await started()
        let key = try #require(simulated.service.apiKeys.first)
        let output = await python.run(
            "apple_library.py",
            [
                "production": "\(simulated.service.productionPort ?? 0)",
                "sandbox": "\(simulated.service.sandboxPort ?? 0)", "issuer": key.issuerID, "key_id": key.keyID,
                "key": key.privateKeyPEM, "bundle": key.bundleID.rawValue,
            ]
        )
        try await simulated.service.stop()
        #expect(output.status == 0, "\(output.text)")
        #expect(output.text.hasSuffix("all answered\n"), "\(output.text)")
    }

    /// A running simulator whose certificates name its own responder; a port that another test took meanwhile is left
    /// to it.
    private func started() async throws -> SimulatedService {
        for _ in 1...20 {
            let port = try await freePort()
            // The library asks by its own clock, which is the wall's, whether certificates hold and are not revoked.
            let simulated = try SimulatedService { configuration in
                configuration.authority = nil
                configuration.start = Date(millisecondsSince1970: Date().millisecondsSince1970)
                configuration.tokenClock = { Date() }
                configuration.transport = nil
                configuration.production = SimulatorConfiguration.Listener(port: port)
                configuration.revocationResponder = "http://127.0.0.1:\(port)/ocsp"
            }
            do {
                try await simulated.service.start()
                return simulated
            } catch let error as HTTPServerError where error.code == .cannotListen {
                continue
            }
        }
        throw NoPort()
    }

    private struct NoPort: Error, CustomStringConvertible {
        let description = "each of twenty free ports was taken before the simulator could listen on it"
    }

    /// A port that was free a moment ago: the certificates must name the responder before it listens.
    private func freePort() async throws -> UInt16 {
        let server = HTTPServer(configuration: HTTPServerConfiguration(), router: Router())
        try server.start()
        let port = try #require(server.port)
        await server.shutdown(within: .zero)
        return port
    }
}
