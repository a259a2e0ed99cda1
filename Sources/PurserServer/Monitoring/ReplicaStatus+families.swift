// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

extension ReplicaStatus {
    /// The replicas as Prometheus sees them; nothing where there are none.
    static func families(_ replicas: [ReplicaStatus]) -> [any MetricFamily] {
        guard !replicas.isEmpty else { return [] }
        return [
            MetricGauge(
                "purser_replica_reads_total",
                "Reads for replicas, by result: served by the replica, or by the primary because the replica was late or failed.",
                kind: .counter,
                labels: ["replica", "outcome"],
                replicas.flatMap { replica in
                    [("served", replica.served), ("late", replica.late), ("failed", replica.failed)].map {
                        ([replica.name, $0.0], Double($0.1))
                    }
                }
            ),
            MetricGauge(
                "purser_replica_usable",
                "Whether a replica is within its allowed age.",
                labels: ["replica"],
                replicas.map { ([$0.name], $0.isFresh ? 1 : 0) }
            ),
            MetricGauge(
                "purser_replica_age_seconds",
                "Maximum age of a replica's data; absent if unknown.",
                labels: ["replica"],
                replicas.compactMap { replica in
                    replica.age.map { age in
                        let (seconds, rest) = age.components
                        return ([replica.name], Double(seconds) + Double(rest) * 1e-18)
                    }
                }
            ),
        ]
    }
}
