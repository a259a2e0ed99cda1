// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient

/// `purser health`: whether a running server can take requests, for a container's health check.
enum HealthCommand: Command {
    static let name = "health"
    static let summary = "Check whether a running server is ready."
    static let operands = "[URL]"

    static let options = [
        Option("timeout", value: "SECONDS", "The time limit of the response (default: 4).")
    ]

    static let details = """
        URL is the server's address (default: http://127.0.0.1:8080). Prints the response of /readyz, which is JSON.
        Exits with 0 if the server is ready, and with 1 if it is not ready or does not answer.

        Example:
          purser health http://127.0.0.1:8080
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count <= 1 else { throw UsageError("give one URL, or none") }
        let base = arguments.operands.first ?? "http://127.0.0.1:8080"
        guard let url = URL(string: base), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false else {
            throw UsageError("invalid URL: '\(base)'; use http://HOST:PORT")
        }
        let seconds = try arguments.integer("timeout", in: 1...600) ?? 4
        let request = HTTPClientRequest(
            "GET",
            (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/readyz",
            timeout: .seconds(seconds),
            maximumResponseBytes: 1 << 20
        )
        let answer: HTTPClientResponse
        do {
            answer = try await CurlTransport().send(request)
        } catch let error as HTTPClientError {
            throw Failure("the server at \(base) does not answer: \(error.message)")
        }
        terminal.print(String(decoding: answer.body, as: UTF8.self))
        guard answer.status == 200 else { throw Failure("the server at \(base) is not ready: status \(answer.status)") }
    }
}
