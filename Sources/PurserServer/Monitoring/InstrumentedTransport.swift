// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPClient

/// Carries requests to one of Apple's services, and measures each.
struct InstrumentedTransport: HTTPTransport {
    var base: any HTTPTransport
    var name: AppleService
    var metrics: MetricsRecorder

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let start = metrics.stopwatch()
        do {
            let response = try await base.send(request)
            record(request, Self.outcome(response.status), seconds: metrics.seconds(since: start), response)
            return response
        } catch let error as HTTPClientError {
            record(request, "unreachable", seconds: metrics.seconds(since: start), nil)
            throw error
        }
    }

    private func record(
        _ request: HTTPClientRequest,
        _ outcome: String,
        seconds: Double,
        _ response: HTTPClientResponse?
    ) {
        let endpoint = request.purpose ?? MetricSeriesLimit.other
        let now = metrics.clock()
        metrics.link.add(name.service, name.environment, endpoint, outcome)
        metrics.linkTimes.record(seconds, name.service, name.environment, endpoint)
        // Half of the exchange lies behind the instant at which Apple wrote the date, which has whole seconds.
        let date = response?.header("Date").flatMap { HTTPDate($0)?.instant }
        let skew = date.map { now.timeIntervalSince($0) - seconds / 2 - 0.5 }
        let isBroken = outcome == "unreachable" || outcome == "failed"
        metrics.record(
            AppleServiceStatus(
                at: now,
                isReachable: !isBroken,
                isKeyAccepted: isBroken || name.service == "verify-receipt" ? nil : response?.status != 401,
                clockSkew: skew
            ),
            of: name
        )
        metrics.window.record(at: now) { bucket in
            bucket.count("link \(name) \(isBroken ? "failed" : "ok")")
            if response?.status == 401 { bucket.count("link \(name) unauthenticated") }
            bucket.time("link \(name)", seconds)
        }
    }

    private static func outcome(_ status: Int) -> String {
        switch status {
        case ..<400: "ok"
        case 429: "rate_limited"
        case ..<500: "rejected"
        default: "failed"
        }
    }
}
