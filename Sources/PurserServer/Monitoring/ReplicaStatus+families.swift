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
                "Reads that a replica could answer: served there, or by the primary because it was late or failed.",
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
                "Whether a replica is proven to be no older than it may be.",
                labels: ["replica"],
                replicas.map { ([$0.name], $0.isFresh ? 1 : 0) }
            ),
            MetricGauge(
                "purser_replica_age_seconds",
                "How old what a replica shows can be at most; absent when it cannot be determined.",
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
