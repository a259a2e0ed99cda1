// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

@Suite struct RevocationTests {
    private func simulated() throws -> SimulatedService {
        try SimulatedService { configuration in
            configuration.authority = nil
            configuration.revocationResponder = "http://simulator.example/ocsp"
        }
    }

    private func verify(_ simulated: SimulatedService) async throws {
        let purchase = try await simulated.buy("coins")
        let client = simulated.production
        let checker = RevocationChecker(failureMode: .hard) { request in
            let path = String(request.url.dropFirst("http://simulator.example".count))
            let answer = try await client.send(.post, path, body: request.body)
            return (answer.status.rawValue, answer.body)
        }
        _ = try await simulated.verifier().verify(
            purchase.signedTransactionInfo,
            as: TransactionPayload.self,
            asOf: SimulatedService.start,
            checking: checker
        )
    }

    private func setFault(_ fault: String, _ simulated: SimulatedService) async throws {
        _ = try await simulated.production.send(.put, "/simulator/v1/faults", json: ["ocsp": fault])
    }

    @Test func `the responder vouches for the simulator's certificates`() async throws {
        try await verify(try simulated())
    }

    @Test func `a revoked certificate is reported as one`() async throws {
        let simulated = try simulated()
        try await setFault("revoked", simulated)
        let error = await #expect(throws: VerificationError.self) { try await verify(simulated) }
        #expect(error?.code == .revoked)
    }

    @Test func `a responder that is down is an error that may pass`() async throws {
        let simulated = try simulated()
        try await setFault("down", simulated)
        let error = await #expect(throws: VerificationError.self) { try await verify(simulated) }
        #expect(error?.code == .revocationUnavailable)
    }
}
