// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Synchronization

/// The replicas of a database: reads that may be a moment old take turns at those that are proven to be new enough.
final class ReplicaSet: Sendable {
    private let pulse: ReplicationHeartbeat
    private let replicas: [PostgresReplica]
    private let staleness: Duration
    private let turn = Mutex(0)

    init(_ configuration: PostgresDatabase.Configuration) {
        let pulse = ReplicationHeartbeat(configuration)
        self.pulse = pulse
        staleness = configuration.replicaStaleness
        replicas = configuration.replicas.map { PostgresReplica($0, configuration, pulse: pulse) }
        pulse.start()
        for replica in replicas { replica.start() }
    }

    var readings: [ReplicaStatus] { replicas.map { $0.reading(within: staleness) } }

    /// Runs a body on a replica; nothing when none can answer it, so that the primary is asked.
    ///
    /// - Throws: What the body throws, but nothing of the replica's.
    func read<Value: Sendable>(
        within tolerance: ReadStaleness,
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> Value? {
        let limit = min(tolerance.maximum, staleness)
        guard limit > .zero else { return nil }
        let first = turn.withLock { turn in
            turn = (turn + 1) % replicas.count
            return turn
        }
        let inTurn = replicas[first...] + replicas[..<first]
        guard let replica = inTurn.first(where: { $0.isFresh(within: limit) }) else {
            inTurn.first?.recordStale()
            return nil
        }
        guard let (value, age) = try await replica.read(within: limit, body) else { return nil }
        tolerance.record(age)
        return value
    }

    /// Ends it.
    func close() async {
        for replica in replicas { await replica.close() }
        await pulse.close()
    }
}
