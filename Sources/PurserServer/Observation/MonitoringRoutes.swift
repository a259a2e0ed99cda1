// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import HTTPService
import Persistence

/// Numbers for Prometheus, and whether the ways to Apple are open.
struct MonitoringFeature: Sendable {
    let anchors: TrustAnchors
    let apps: Apps
    let keys: APIKeyCache
    let liveUpdates: LiveUpdates
    let machine: MachineWatch
    let metrics: MetricsRecorder
    let state: StateReader
    let database: any Database
    let transport: any HTTPTransport

    var routes: [Route] { [metricsRoute] }

    /// The work of watching the ways to Apple.
    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "links", interval: .seconds(60)) { [self] in await probeLinks() }]
    }

    private var metricsRoute: Route {
        Route(
            method: .get,
            path: "/metrics",
            name: "getMetrics",
            summary: "Metrics for Prometheus. From another network, a secret key is required.",
            group: .monitoring,
            access: .open,
            answers: [
                .init(status: 200, summary: "The metrics.", schema: .string, mediaType: "text/plain")
            ],
            problems: [.unauthenticated]
        ) { [self] call in
            try await requireOwnNetwork(call)
            var response = HTTPResponse.text(try await metricsText())
            response.headers["Content-Type"] = PrometheusText.mediaType
            return response
        }
    }

    /// The metrics show a business's numbers: without a key they are for this machine and its own network alone.
    private func requireOwnNetwork(_ call: RequestContext) async throws {
        let isForwarded = call.request.isForwarded
        let isTrusted = call.caller.address != (call.request.remoteAddress ?? "")
        let isOwn = NetworkAddress(call.caller.address)?.isOwnNetwork ?? (call.request.remoteAddress == nil)
        if isOwn, !isForwarded || isTrusted { return }
        guard let text = call.request.bearerToken, let key = try await keys.find(APIKey(text: text), now: call.now),
            key.kind == .secretKey
        else {
            throw ServiceProblem(
                .unauthenticated,
                "Send a secret key in the Authorization header, or use the server's own network."
            )
        }
    }

    /// All metrics for Prometheus.
    package func metricsText() async throws -> String {
        PrometheusText.write(try await families())
    }

    /// All metrics as they are.
    func families() async throws -> [any MetricFamily] {
        let state = try await state.readState()
        let info = MetricGauge(
            "purser_info",
            "Always 1; the label shows the trusted roots.",
            labels: ["trust"],
            [([anchors.trustName], 1)]
        )
        return [info, LiveUpdates.streamFamily(liveUpdates.count)] + metrics.families + state.families()
            + metrics.linkFamilies() + machine.reading.families() + ReplicaStatus.families(database.replicas)
    }

    /// Asks each of Apple's services something small, so that it is known whether the way is open.
    func probeLinks() async {
        await withTaskGroup(of: Void.self) { group in
            for app in apps.configuration.apps {
                let probes = (apps.links[app.bundleID]?.probes ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
                for (environment, probe) in probes where app.acceptedEnvironments.contains(environment) {
                    // No transaction has this number: any answer but a refused key shows that all is well.
                    group.addTask { _ = try? await probe.transaction("0") }
                }
                guard let receipts = app.verifyReceipt else { continue }
                group.addTask { [self] in await probe(receipts) }
            }
        }
    }

    /// verifyReceipt answers a request without a receipt with a status; any answer shows that it can be reached.
    private func probe(_ receipts: ReceiptVerification) async {
        var request = HTTPClientRequest(
            "GET",
            receipts.productionURL ?? VerifyReceiptClient.productionURL,
            timeout: .seconds(20),
            maximumResponseBytes: 1 << 16
        )
        request.purpose = "probe"
        let name = AppleService(service: "verify-receipt", environment: "any")
        _ = try? await InstrumentedTransport(base: transport, name: name, metrics: metrics).send(request)
    }
}
