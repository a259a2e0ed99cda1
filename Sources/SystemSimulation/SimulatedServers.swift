// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import PurserServer
import Synchronization

/// Several instances of the server over one store; any of them may answer, and any may die.
final class SimulatedServers: Sendable {
    private struct State: Sendable {
        var services: [PurserService]
        var clients: [InProcessClient]
        var turn = 0
        /// How many instances there ever were.
        var made: Int
        /// The instance that answers all requests for now; the next in turn when nil.
        var pinned: Int?
        /// What the planted cache, which stands before all instances, remembers.
        var answers: [String: InProcessClient.Response] = [:]
    }

    static let base = "http://server"
    private let state: Mutex<State>
    private let make: @Sendable (Int) throws -> PurserService
    private let plant: InjectedBug?

    init(_ count: Int, plant: InjectedBug?, _ make: @escaping @Sendable (Int) throws -> PurserService) throws {
        self.make = make
        self.plant = plant
        let services = try (0..<count).map { try make($0) }
        state = Mutex(State(services: services, clients: services.map { InProcessClient($0.router()) }, made: count))
    }

    var count: Int { state.withLock { $0.services.count } }

    /// An instance, by any number.
    func service(_ number: Int) -> PurserService {
        state.withLock { $0.services[number % $0.services.count] }
    }

    /// An instance is killed and another one begins in its place; what it remembered is gone.
    func kill(_ number: Int) throws {
        let fresh = try make(
            state.withLock { state in
                defer { state.made += 1 }
                return state.made
            }
        )
        state.withLock { state in
            let place = number % state.services.count
            state.services[place] = fresh
            state.clients[place] = InProcessClient(fresh.router())
        }
    }

    /// Lets one instance answer every request, as a load balancer does that keeps a client with a server; nil ends it.
    func pin(_ number: Int?) {
        state.withLock { $0.pinned = number }
    }

    /// Asks whichever instance is next, as behind a load balancer.
    func request(
        _ method: HTTPMethod,
        _ target: String,
        key: String?,
        _ body: JSONValue? = nil
    ) async throws -> InProcessClient.Response {
        if plant == .cachePastExpiry, method == .get, target.contains("/entitlements") {
            if let known = state.withLock({ $0.answers[target] }) { return known }
        }
        let client = state.withLock { state in
            if let pinned = state.pinned { return state.clients[pinned % state.clients.count] }
            state.turn += 1
            return state.clients[state.turn % state.clients.count]
        }
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        if let key { headers["Authorization"] = "Bearer " + key }
        var body = body
        if plant == .skipIdempotencyKey, case .object(var members) = body, members["idempotencyKey"] != nil {
            members["idempotencyKey"] = nil
            body = .object(members)
        }
        let bytes = try body.map { try AppStoreJSON.encode($0) } ?? Data()
        let answer = try await client.send(method, target, headers: headers, body: bytes)
        if plant == .cachePastExpiry, method == .get, target.contains("/entitlements"), answer.status == .ok {
            state.withLock { $0.answers[target] = answer }
        }
        return answer
    }

    /// Takes what the App Store sends.
    func receive(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let client = state.withLock { state in
            state.turn += 1
            return state.clients[state.turn % state.clients.count]
        }
        return try await client.answer(request, base: Self.base)
    }
}

extension InProcessClient.Response {
    /// The body, read the way the parts of the system read one another: some times as fast as an ordinary decoder.
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try AppStoreJSON.decode(type, from: body)
    }
}
