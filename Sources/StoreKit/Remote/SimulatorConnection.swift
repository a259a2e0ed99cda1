// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import HTTPClient

/// Requests to a running simulator's controls.
struct SimulatorConnection: Sendable {
    /// The simulator's address, such as http://127.0.0.1:8082.
    let address: String
    let transport: any HTTPTransport

    func get<Answer: Decodable>(_ path: String) async throws -> Answer {
        try AppStoreJSON.decode(from: try await send("GET", path, nil))
    }

    func bytes(_ path: String) async throws -> Data { try await send("GET", path, nil) }

    @discardableResult
    func post(_ path: String, _ body: (some Encodable)?) async throws -> Data {
        try await send("POST", path, try body.map { try AppStoreJSON.encode($0) })
    }

    /// Sends a request, and throws what StoreKit would when it is refused or no one answers.
    private func send(_ method: String, _ path: String, _ body: Data?) async throws -> Data {
        let request = HTTPClientRequest(
            method,
            address + "/simulator/v1" + path,
            headers: body == nil ? [] : [(name: "Content-Type", value: "application/json")],
            body: body
        )
        let response: HTTPClientResponse
        do {
            response = try await transport.send(request)
        } catch let error as HTTPClientError {
            StoreLog.warn("the simulator at \(address) does not answer: \(error)")
            throw StoreKitError.networkError(URLError(error.code == .timedOut ? .timedOut : .cannotConnectToHost))
        }
        guard !(200..<300).contains(response.status) else { return response.body }
        let problem = try? AppStoreJSON.decode(ProblemResponse.self, from: response.body)
        throw SimulatorError(
            SimulatorError.Code(rawValue: problem?.code ?? "http-\(response.status)"),
            problem?.detail ?? "The simulator answered \(response.status) to \(method) \(path)."
        )
    }

    /// A text as a part of a path.
    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? text
    }
}
