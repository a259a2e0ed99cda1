// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService

/// The server ended a request because computing the response took longer than its time limit.
struct RequestTimeout: Error, CustomStringConvertible {
    let description = "the server ended the request after its time limit of a minute; try again when it is less busy"
}

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

    /// The time limit of a response that the server computes from many sales; the server ends a request after a minute.
    static let computationTimeout: Duration = .seconds(75)

    private let base: String
    private let key: String
    private let environment: String?
    private let transport: any HTTPTransport

    /// The server that the options name.
    static func base(_ arguments: Arguments) -> String {
        let address = arguments.value("server") ?? "http://127.0.0.1:8080"
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    /// A client with another caller's key.
    init(base: String, key: String, transport: any HTTPTransport) {
        self.base = base
        self.key = key
        self.transport = transport
        environment = nil
    }

    init(_ arguments: Arguments, _ terminal: Terminal, transport: (any HTTPTransport)? = nil) throws {
        base = Self.base(arguments)
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
            throw Failure("no key: give --key, or set PURSER_KEY to a secret key of the app")
        }
        return keys.secretKey
    }

    /// A response that the server computes from the sales, or `nil` when it ended the request after its time limit.
    func computed(_ path: String, query: [(name: String, value: String?)] = []) async throws -> Data? {
        do {
            return try await request("GET", path, query: query, timeout: Self.computationTimeout)
        } catch is RequestTimeout {
            return nil
        }
    }

    /// The body of the server's response.
    ///
    /// `isScoped` says whether the route has environments; other routes reject the parameter.
    ///
    /// - Throws: ``Failure`` with the server's message when it rejects the request, ``RequestTimeout`` when it ended it.
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
        let problem = try? AppStoreJSON.decode(JSONValue.self, from: answer.body)
        if answer.status == 503, problem?["code"]?.string == "timeout", attempts == 1 { throw RequestTimeout() }
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
            throw Failure(
                "the server rejected the request (\(answer.status)): \(problem?["detail"]?.string ?? "no reason given")"
            )
        }
        return answer.body
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))) ?? text
    }
}
