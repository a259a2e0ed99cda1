// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService
import Persistence

extension PurserService {
    var monitoringRoutes: [Route] { [metrics] + alertRoutes }

    private var metrics: Route {
        Route(
            method: .get,
            path: "/metrics",
            name: "metrics",
            summary: "Numbers for Prometheus; from outside the own network with a secret key as bearer token.",
            group: .monitoring,
            access: .open,
            answers: [
                .init(status: 200, summary: "The numbers.", schema: .string, mediaType: "text/plain")
            ],
            problems: [.unauthenticated]
        ) { [self] call in
            try await requireOwnNetwork(call)
            var response = HTTPResponse.text(try await metricsText())
            response.headers["Content-Type"] = MetricText.mediaType
            return response
        }
    }

    /// The numbers tell a business's figures: without a key they are for this machine and its own network alone.
    private func requireOwnNetwork(_ call: Call) async throws {
        let isForwarded = call.request.isForwarded
        let isTrusted = call.caller.address != (call.request.remoteAddress ?? "")
        let isOwn = NetworkAddress(call.caller.address)?.isOwnNetwork ?? (call.request.remoteAddress == nil)
        if isOwn, !isForwarded || isTrusted { return }
        guard let text = call.request.bearerToken, let key = try await keys.find(APIKey(text: text), now: call.now),
            key.kind == .secretKey
        else {
            throw ServiceProblem(.unauthenticated, "Send a secret key in the Authorization header, or ask from inside.")
        }
    }

    /// Everything that Prometheus is told.
    package func metricsText() async throws -> String {
        let state = try await readState()
        let info = MetricReading(
            "purser_info",
            "Always 1; the roots that are trusted and the schema of the contract.",
            labels: ["trust"],
            [([trustName], 1)]
        )
        let families: [any MetricFamily] =
            [info] + monitors.families + state.families() + monitors.linkFamilies() + machine.families()
            + ReplicaReading.families(store.replicas)
        return MetricText.write(families)
    }
}
