// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient

/// Sends spans and metrics to a collector, beside the requests and never in their way.
struct TelemetryFeature: Sendable {
    let clock: @Sendable () -> Date
    let configuration: TelemetryConfiguration
    let document: OTLPDocument
    /// What is measured, as `/metrics` has it.
    let families: @Sendable () async throws -> [any MetricFamily]
    let metrics: MetricsRecorder
    let spans: SpanRecorder
    let started: Date
    let transport: any HTTPTransport

    /// How many spans go together.
    private static let batch = 512
    private static let timeout: Duration = .seconds(10)
    private static let maximumResponseBytes = 1 << 16

    var backgroundJobs: [BackgroundJob] {
        guard configuration.endpoint != nil else { return [] }
        return [
            BackgroundJob(name: "traces", interval: .seconds(5)) { [self] in try await sendSpans() },
            BackgroundJob(name: "metrics", interval: .seconds(configuration.metricsIntervalSeconds)) { [self] in
                try await sendMetrics()
            },
        ]
    }

    /// Sends the spans that wait.
    ///
    /// - Throws: ``TelemetryError`` when the collector cannot take them now; then they wait still.
    func sendSpans() async throws {
        while true {
            let batch = spans.take(Self.batch)
            guard !batch.isEmpty else { return }
            do {
                let rejected = try await send(document.traces(batch), to: "/v1/traces", counting: "rejectedSpans")
                count(min(rejected, batch.count), "rejected")
                count(batch.count - min(rejected, batch.count), "exported")
            } catch let error as TelemetryError {
                if error.isTemporary { spans.putBack(batch) } else { count(batch.count, "rejected") }
                throw error
            } catch {
                spans.putBack(batch)
                throw error
            }
        }
    }

    /// Sends the metrics as they are.
    ///
    /// - Throws: ``TelemetryError``; the next ones have the same counts and more.
    func sendMetrics() async throws {
        let now = clock()
        let body = document.metrics(try await families(), since: started, at: now)
        _ = try await send(body, to: "/v1/metrics", counting: "rejectedDataPoints")
    }

    private func count(_ number: Int, _ outcome: String) {
        if number > 0 { metrics.telemetrySpans.add(outcome, count: Double(number)) }
    }

    /// Sends a document, and answers how much of it the collector rejected.
    private func send(_ body: JSONValue, to path: String, counting member: String) async throws -> Int {
        let base = configuration.endpoint ?? ""
        var headers: [HTTPClientRequest.Header] = [("Content-Type", "application/json")]
        headers += configuration.headerFields ?? []
        let request = HTTPClientRequest(
            "POST",
            (base.hasSuffix("/") ? String(base.dropLast()) : base) + path,
            headers: headers,
            body: try ServiceJSON.encode(body),
            timeout: Self.timeout,
            maximumResponseBytes: Self.maximumResponseBytes
        )
        let response: HTTPClientResponse
        do {
            response = try await transport.send(request)
        } catch let error as HTTPClientError {
            throw TelemetryError(cause: error.code.rawValue, isTemporary: true)
        }
        guard (200..<300).contains(response.status) else {
            let isTemporary = [429, 502, 503, 504].contains(response.status)
            throw TelemetryError(cause: "it answered \(response.status)", isTemporary: isTemporary)
        }
        return Self.rejected(in: response.body, member)
    }

    /// A collector that takes everything may answer with nothing.
    private static func rejected(in body: Data, _ member: String) -> Int {
        guard !body.isEmpty, let answer = try? ServiceJSON.decode(JSONValue.self, from: body) else { return 0 }
        let count = answer["partialSuccess"]?[member]
        return max(0, count?.string.flatMap(Int.init) ?? count?.integer.map(Int.init) ?? 0)
    }
}

/// Why a collector did not take traces or metrics.
struct TelemetryError: Error, CustomStringConvertible {
    var cause: String
    /// Whether it may take the same a little later.
    var isTemporary: Bool

    var description: String {
        "The telemetry endpoint did not accept the data: \(cause). Check 'telemetry.endpoint' and 'telemetry.headers'."
    }
}
