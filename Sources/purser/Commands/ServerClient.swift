// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService

/// Asks a running server, with the secret key of its first start or the one that is given.
struct ServerClient: Sendable {
    static let options = [
        Option("server", value: "URL", "The running server (default: http://127.0.0.1:8080)."),
        Option("key", value: "KEY", "A secret key of the app (default: PURSER_KEY or .purser/keys.json)."),
        Option(
            "environment",
            value: "NAME",
            choices: ["Production", "Sandbox", "Xcode", "LocalTesting"],
            "Production, Sandbox, Xcode or LocalTesting (default: Production)."
        ),
    ]

    /// How long an answer may take that is worked out of everything that was ever sold, or fetched from Apple day by
    /// day.
    static let longTimeout: Duration = .seconds(3600)

    private let base: String
    private let key: String
    private let environment: String?
    private let transport: any HTTPTransport

    init(_ arguments: Arguments, _ terminal: Terminal, transport: (any HTTPTransport)? = nil) throws {
        let address = arguments.value("server") ?? "http://127.0.0.1:8080"
        base = address.hasSuffix("/") ? String(address.dropLast()) : address
        environment = arguments.value("environment")
        self.transport = try transport ?? CurlTransport()
        key =
            try arguments.value("key") ?? terminal.environment["PURSER_KEY"] ?? Self.storedKey(terminal)
    }

    /// A client of a service in this process, which asks for no key.
    init(_ router: Router, _ arguments: Arguments) {
        let transport = InProcessTransport()
        base = "http://local"
        transport.respond(router, at: base)
        self.transport = transport
        environment = arguments.value("environment")
        key = "local"
    }

    private static func storedKey(_ terminal: Terminal) throws -> String {
        struct Keys: Decodable {
            var secretKey: String
        }
        guard let bytes = try? terminal.read(".purser/keys.json"),
            let keys = try? JSONDecoder().decode(Keys.self, from: bytes)
        else {
            throw Failure("no key: give --key or set PURSER_KEY to a secret key of the app")
        }
        return keys.secretKey
    }

    /// What the server answers, as it is.
    ///
    /// `isScoped` says whether the route has environments; other routes refuse the parameter.
    ///
    /// - Throws: ``Failure`` with the server's message when it refuses.
    func request(
        _ method: String = "GET",
        _ path: String,
        query: [(name: String, value: String?)] = [],
        body: Data? = nil,
        type: String = "application/json",
        attempts: Int = 1,
        timeout: Duration = .seconds(30),
        isScoped: Bool = true
    ) async throws -> Data {
        var items = query.compactMap { item in item.value.map { (item.name, $0) } }
        if isScoped, let environment { items.append(("environment", environment)) }
        let text = items.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
        let request = HTTPClientRequest(
            method,
            base + path + (text.isEmpty ? "" : "?" + text),
            headers: [("Authorization", "Bearer " + key), ("Content-Type", type)],
            body: body,
            timeout: timeout,
            maximumResponseBytes: 1 << 30
        )
        let answer: HTTPClientResponse
        do {
            answer = try await transport.send(request)
        } catch let error as HTTPClientError {
            throw Failure("the server at \(base) does not answer: \(error.message)")
        }
        if [429, 503].contains(answer.status), attempts > 1 {
            let wait = answer.headers.first { $0.name.lowercased() == "retry-after" }.flatMap { Int($0.value) } ?? 5
            try await Task.sleep(for: .seconds(min(max(wait, 1), 60)))
            return try await self.request(
                method,
                path,
                query: query,
                body: body,
                type: type,
                attempts: attempts - 1,
                timeout: timeout,
                isScoped: isScoped
            )
        }
        guard (200...299).contains(answer.status) else {
            let problem = try? AppStoreJSON.decode(JSONValue.self, from: answer.body)
            throw Failure(
                "the server refused with \(answer.status): \(problem?["detail"]?.string ?? "no reason given")"
            )
        }
        return answer.body
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))) ?? text
    }
}
