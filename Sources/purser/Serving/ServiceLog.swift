// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPService
import PurserServer

/// The server's log: lines of text for people, or of JSON for machines, on standard error; never a secret.
struct ServiceLog: Sendable {
    let terminal: Terminal
    let isJSON: Bool
    let logsRequests: Bool

    init(_ terminal: Terminal, _ configuration: LogConfiguration, format: String? = nil) {
        self.terminal = terminal
        isJSON = (format ?? configuration.format.rawValue) == "json"
        logsRequests = configuration.requests
    }

    /// Writes what the service has to say.
    func write(_ entry: ServiceLogEntry, at instant: Date = Date()) {
        let message = Redaction.redacted(entry.message)
        guard isJSON else {
            return terminal.printError(
                "\(entry.kind.rawValue): \(message)" + (entry.request.map { " (request \($0))" } ?? "")
            )
        }
        var line: [(String, Any)] = [("level", entry.kind.rawValue), ("message", message)]
        if let request = entry.request { line.append(("request", request)) }
        writeJSON(line, at: instant)
    }

    /// Writes a request that was answered; the query is left out, and so is what is in its place for a customer.
    func write(_ entry: AccessLogEntry, at instant: Date = Date()) {
        let parts = entry.duration.components
        let milliseconds = Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
        let path = Redaction.redacted(entry.path)
        guard isJSON else {
            let time = String(format: "%.1f", milliseconds)
            return terminal.printError(
                "request: \(entry.method) \(path) \(entry.status.rawValue) \(time) ms (request \(entry.requestID))"
            )
        }
        writeJSON(
            [
                ("level", "request"), ("method", entry.method.rawValue), ("path", path),
                ("status", entry.status.rawValue), ("milliseconds", (milliseconds * 10).rounded() / 10),
                ("bytes", entry.bytesReceived), ("address", entry.remoteAddress ?? ""), ("complete", entry.isComplete),
                ("request", entry.requestID),
            ],
            at: instant
        )
    }

    private func writeJSON(_ members: [(String, Any)], at instant: Date) {
        var object = Dictionary(members, uniquingKeysWith: { first, _ in first })
        object["time"] = instant.ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? JSONSerialization.data(withJSONObject: object, options: options) else { return }
        terminal.printError(String(decoding: bytes, as: UTF8.self))
    }
}

/// Takes out of a text what must not be in a log.
enum Redaction {
    /// The text with keys, tokens, signed documents and private keys made unreadable.
    static func redacted(_ text: String) -> String {
        var text = text.replacing(/-----BEGIN [A-Z ]+-----(?:.|\n)*?-----END [A-Z ]+-----/, with: "-----…-----")
        text = text.replacing(/eyJ[A-Za-z0-9_\-]{4,}(?:\.[A-Za-z0-9_\-]*){0,2}/, with: "eyJ…")
        text = text.replacing(/\b(sk|pk|ct|whsec)_[A-Za-z0-9_.\-]{6,}/) { match in "\(match.output.1)_…" }
        text = text.replacing(/(?i)(bearer|password|secret)(["']?\s*[:= ]\s*["']?)[^\s"',;]{6,}/) { match in
            "\(match.output.1)\(match.output.2)…"
        }
        return text.replacing(/[A-Za-z0-9+\/_\-]{80,}={0,2}/, with: "…")
    }
}
