// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization

/// A transport that speaks the wire from memory: a script of answers, and what was asked.
final class WireTransport: HTTPTransport {
    typealias Handler = @Sendable (HTTPClientRequest) throws -> HTTPClientResponse

    private let state = Mutex<(requests: [HTTPClientRequest], script: [Handler])>(([], []))
    private let otherwise: Handler

    /// Answers every request in the same way.
    init(_ otherwise: @escaping Handler = { _ in HTTPClientResponse(status: 599) }) {
        self.otherwise = otherwise
    }

    /// Answers with these, one after the other, and then in the same way.
    convenience init(script: [Handler], otherwise: @escaping Handler = { _ in HTTPClientResponse(status: 599) }) {
        self.init(otherwise)
        state.withLock { $0.script = script }
    }

    var requests: [HTTPClientRequest] { state.withLock { $0.requests } }

    /// Each request as its method, and its URL without the address.
    var calls: [String] {
        requests.map { request in
            let rest = request.url.drop(while: { $0 != ":" }).dropFirst(3)
            return request.method + " " + String(rest.drop { $0 != "/" })
        }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let handler = state.withLock { state in
            state.requests.append(request)
            return state.script.isEmpty ? otherwise : state.script.removeFirst()
        }
        return try handler(request)
    }
}

/// Answers for scripts.
enum Answer {
    static func json(
        _ text: String,
        status: Int = 200,
        headers: [HTTPClientRequest.Header] = []
    ) -> WireTransport.Handler {
        { _ in HTTPClientResponse(status: status, headers: headers, body: Data(text.utf8)) }
    }

    static func error(_ code: APIErrorCode, headers: [HTTPClientRequest.Header] = []) -> WireTransport.Handler {
        json(
            #"{"errorCode":\#(code),"errorMessage":"\#(code.message ?? "New.")"}"#,
            status: code.httpStatus,
            headers: headers
        )
    }

    static let unauthenticated: WireTransport.Handler = { _ in
        HTTPClientResponse(status: 401, body: Data("Unauthenticated\n\nRequest ID: ABC.0.0\n".utf8))
    }

    static func failure(_ code: HTTPClientError.Code) -> WireTransport.Handler {
        { _ in throw HTTPClientError(code: code, message: "no luck") }
    }
}

/// A clock that only sleeping moves.
final class SleepingClock: Sendable {
    private let state: Mutex<(now: Date, sleeps: [Duration])>

    init(_ now: Date = Date(timeIntervalSince1970: 1_760_000_000)) {
        state = Mutex((now, []))
    }

    var now: Date { state.withLock { $0.now } }

    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func runtime(chance: Double = 0) -> APIEnvironment {
        APIEnvironment(
            now: { self.now },
            sleep: { duration in
                self.state.withLock { state in
                    state.sleeps.append(duration)
                    let (seconds, attoseconds) = duration.components
                    state.now += TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
                }
            },
            random: { chance }
        )
    }
}

extension AppStoreServerAPI {
    /// A client over a transport of tests.
    static func over(
        _ transport: WireTransport,
        environment: AppStoreTypes.Environment = .production,
        clock: SleepingClock = SleepingClock(),
        chance: Double = 0,
        retry: RetryPolicy = RetryPolicy(),
        resetToken: @escaping @Sendable () -> Void = {}
    ) -> AppStoreServerAPI {
        AppStoreServerAPI(
            environment: environment,
            baseURL: "https://store.test",
            token: { "token-\(Int($0.timeIntervalSince1970))" },
            resetToken: resetToken,
            transport: transport,
            runtime: clock.runtime(chance: chance),
            retry: retry
        )
    }
}
