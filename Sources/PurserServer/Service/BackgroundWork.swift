// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// Something that is done again and again: one round of it, and how long to wait between rounds.
struct Chore: Sendable {
    var name: String
    var interval: Duration
    /// One bounded round.
    var perform: @Sendable () async throws -> Void
}

/// Runs chores, each in a loop of its own, until it is stopped.
///
/// A round that fails is reported and the next one comes in its time; the wait grows up to a minute while it fails.
final class BackgroundWork: Sendable {
    private let tasks = Mutex<[Task<Void, Never>]>([])

    func start(
        _ chores: [Chore],
        log: @escaping @Sendable (ServiceLogEntry) -> Void
    ) {
        tasks.withLock { tasks in
            guard tasks.isEmpty else { return }
            tasks = chores.map { chore in
                Task { await Self.loop(chore, log: log) }
            }
        }
    }

    func stop() async {
        let running = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
        }
        for task in running { task.cancel() }
        for task in running { await task.value }
    }

    private static func loop(_ chore: Chore, log: @escaping @Sendable (ServiceLogEntry) -> Void) async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await chore.perform()
                failures = 0
            } catch is CancellationError {
                return
            } catch {
                failures += 1
                log(ServiceLogEntry(kind: .failure, message: "\(chore.name) failed: \(error)"))
            }
            let wait = min(chore.interval * (1 << min(failures, 6)), max(chore.interval, .seconds(60)))
            guard (try? await Task.sleep(for: wait)) != nil else { return }
        }
    }
}
