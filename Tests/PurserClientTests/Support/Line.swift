// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPService
import PurserClient
import Synchronization

/// The network between the app and the server: it can be cut, and it can lose answers.
final class Line: PurserTransport {
    /// What happens to a request.
    enum Fate: Sendable {
        case delivered

        /// It never arrives.
        case lost

        /// It arrives, and the answer is lost.
        case answerLost

        /// Somebody on the way answers.
        case answered(PurserResponse)
    }

    private struct State {
        var fate: @Sendable (PurserRequest) -> Fate = { _ in .delivered }
        var requests: [String] = []
        var streams: [AsyncThrowingStream<Data, any Error>.Continuation] = []
    }

    private let server: InProcessClient
    private let state = Mutex(State())

    init(_ router: Router) {
        server = InProcessClient(router)
    }

    /// The requests that were sent, such as "POST /v1/orders".
    var requests: [String] { state.withLock { $0.requests } }

    func count(_ prefix: String) -> Int { requests.count { $0.hasPrefix(prefix) } }

    func forget() { state.withLock { $0.requests = [] } }

    /// Decides what happens to requests from now on.
    func decide(_ fate: @escaping @Sendable (PurserRequest) -> Fate) { state.withLock { $0.fate = fate } }

    func cut() { decide { _ in .lost } }

    func fix() { decide { _ in .delivered } }

    /// Breaks the responses that the server continues to write.
    func dropStreams() {
        let streams = state.withLock { state in
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams { stream.finish(throwing: URLError(.networkConnectionLost)) }
    }

    private func began(_ request: PurserRequest) -> (target: String, fate: Fate) {
        let target = String(request.url.absoluteString.dropFirst("http://server".count))
        let decide = state.withLock { state in
            state.requests.append("\(request.method) \(target)")
            return state.fate
        }
        return (target, decide(request))
    }

    func open(_ request: PurserRequest) async throws -> PurserStream {
        let (target, fate) = began(request)
        let (body, pieces) = AsyncThrowingStream<Data, any Error>.makeStream()
        switch fate {
        case .lost, .answerLost: throw URLError(.notConnectedToInternet)
        case .answered(let response):
            pieces.finish()
            return PurserStream(status: response.status, headers: response.headers, body: body)
        case .delivered: break
        }
        var headers = HTTPHeaders()
        for (name, value) in request.headers { headers[name] = value }
        let answer = await server.open(HTTPMethod(rawValue: request.method), target, headers: headers)
        guard case .stream(let write) = answer.body else {
            pieces.finish()
            return PurserStream(status: answer.status.rawValue, body: body)
        }
        state.withLock { $0.streams.append(pieces) }
        let task = Task {
            do {
                try await write(HTTPBodyWriter { pieces.yield($0) })
                pieces.finish()
            } catch {
                pieces.finish(throwing: error)
            }
        }
        pieces.onTermination = { _ in task.cancel() }
        return PurserStream(status: answer.status.rawValue, body: body)
    }

    func send(_ request: PurserRequest) async throws -> PurserResponse {
        let (target, fate) = began(request)
        switch fate {
        case .lost: throw URLError(.notConnectedToInternet)
        case .answered(let response): return response
        case .delivered, .answerLost: break
        }
        var headers = HTTPHeaders()
        for (name, value) in request.headers { headers[name] = value }
        let answer = try await server.send(
            HTTPMethod(rawValue: request.method),
            target,
            headers: headers,
            body: request.body ?? Data()
        )
        if case .answerLost = fate { throw URLError(.networkConnectionLost) }
        var fields: [String: String] = [:]
        for field in answer.headers.fields { fields[field.name.lowercased()] = field.value }
        return PurserResponse(status: answer.status.rawValue, headers: fields, body: answer.body)
    }
}
