// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Conformance
import Foundation
import HTTPClient

/// A server under test, through its adapter.
actor ConformanceServer {
    /// A call that got no usable response.
    struct Unanswered: Error {
        let message: String
    }

    nonisolated let adapter: ConformanceAdapter
    private nonisolated let transport: any HTTPTransport
    private nonisolated let variables: [String: String]
    private nonisolated let timeout: Duration
    private nonisolated let restart: (@Sendable () async throws -> Void)?
    private var feed: [AnsweredEvent] = []
    private var cursor = "0"
    private var reading: Task<Void, any Error>?

    /// Prepares the calls.
    ///
    /// - Parameters:
    ///   - adapter: How to speak to the server.
    ///   - variables: Values for the placeholders, which win over the adapter's.
    ///   - timeout: The limit of each call.
    ///   - transport: How to reach it.
    ///   - restart: Kills the server and starts it; the adapter's command when absent.
    init(
        _ adapter: ConformanceAdapter,
        variables: [String: String],
        timeout: Duration,
        transport: any HTTPTransport,
        restart: (@Sendable () async throws -> Void)? = nil
    ) {
        self.adapter = adapter
        self.variables = adapter.variables.merging(variables) { $1 }
        self.timeout = timeout
        self.transport = transport
        self.restart = restart
    }

    /// Whether the kit can kill the server.
    nonisolated var canRestart: Bool { restart != nil || adapter.restart != nil }

    /// Submits a transaction as the app of a customer.
    ///
    /// - Returns: The status of the response.
    nonisolated func submit(_ document: SignedPayload, customer: String, token: String) async throws -> Int {
        try await send(
            adapter.transaction,
            ["customer": customer, "token": token, "signedTransaction": document.rawValue]
        ).status
    }

    /// Submits a notification as Apple does.
    ///
    /// - Returns: The status of the response.
    nonisolated func notify(_ document: SignedPayload) async throws -> Int {
        try await send(adapter.notification, ["signedPayload": document.rawValue]).status
    }

    /// Reads what a customer may use at an instant.
    nonisolated func entitlements(
        of customer: String,
        token: String,
        at date: Date
    ) async throws -> [AnsweredEntitlement] {
        let call = adapter.entitlements
        let body = try await read(
            call.call,
            [
                "customer": customer, "token": token, "at": date.formatted(.iso8601),
                "atMilliseconds": String(date.millisecondsSince1970),
            ],
            notFoundIsEmpty: true
        )
        return body.list(at: call.list).compactMap { item in
            guard call.filter.allSatisfy({ item.values(at: $0.key).first == $0.value }) else { return nil }
            guard let name = item.scalar ?? item.values(at: call.product).first?.scalar else { return nil }
            return AnsweredEntitlement(name, until: call.expires.flatMap { item.values(at: $0).first?.date })
        }
    }

    /// Reads the events of customers, or all events when the server has one list.
    func events(of customers: [(name: String, token: String)]) async throws -> [AnsweredEvent] {
        guard let call = adapter.events else { return [] }
        guard call.isFeed else {
            var all: [AnsweredEvent] = []
            for customer in customers {
                let values = ["customer": customer.name, "token": customer.token]
                all += events(in: try await read(call.call, values, notFoundIsEmpty: true), call)
            }
            return all
        }
        // Whoever asks while a reading is in progress needs one that begins later.
        let before = reading
        let task = Task {
            _ = await before?.result
            try await readFeed(call)
        }
        reading = task
        try await task.value
        return feed
    }

    private func readFeed(_ call: ConformanceAdapter.EventCall) async throws {
        for _ in 0..<10_000 {
            let page = try await read(call.call, ["cursor": cursor])
            let found = events(in: page, call)
            feed += found
            guard !found.isEmpty, let next = page.values(at: call.next).first?.scalar, next != cursor else { return }
            cursor = next
        }
    }

    private nonisolated func events(in page: JSONValue, _ call: ConformanceAdapter.EventCall) -> [AnsweredEvent] {
        page.list(at: call.list).map { item in
            AnsweredEvent(
                id: item.values(at: call.id).first?.scalar,
                kind: item.values(at: call.type).first?.scalar.flatMap { call.types[$0] },
                transaction: item.values(at: call.transaction).first?.scalar.map(TransactionID.init(rawValue:)),
                quantity: call.quantity.flatMap { item.values(at: $0).first?.integer.map { Int($0) } }
            )
        }
    }

    /// Kills the server and starts it.
    nonisolated func crash() async throws {
        if let restart { return try await restart() }
        guard let command = adapter.restart else { throw Failure("the adapter has no restart command") }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        try process.run()
        let deadline = ContinuousClock.now + .seconds(60)
        while process.isRunning {
            guard ContinuousClock.now < deadline else {
                process.terminate()
                throw Failure("the restart command did not end within 60 seconds: '\(command)'")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        guard process.terminationStatus == 0 else {
            throw Failure("the restart command failed with status \(process.terminationStatus): '\(command)'")
        }
    }

    // MARK: Requests

    private nonisolated func read(
        _ call: ConformanceAdapter.Call,
        _ values: [String: String],
        notFoundIsEmpty: Bool = false
    ) async throws -> JSONValue {
        let response = try await send(call, values)
        // A customer of whom a server knows nothing has nothing.
        if response.status == 404, notFoundIsEmpty { return .object([:]) }
        guard (200..<300).contains(response.status) else {
            throw Unanswered(message: "\(call.url) answered \(response.status): \(response.text.prefix(200))")
        }
        do {
            return try AppStoreJSON.decode(JSONValue.self, from: response.body)
        } catch {
            throw Unanswered(message: "\(call.url) did not answer JSON: \(response.text.prefix(200))")
        }
    }

    private nonisolated func send(
        _ call: ConformanceAdapter.Call,
        _ values: [String: String]
    ) async throws -> HTTPClientResponse {
        let all = variables.merging(values) { $1 }
        var headers: [HTTPClientRequest.Header] = []
        for (name, value) in adapter.headers.merging(call.headers ?? [:], uniquingKeysWith: { $1 }) {
            headers.append((name, Self.fill(value, all)))
        }
        var body: Data?
        if let template = call.body {
            let filled = template.replacingTexts { Self.fill($0, all) }
            // A text is sent as it is, such as a form.
            body = try filled.string.map { Data($0.utf8) } ?? AppStoreJSON.encode(filled)
            if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                headers.append(("Content-Type", "application/json"))
            }
        }
        let request = HTTPClientRequest(
            call.method ?? "POST",
            Self.fill(call.url, all),
            headers: headers,
            body: body,
            timeout: timeout,
            maximumResponseBytes: 8 << 20
        )
        do {
            return try await transport.send(request)
        } catch let error as HTTPClientError {
            throw Unanswered(message: "\(call.url): \(error.message)")
        }
    }

    /// Replaces each `{name}` with its value.
    static func fill(_ template: String, _ values: [String: String]) -> String {
        guard template.contains("{") else { return template }
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            guard let close = rest[open...].firstIndex(of: "}") else {
                rest = rest[open...]
                break
            }
            let name = String(rest[rest.index(after: open)..<close])
            // A value may hold another placeholder, such as the address that a path begins with.
            text += values[name].map { value in fill(value, values.filter { $0.key != name }) } ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}
