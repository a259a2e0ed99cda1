// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
package import HTTPClient
import HTTPService
import Synchronization

/// A network in the process between the App Store, the servers and a backend, which loses things as networks do.
package final class SimulatedNetwork: HTTPTransport {
    typealias Host = @Sendable (HTTPClientRequest) async throws -> HTTPClientResponse

    private struct State: Sendable {
        var hosts: [String: Host] = [:]
        var dice: SimulationRandom
        var lostPerMille = 0
        var lostAnswersPerMille = 0
        var requests = 0
        var journal: UInt64 = 0xCBF2_9CE4_8422_2325
        var held: HTTPClientRequest?
    }

    private let state: Mutex<State>
    private let plant: InjectedBug?

    init(seed: UInt64, plant: InjectedBug?) {
        state = Mutex(State(dice: SimulationRandom(seed: seed)))
        self.plant = plant
    }

    /// How many requests were sent.
    package var requests: Int { state.withLock { $0.requests } }

    /// A digest of every request and how it was answered, in order.
    package var journal: UInt64 { state.withLock { $0.journal } }

    /// Adds to the story; signatures, which are different each time, are not part of it.
    private func record(_ line: String) {
        state.withLock { state in
            for byte in line.utf8 { state.journal = (state.journal ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    /// Lets a host answer under a base address such as http://server.
    func deliver(at base: String, _ host: @escaping Host) {
        state.withLock { $0.hosts[base] = host }
    }

    /// Takes every host off the network, which hold it as it holds them: a world that is over leaves nothing behind.
    func shutDown() {
        let hosts = state.withLock { state in
            defer { state.hosts = [:] }
            return state.hosts
        }
        // What they hold is released outside of the lock.
        _ = hosts
    }

    /// How many requests in a thousand never arrive, and how many answers are lost on their way back.
    func lose(requests: Int, answers: Int) {
        state.withLock { ($0.lostPerMille, $0.lostAnswersPerMille) = (requests, answers) }
    }

    package func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        if plant == .reorderWebhooks, request.url.hasPrefix("http://backend") {
            // The first of two is answered before it is sent, and sent after the second.
            let held = state.withLock { state -> HTTPClientRequest? in
                guard let held = state.held else {
                    state.held = request
                    return nil
                }
                state.held = nil
                return held
            }
            guard let held else { return HTTPClientResponse(status: 200) }
            let answer = try await transmit(request)
            _ = try await transmit(held)
            return answer
        }
        return try await transmit(request)
    }

    private func transmit(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let (host, isLost, isAnswerLost) = state.withLock { state in
            state.requests += 1
            return (
                state.hosts.first { request.url.hasPrefix($0.key) }?.value,
                state.dice.happens(perMille: state.lostPerMille),
                state.dice.happens(perMille: state.lostAnswersPerMille)
            )
        }
        record("\(request.method) \(request.url) \(isLost) \(isAnswerLost)")
        if request.url.hasPrefix("http://backend") { record(String(decoding: request.body ?? Data(), as: UTF8.self)) }
        guard let host, !isLost else {
            throw HTTPClientError(code: .cannotConnect, message: "no one listens at \(request.url)")
        }
        let answer = try await host(request)
        record("\(answer.status)")
        if isAnswerLost { throw HTTPClientError(code: .timedOut, message: "no answer came from \(request.url)") }
        return answer
    }
}

extension InProcessClient {
    /// Answers a request of a client whose base address is left out.
    func answer(_ request: HTTPClientRequest, base: String) async throws -> HTTPClientResponse {
        var headers = HTTPHeaders()
        for header in request.headers { headers[header.name] = header.value }
        let answer = try await send(
            HTTPMethod(rawValue: request.method),
            String(request.url.dropFirst(base.count)),
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
