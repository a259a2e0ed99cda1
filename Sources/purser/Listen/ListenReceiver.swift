// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import PurserServer
import Synchronization

/// Prints what arrives, and forwards it.
final class ListenReceiver: Sendable {
    /// The URL to forward to.
    let target: String?

    /// The secret that signs forwarded events and verifies webhooks.
    let secret: String

    private let isSecretGiven: Bool
    private let checks: NotificationChecks
    private let transport: any HTTPTransport
    private let terminal: Terminal
    private let isJSON: Bool
    private let remaining: Mutex<Int?>
    private let finished: @Sendable () -> Void

    /// Reads the options.
    ///
    /// - Parameters:
    ///   - arguments: The words of the command line.
    ///   - terminal: Where it prints.
    ///   - transport: How it forwards.
    ///   - finished: Called after as many requests as `--count` says.
    /// - Throws: ``UsageError`` for an option, or ``Failure`` for a root that cannot be read.
    init(
        _ arguments: Arguments,
        _ terminal: Terminal,
        transport: any HTTPTransport,
        finished: @escaping @Sendable () -> Void
    ) throws {
        target = try arguments.value("forward-to").map { try TriggerSender.url($0, option: "forward-to") }
        isSecretGiven = arguments.value("secret") != nil
        secret = arguments.value("secret") ?? Self.newSecret()
        checks = try NotificationChecks(arguments, terminal)
        isJSON = arguments.has("json")
        remaining = Mutex(try arguments.integer("count", in: 1...Int.max))
        self.transport = transport
        self.terminal = terminal
        self.finished = finished
    }

    private static func newSecret() -> String {
        "whsec_" + Data((0..<24).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
    }

    /// Answers a request with the response of the URL it is forwarded to, or with 200.
    func respond(to request: HTTPRequest, now: Date) async -> HTTPResponse {
        guard request.method == .post else {
            return .text("purser listen: send notifications and webhooks with POST\n")
        }
        var line = line(for: request, now: now)
        let response: HTTPResponse
        if let target {
            (response, line.answer) = await forward(request.body, headers: Self.endToEnd(request.headers), to: target)
        } else {
            response = HTTPResponse(status: .ok)
        }
        show(line, now: now)
        return response
    }

    /// Signs an event and posts it to the URL, as a webhook.
    func deliver(_ event: JSONValue, now: Date) async throws {
        let body = try AppStoreJSON.encode(event)
        var line = ListenLine(kind: "event", label: event["type"]?.string ?? "event", body: body)
        line.details = ["environment", "customer", "productId", "id"].compactMap { event[$0]?.string }
        if let target {
            let signed = WebhookHeaders.fields(
                body: body,
                event: event["id"]?.string ?? "",
                secrets: [secret],
                at: now
            )
            line.answer = await forward(body, headers: [("Content-Type", "application/json")] + signed, to: target).1
        }
        show(line, now: now)
    }

    /// Prints a problem that does not end the command.
    func report(_ problem: String) {
        terminal.printError(problem)
    }

    private func line(for request: HTTPRequest, now: Date) -> ListenLine {
        if let notification = NotificationLine(body: request.body) {
            var line = ListenLine(kind: "notification", label: notification.label, body: request.body)
            line.details = [notification.text.dropFirst(notification.label.count).trimmingCharacters(in: .whitespaces)]
            line.verdict = checks.verdict(on: notification.document, now: now)
            return line
        }
        guard let value = try? AppStoreJSON.decode(JSONValue.self, from: request.body) else {
            return ListenLine(kind: "request", label: "\(request.path) (not JSON)", body: request.body)
        }
        if let type = value["notification_type"]?.string {
            return ListenLine(kind: "notification", label: type + " (version 1)", body: request.body)
        }
        let event = value["event"] ?? value
        var line = ListenLine(kind: "webhook", label: event["type"]?.string ?? request.path, body: request.body)
        line.details = ["environment", "customer", "app_user_id", "productId", "product_id", "id"]
            .compactMap { event[$0]?.string }
        if isSecretGiven {
            let isGenuine = WebhookHeaders.verify(request.headers, body: request.body, secret: secret, at: now)
            line.verdict = isGenuine ? "signature verified" : "SIGNATURE NOT VERIFIED"
        }
        return line
    }

    private func forward(
        _ body: Data,
        headers: [HTTPClientRequest.Header],
        to target: String
    ) async -> (HTTPResponse, String) {
        let request = HTTPClientRequest(
            "POST",
            target,
            headers: headers,
            body: body,
            timeout: .seconds(30),
            maximumResponseBytes: 1 << 20
        )
        do {
            let answer = try await transport.send(request)
            var response = HTTPResponse(status: HTTPStatus(rawValue: answer.status), body: .bytes(answer.body))
            response.headers["Content-Type"] = answer.header("Content-Type")
            response.headers["Retry-After"] = answer.header("Retry-After")
            return (response, String(answer.status))
        } catch {
            let reason = (error as? HTTPClientError)?.message ?? error.plainMessage
            return (.text("purser listen could not forward the request: \(reason)\n", status: 502), reason)
        }
    }

    private func show(_ line: ListenLine, now: Date) {
        terminal.print(isJSON ? line.json(now) : line.text(now))
        let isLast = remaining.withLock { remaining in
            remaining = remaining.map { $0 - 1 }
            return remaining == 0
        }
        if isLast { finished() }
    }

    /// The header fields that belong to the message and not to the connection.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1>
    private static func endToEnd(_ headers: HTTPHeaders) -> [HTTPClientRequest.Header] {
        let connection = Set(
            [
                "connection", "host", "content-length", "transfer-encoding", "keep-alive", "te", "trailer", "upgrade",
                "expect", "proxy-connection", "proxy-authenticate", "proxy-authorization", "accept-encoding",
            ]
                + headers.values("Connection").flatMap { $0.split(separator: ",") }
                .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        )
        return headers.fields.filter { !connection.contains($0.name.lowercased()) }.map { ($0.name, $0.value) }
    }
}

/// One line of the output.
struct ListenLine: Sendable {
    var kind: String
    var label: String
    var details: [String] = []
    var verdict: String?
    /// The status of the response of the URL it was forwarded to, or the reason for none.
    var answer: String?
    var body: Data

    init(kind: String, label: String, body: Data) {
        self.kind = kind
        self.label = label
        self.body = body
    }

    func text(_ now: Date) -> String {
        let parts =
            [now.formatted(.iso8601), kind, label] + details + [verdict, answer.map { "→ \($0)" }].compactMap(\.self)
        // What arrives may hold anything; a terminal must not obey it.
        return String(
            parts.joined(separator: "  ").map {
                $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? " " : $0
            }
        )
    }

    func json(_ now: Date) -> String {
        var members: [String: JSONValue] = [
            "date": .string(now.formatted(.iso8601)), "kind": .string(kind), "label": .string(label),
            "body": .string(String(decoding: body, as: UTF8.self)),
        ]
        if let verdict { members["verdict"] = .string(verdict) }
        if let answer { members["response"] = .string(answer) }
        let bytes = (try? AppStoreJSON.encode(JSONValue.object(members))) ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }
}
