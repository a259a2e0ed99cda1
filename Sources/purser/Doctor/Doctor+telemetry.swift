// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import PurserServer

extension Doctor {
    /// Whether the collector accepts traces; without one there is no finding.
    func telemetry() async throws -> [Diagnostic] {
        guard let endpoint = configuration.telemetry.endpoint else { return [] }
        let topic = "telemetry"
        let fix = LocalizedText(
            "check telemetry.endpoint and telemetry.headers, and that the collector accepts OTLP over HTTP",
            "请检查 telemetry.endpoint 与 telemetry.headers，以及收集器是否接受 OTLP/HTTP"
        )
        let base = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        let transport = try CurlTransport(configuration: CurlConfiguration(authorities: authorities))
        defer { transport.shutdown() }
        do {
            let answer = try await transport.send(
                HTTPClientRequest(
                    "POST",
                    base + "/v1/traces",
                    headers: [("Content-Type", "application/json")] + (configuration.telemetry.headerFields ?? []),
                    body: Data(#"{"resourceSpans":[]}"#.utf8),
                    timeout: .seconds(10)
                )
            )
            guard (200..<300).contains(answer.status) else {
                let text = LocalizedText(
                    "the collector answers HTTP \(answer.status)",
                    "收集器返回 HTTP \(answer.status)"
                )
                return [.warning(topic, text, fix: fix)]
            }
            return [.ok(topic, LocalizedText("the collector accepts traces", "收集器接受跟踪"))]
        } catch {
            return [.warning(topic, LocalizedText("\(error)", "\(error)"), fix: fix)]
        }
    }
}
