// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Persistence
import Synchronization

/// Writes a beat again and again, by which it is proven how old what a replica shows can be.
///
/// Positions in the log would say less: those of a server that was cut off and of the one that took over cannot be
/// compared, and the instant of the last commit says nothing when no one writes.
final class ReplicationHeartbeat: Sendable {
    /// How often: so that a replica that keeps up is proven to be new enough between two beats.
    let interval: Duration

    private let instance = UUID().uuidString.lowercased()
    private let history: Mutex<HeartbeatHistory>
    private let worker: PostgresWorker
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ configuration: PostgresDatabase.Configuration) {
        interval = min(.seconds(1), max(.milliseconds(100), configuration.replicaStaleness / 5))
        history = Mutex(HeartbeatHistory(retained: configuration.replicaStaleness + .seconds(1)))
        worker = PostgresWorker(configuration: configuration, memory: DatabaseCache(), number: -1)
    }

    /// Makes the table of the beats, a row for each instance, and removes those of instances that are gone.
    static func prepare(_ writer: any DatabaseWriter) throws {
        try writer.execute(
            """
            CREATE TABLE IF NOT EXISTS replica_heartbeats (
                instance TEXT PRIMARY KEY, number BIGINT NOT NULL, written TIMESTAMPTZ NOT NULL DEFAULT now()
            ) WITH (fillfactor = 50)
            """
        )
        try writer.execute("DELETE FROM replica_heartbeats WHERE written < now() - interval '1 day'")
    }

    /// Begins to beat.
    func start() {
        task.withLock { task in
            task = Task { [interval] in
                while !Task.isCancelled {
                    // When it fails the replicas are soon proven by nothing, and the primary answers.
                    try? await beat()
                    try? await Task.sleep(for: interval)
                }
            }
        }
    }

    private func beat() async throws {
        let instance = instance
        let number = history.withLock { $0.start(at: .now) }
        try await worker.maintain { writer in
            // Other standbys need not have it before the next one.
            try writer.execute("SET LOCAL synchronous_commit TO local")
            try writer.execute(
                """
                INSERT INTO replica_heartbeats (instance, number) VALUES (\(instance), \(number))
                ON CONFLICT (instance) DO UPDATE SET number = excluded.number, written = now()
                """
            )
        }
    }

    /// Up to when a reader sees everything; nothing when it cannot be determined.
    func age(seenBy reader: any DatabaseReader) throws -> ReplicaFreshness? {
        var number: Int64?
        try reader.forEach("SELECT number FROM replica_heartbeats WHERE instance = \(instance)") {
            number = try $0.next()
        }
        guard let number else { return nil }
        return history.withLock { $0.began(number) }.map(ReplicaFreshness.init)
    }

    /// Ends it.
    func close() async {
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
        await worker.close()
    }
}

/// The instant up to which somebody sees everything that was committed.
struct ReplicaFreshness: Comparable, Sendable {
    let since: ContinuousClock.Instant

    /// How long ago it is.
    var age: Duration { since.duration(to: .now) }

    static func < (left: ReplicaFreshness, right: ReplicaFreshness) -> Bool { left.since < right.since }
}
