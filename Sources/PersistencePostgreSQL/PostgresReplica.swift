// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Synchronization

/// One replica: a bounded number of connections, and what is proven of how old it is.
///
/// The proof is read in the same snapshot as the answer, so it holds for whichever server a connection leads to.
final class PostgresReplica: Sendable {
    private struct State {
        /// The newest instant up to which it was seen to have everything; nothing while it fails.
        var seen: ReplicaFreshness?
        var served = 0
        var late = 0
        var failed = 0

        /// What was seen once stays seen: another connection may lead to a server that is further behind.
        mutating func record(_ new: ReplicaFreshness?) {
            guard let new else { return }
            seen = seen.map { max($0, new) } ?? new
        }
    }

    /// What it shows is too old for the reader.
    private struct StaleReplica: Error {}

    private let name: String
    private let pulse: ReplicationHeartbeat
    private let workers: [PostgresWorker]
    private let pool: ConnectionPool<PostgresWorker>
    private let prober: PostgresWorker
    private let state = Mutex(State())
    private let probing = Mutex<Task<Void, Never>?>(nil)

    init(
        _ replica: PostgresDatabase.Replica,
        _ configuration: PostgresDatabase.Configuration,
        pulse: ReplicationHeartbeat
    ) {
        name = replica.name
        self.pulse = pulse
        let reading = configuration.reading(replica)
        let memory = DatabaseCache()
        workers = (1...max(1, configuration.replicaConnections)).map {
            PostgresWorker(configuration: reading, memory: memory, number: 1000 + $0)
        }
        // Whoever would wait long is served by the primary.
        pool = ConnectionPool(workers, waiting: workers.count * 8)
        prober = PostgresWorker(configuration: reading, memory: memory, number: 1000)
    }

    /// Begins to look how old it is.
    func start() {
        probing.withLock { task in
            task = Task { [interval = pulse.interval] in
                while !Task.isCancelled {
                    await probe()
                    try? await Task.sleep(for: interval)
                }
            }
        }
    }

    private func probe() async {
        let pulse = pulse
        do {
            let seen = try await prober.read { reader in try pulse.age(seenBy: reader) }
            state.withLock { $0.record(seen) }
        } catch {
            state.withLock { $0.seen = nil }
        }
    }

    /// Whether it is worth asking: the answer itself is proven when it is read.
    func isFresh(within most: Duration) -> Bool {
        state.withLock { $0.seen.map { $0.age <= most } ?? false }
    }

    /// Runs a body on it; nothing when it fails or is too old.
    ///
    /// - Throws: What the body throws, but nothing of the replica's.
    func read<Value: Sendable>(
        within most: Duration,
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> (value: Value, age: Duration)? {
        let pulse = pulse
        do {
            let (value, seen) = try await pool.withConnection { worker in
                // It may have failed while this one waited.
                guard isFresh(within: most) else { throw StaleReplica() }
                return try await worker.read { reader in
                    guard let seen = try pulse.age(seenBy: reader), seen.age <= most else { throw StaleReplica() }
                    return (try body(reader), seen)
                }
            }
            let age = seen.age
            guard age <= most else { throw StaleReplica() }
            state.withLock { state in
                state.record(seen)
                state.served += 1
            }
            return (value, age)
        } catch is StaleReplica {
            recordStale()
            return nil
        } catch let error as DatabaseError {
            state.withLock { state in
                state.failed += 1
                if error.code == .unavailable { state.seen = nil }
            }
            return nil
        }
    }

    /// Takes note that a read went elsewhere because it was not proven to be new enough.
    func recordStale() {
        state.withLock { $0.late += 1 }
    }

    /// How it stands.
    func reading(within most: Duration) -> ReplicaStatus {
        state.withLock { state in
            let age = state.seen?.age
            var reading = ReplicaStatus(name: name, age: age, isFresh: age.map { $0 <= most } ?? false)
            (reading.served, reading.late, reading.failed) = (state.served, state.late, state.failed)
            return reading
        }
    }

    /// Ends it.
    func close() async {
        let task = probing.withLock { $0 }
        task?.cancel()
        await task?.value
        pool.close()
        for worker in workers { await worker.close() }
        await prober.close()
    }
}
