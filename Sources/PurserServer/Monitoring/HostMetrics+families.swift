// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

extension HostMetrics {
    /// The reading as Prometheus sees it; the names that begin with `process` are the usual ones.
    func families() -> [any MetricFamily] {
        [
            MetricGauge(
                "purser_certificate_expiry_timestamp_seconds",
                "Expiration of a certificate of this server, in seconds since 1970.",
                labels: ["certificate"],
                certificates.map { ([$0.name], $0.date.timeIntervalSince1970) }
            ),
            MetricGauge(
                "purser_disk_free_bytes",
                "Free space on the disk with the database.",
                freeBytes.map(Double.init)
            ),
            MetricGauge("purser_disk_bytes", "Size of the disk with the database.", totalBytes.map(Double.init)),
            MetricGauge(
                "purser_http_requests_in_flight",
                "Requests in progress.",
                requestsInFlight.map(Double.init)
            ),
            MetricGauge(
                "process_resident_memory_bytes",
                "Resident memory of the process.",
                residentBytes.map(Double.init)
            ),
            MetricGauge(
                "process_cpu_seconds_total",
                "CPU time of the process.",
                kind: .counter,
                processorSeconds
            ),
            MetricGauge("process_open_fds", "Open files and connections.", openFiles.map(Double.init)),
            MetricGauge(
                "process_start_time_seconds",
                "Start time of the process, in seconds since 1970.",
                startDate?.timeIntervalSince1970
            ),
        ]
    }
}

extension MetricsRecorder {
    /// The links as Prometheus sees them.
    func linkFamilies() -> [any MetricFamily] {
        let states = linkStates.sorted { $0.key < $1.key }
        let labels = ["service", "environment"]
        func values(_ name: AppleService) -> [String] { [name.service, name.environment] }
        return [
            MetricGauge(
                "purser_apple_service_up",
                "Whether a service of Apple's answered the last request.",
                labels: labels,
                states.map { (values($0.key), $0.value.isReachable ? 1 : 0) }
            ),
            MetricGauge(
                "purser_app_store_key_accepted",
                "Whether Apple accepted the API key in its last relevant response.",
                labels: labels,
                states.compactMap { state in state.value.isKeyAccepted.map { (values(state.key), $0 ? 1 : 0) } }
            ),
            MetricGauge(
                "purser_clock_skew_seconds",
                "How far this server's clock is ahead of Apple's.",
                labels: labels,
                states.compactMap { state in state.value.clockSkew.map { (values(state.key), $0) } }
            ),
        ]
    }
}
