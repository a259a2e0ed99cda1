// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization

/// Posts notifications and prints a line for each response.
final class TriggerSender: HTTPTransport {
    private let url: String?
    private let transport: any HTTPTransport
    private let terminal: Terminal
    private let counts = Mutex((sent: 0, refused: 0))

    /// Reads the options that say where notifications go.
    init(_ arguments: Arguments, _ terminal: Terminal, transport: (any HTTPTransport)?) throws {
        if arguments.has("print") {
            url = nil
        } else {
            url = try Self.url(arguments.required("to"), option: "to")
        }
        self.transport = try transport ?? CurlTransport()
        self.terminal = terminal
    }

    /// An address of HTTP or HTTPS.
    static func url(_ text: String, option: String) throws(UsageError) -> String {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false
        else { throw UsageError("--\(option) takes an address such as http://127.0.0.1:3000/apple, not '\(text)'") }
        return text
    }

    /// The address to send to; one that never receives when bodies are printed.
    var target: String { url ?? "http://print.invalid/" }

    /// Signs a notification and sends it.
    func send(_ effect: NotificationEffect, signing: SimulatorSigning) async throws {
        guard let document = try signing.sign(effect) else { throw Failure("\(effect.label) has no signed form") }
        let body = try AppStoreJSON.encode(["signedPayload": document])
        do {
            _ = try await send(
                HTTPClientRequest(
                    "POST",
                    target,
                    headers: [("Content-Type", "application/json")],
                    body: body,
                    timeout: .seconds(30),
                    maximumResponseBytes: 64 << 10
                )
            )
        } catch is HTTPClientError {
            // The line says so, and the command fails at its end.
        }
    }

    /// Sends a request that carries a notification.
    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let body = request.body ?? Data()
        guard url != nil else {
            counts.withLock { $0.sent += 1 }
            terminal.print(String(decoding: body, as: UTF8.self))
            return HTTPClientResponse(status: 200)
        }
        let summary = NotificationLine(body: body)?.text ?? "notification"
        let begin = ContinuousClock.now
        do {
            let response = try await transport.send(request)
            let isAccepted = (200...206).contains(response.status)
            let time = (ContinuousClock.now - begin) / .milliseconds(1)
            count(isAccepted)
            terminal.print("\(response.status)  \(summary)  \(Int(time.rounded())) ms")
            return response
        } catch let error as HTTPClientError {
            count(false)
            terminal.print("---  \(summary)  \(error.message)")
            throw error
        }
    }

    private func count(_ isAccepted: Bool) {
        counts.withLock { counts in
            counts.sent += 1
            if !isAccepted { counts.refused += 1 }
        }
    }

    /// Fails when a notification was not accepted.
    func check() throws {
        let counts = counts.withLock(\.self)
        guard counts.refused == 0 else {
            throw Failure("\(counts.refused) of \(counted(counts.sent, "attempt")) failed")
        }
    }
}
