// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct ControlDocumentTests {
    @Test func `every control is described in words`() async throws {
        let simulated = try SimulatedService()
        let answer = try await simulated.production.send(.get, "/simulator/v1/openapi.json")
        guard case .object(let document) = try answer.json(JSONValue.self), case .object(let paths)? = document["paths"]
        else { throw UnexpectedAnswer(text: answer.text) }
        let controls = simulated.service.router(for: .production).routes.filter {
            $0.pattern.hasPrefix("/simulator/v1/")
        }
        #expect(controls.count > 50)
        for route in controls {
            let path = String(route.pattern.dropFirst("/simulator/v1".count))
            guard case .object(let operations)? = paths[path],
                case .object(let operation)? = operations[route.method.rawValue.lowercased()],
                case .string(let summary)? = operation["summary"]
            else {
                Issue.record("\(route.method) \(path) is not described")
                continue
            }
            #expect(!summary.isEmpty, "\(route.method) \(path)")
        }
    }
}
