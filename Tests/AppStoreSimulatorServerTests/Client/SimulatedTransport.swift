// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Synchronization

/// Carries a client's requests to a simulator in this process; some can be lost on the way.
final class SimulatedTransport: HTTPTransport {
    private struct State {
        var requests: [HTTPClientRequest] = []
        var losses: [HTTPClientError.Code] = []
    }

    static let production = "https://production.test"
    static let sandbox = "https://sandbox.test"

    private let servers: [(base: String, client: InProcessClient)]
    private let state = Mutex(State())

    init(_ simulated: SimulatedService) {
        servers = [(Self.production, simulated.production), (Self.sandbox, simulated.sandbox)]
    }

    /// Everything that was asked, as its method, environment and path.
    var calls: [String] {
        state.withLock { $0.requests }.map { request in
            let url = request.url.replacing("https://", with: "").replacing(".test", with: " ")
            return request.method + " " + (url.firstIndex(of: "?").map { String(url[..<$0]) } ?? url)
        }
    }

    /// Loses the next requests, each with its failure.
    func lose(_ codes: HTTPClientError.Code...) {
        state.withLock { $0.losses += codes }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let loss = state.withLock { state -> HTTPClientError.Code? in
            state.requests.append(request)
            return state.losses.isEmpty ? nil : state.losses.removeFirst()
        }
        if let loss { throw HTTPClientError(code: loss, message: "as the test says") }
        guard let server = servers.first(where: { request.url.hasPrefix($0.base) }) else {
            throw HTTPClientError(code: .cannotResolve, message: "there is no \(request.url)")
        }
        var headers = HTTPHeaders()
        for header in request.headers { headers[header.name] = header.value }
        headers["Host"] = server.base.replacing("https://", with: "")
        headers["X-Forwarded-Proto"] = "https"
        let answer = try await server.client.send(
            HTTPMethod(rawValue: request.method),
            String(request.url.dropFirst(server.base.count)),
            headers: headers,
            body: request.body ?? Data()
        )
        return HTTPClientResponse(
            status: answer.status.rawValue,
            headers: answer.headers.fields.map { (name: $0.name, value: $0.value) },
            body: answer.body
        )
    }
}

/// A clock that only waiting moves.
final class WaitingClock: Sendable {
    private let state: Mutex<(now: Date, waits: [TimeInterval])>

    init(_ now: Date = SimulatedService.start) {
        state = Mutex((now, []))
    }

    var waits: [TimeInterval] { state.withLock { $0.waits } }

    var runtime: APIEnvironment {
        APIEnvironment(
            now: { self.state.withLock { $0.now } },
            sleep: { duration in
                let (seconds, attoseconds) = duration.components
                self.state.withLock { state in
                    state.waits.append(TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18)
                    state.now += TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
                }
            },
            random: { 0 }
        )
    }
}

/// A simulator, and this package's own clients of it.
struct SimulatedClients {
    let simulated: SimulatedService
    let transport: SimulatedTransport
    let clock = WaitingClock()
    let production: AppStoreServerAPI
    let sandbox: AppStoreServerAPI
    let tokens: ServerAPITokenIssuer

    init(_ given: SimulatedService? = nil, retry: RetryPolicy = RetryPolicy()) throws {
        simulated = try given ?? SimulatedService()
        transport = SimulatedTransport(simulated)
        let key = simulated.service.apiKeys[0]
        let credentials = ServerAPITokenIssuer.Credentials(
            issuerID: key.issuerID,
            keyID: key.keyID,
            key: try PrivateKey(pem: key.privateKeyPEM),
            bundleID: key.bundleID
        )
        tokens = ServerAPITokenIssuer(credentials)
        production = AppStoreServerAPI(
            environment: .production,
            baseURL: SimulatedTransport.production,
            tokens: tokens,
            transport: transport,
            runtime: clock.runtime,
            retry: retry
        )
        sandbox = AppStoreServerAPI(
            environment: .sandbox,
            baseURL: SimulatedTransport.sandbox,
            tokens: tokens,
            transport: transport,
            runtime: clock.runtime,
            retry: retry
        )
    }

    /// App Store Connect, whose tokens name no app.
    func connect() throws -> AppStoreConnectAPI {
        let key = simulated.service.apiKeys[0]
        let credentials = ServerAPITokenIssuer.Credentials(
            issuerID: key.issuerID,
            keyID: key.keyID,
            key: try PrivateKey(pem: key.privateKeyPEM),
            bundleID: nil
        )
        return AppStoreConnectAPI(
            baseURL: SimulatedTransport.production,
            tokens: ServerAPITokenIssuer(credentials),
            transport: transport,
            runtime: clock.runtime
        )
    }

    /// Makes the simulator fail the next requests with these statuses.
    func fail(_ statuses: Int...) async throws {
        struct Faults: Encodable {
            struct API: Encodable { var next: [Int] }
            var api: API
        }
        let answer = try await simulated.production.send(
            .put,
            "/simulator/v1/faults",
            json: Faults(api: Faults.API(next: statuses))
        )
        guard answer.status == .ok || answer.status == .noContent else { throw UnexpectedAnswer(text: answer.text) }
    }
}
