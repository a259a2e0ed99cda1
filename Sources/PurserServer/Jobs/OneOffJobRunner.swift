// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// Runs long work beside the requests, one of a kind for each scope, and says how far it has come.
final class OneOffJobRunner: Sendable {
    typealias Outcome = (message: String?, result: JSONValue?)

    private static let maximumJobs = 8

    /// What work needs of its server.
    struct Surroundings: Sendable {
        let clock: @Sendable () -> Date
        let sessionClock: @Sendable () -> Date
        let log: @Sendable (ServiceLogEntry) -> Void
        let database: any Database
    }

    private let tasks = Mutex<[String: Task<Void, Never>]>([:])

    /// Begins work; its progress is written to the store, where any server reads it.
    ///
    /// - Throws: `ServiceProblem` when the same is in progress, or too much is.
    func start(
        _ kind: OneOffJob.Kind,
        _ scope: AppScope,
        actor: String,
        in surroundings: Surroundings,
        _ work: @escaping @Sendable (ProgressReporter) async throws -> Outcome
    ) async throws -> OneOffJob {
        let (clock, store) = (surroundings.sessionClock, surroundings.database)
        let moment = clock()
        let digits = String(10_000_000_000_000 - moment.millisecondsSince1970)
        let job = OneOffJob(
            id: digits + "-" + Hexadecimal.encode(SecureRandom.bytes(4)),
            kind: kind,
            scope: scope,
            actor: actor,
            began: surroundings.clock(),
            touched: moment,
            state: .running
        )
        try await store.write { writer in
            let known = try writer.consoleJobs(limit: OneOffJob.maximumStored + 50)
            let running = known.filter { $0.state(at: moment) == .running }
            guard !running.contains(where: { $0.kind == kind && $0.scope == scope }) else {
                throw ServiceProblem(.invalidParameter, "The same is in progress; look at the long jobs.")
            }
            guard running.count < Self.maximumJobs else {
                throw ServiceProblem(.overloaded, "\(Self.maximumJobs) long jobs are in progress; wait for one to end.")
            }
            for old in known.dropFirst(OneOffJob.maximumStored) {
                try writer.removeRecord(old.id, in: OneOffJob.records)
            }
            try writer.upsert(job, now: moment)
        }
        let task = Task { [self] in
            await run(job, store, clock, work, log: surroundings.log)
            remove(job.id)
        }
        tasks.withLock { $0[job.id] = task }
        return job
    }

    /// Ends what is in progress and waits for it.
    func stop() async {
        let running = tasks.withLock { Array($0.values) }
        for task in running { task.cancel() }
        for task in running { await task.value }
    }

    /// Waits for what is in progress.
    func finish() async {
        for task in tasks.withLock({ Array($0.values) }) { await task.value }
    }

    /// Cancels a job that is running on this server.
    private func cancel(_ id: String) {
        tasks.withLock { $0[id] }?.cancel()
    }

    private func remove(_ id: String) {
        tasks.withLock { $0[id] = nil }
    }

    private func run(
        _ job: OneOffJob,
        _ store: any Database,
        _ clock: @escaping @Sendable () -> Date,
        _ work: @escaping @Sendable (ProgressReporter) async throws -> Outcome,
        log: @escaping @Sendable (ServiceLogEntry) -> Void
    ) async {
        let meter = ProgressReporter()
        let reporting = Task { [self] in
            var last = (done: -1, total: Int?.none)
            var quiet = 0
            while !Task.isCancelled {
                if try await store.read({ try $0.value(job.id, in: OneOffJob.cancellations) }) != nil { cancel(job.id) }
                let reading = meter.reading
                quiet += 1
                if reading != last || quiet > 40 {
                    (last, quiet) = (reading, 0)
                    let current = job.moved(reading, at: clock())
                    try await store.write { try $0.upsert(current, now: current.touched) }
                }
                try await Task.sleep(for: .milliseconds(300))
            }
        }
        var over = job
        do {
            let outcome = try await ProgressReporter.$current.withValue(meter) { try await work(meter) }
            over.state = .done
            (over.message, over.result) = outcome
        } catch {
            over.state = Task.isCancelled ? .interrupted : .failed
            over.message = Task.isCancelled ? nil : ServiceProblem(error).message
            log(ServiceLogEntry(kind: .error, message: "the job \(job.kind.rawValue) ended: \(error)"))
        }
        reporting.cancel()
        _ = await reporting.result
        let last = over.moved(meter.reading, at: clock())
        do {
            try await store.write { writer in
                var last = last
                if let message = try writer.value(job.id, in: OneOffJob.cancellations) {
                    if last.state == .interrupted { last.message = message }
                    _ = try writer.removeRecord(job.id, in: OneOffJob.cancellations)
                }
                try writer.upsert(last, now: last.touched)
            }
        } catch {
            log(ServiceLogEntry(kind: .error, message: "the end of a job could not be kept: \(error)"))
        }
    }
}

extension OneOffJob {
    fileprivate func moved(_ reading: (done: Int, total: Int?), at moment: Date) -> OneOffJob {
        var job = self
        job.done = reading.done
        job.total = reading.total
        job.touched = moment
        return job
    }
}
