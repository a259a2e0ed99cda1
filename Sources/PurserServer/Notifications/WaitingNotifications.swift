// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Keeps notifications until it is their turn.
struct WaitingNotifications: Sendable {
    let clock: @Sendable () -> Date
    let log: @Sendable (ServiceLogEntry) -> Void
    let metrics: MetricsRecorder
    let notificationGate: NotificationBackpressure
    let notifications: NotificationIntake
    let random: RandomSource
    let database: any Database

    /// How many are read, verified and handed over at once: enough to fill a commit while the next are made ready.
    private static let readAtOnce = 128
    /// How long one that is refused is tried, day by day, before it is abandoned; Apple itself tries for six and a
    /// half.
    private static let refusedDays = 3
    /// How long an instance has its turn, unless it asks for more; far longer than a page takes.
    private static let turnTime: TimeInterval = 60
    /// All that waits is due since always, the turn to take it too, so a clock that was wrong for a while holds nothing
    /// back.
    private static let always = Date(timeIntervalSince1970: 0)

    /// Takes what Apple posts: at once, or, when too many come at a time, as soon as those before it are done.
    ///
    /// - Parameters:
    ///   - signed: The notification.
    ///   - environment: The environment whose address it came to.
    ///   - post: The request's body and media type, to be forwarded; `nil` when it is not to be.
    ///   - now: The date.
    /// - Throws: A `ServiceProblem` when it is not genuine, `DatabaseError` when it is not durable; then Apple sends it
    ///   again.
    func accept(
        _ signed: SignedPayload,
        environment: Environment,
        post: (body: Data, mediaType: String)? = nil,
        now: Date
    ) async throws {
        let notification = try await notifications.checked(signed, environment: environment, now: now)
        let forward = try post.flatMap {
            try PendingForward(notification, body: $0.body, mediaType: $0.mediaType, now: now)
        }
        guard !notificationGate.enter() else {
            defer { notificationGate.leave() }
            do {
                let ready = try await notifications.ready(notification, source: .notification, now: now)
                try await notifications.take(ready) { writer, _ in try forward?.write(writer) }
            } catch {
                // What this server cannot process another one may.
                do {
                    try await store(forward)
                } catch {
                    let message = "a notification is not forwarded before Apple sends it again: \(error)"
                    log(ServiceLogEntry(kind: .warning, message: message))
                }
                throw error
            }
            return
        }
        let waiting = QueuedNotification(signed: signed, environment: environment, received: now)
        do {
            let job = NewTask(queue: QueuedNotification.queue, dueDate: Self.always, body: waiting.body)
            try await database.write { writer in
                try writer.enqueue(job)
                try forward?.write(writer)
            }
            metrics.recordNotification(notification.type, environment, "queued")
        } catch {
            notificationGate.recordCompletion()
            metrics.recordNotification(notification.type, environment, "failed")
            throw error
        }
    }

    private func store(_ forward: PendingForward?) async throws {
        guard let forward else { return }
        try await database.write { try forward.write($0) }
    }

    /// Takes in the notifications that wait, in their order, unless another instance is doing so.
    ///
    /// What cannot be processed stays, is reported, and is tried again; what is refused for three days is abandoned, as
    /// when Apple is answered so that long. Its own history has it for half a year, for recovery to find.
    ///
    /// - Parameter mayRest: Whether it stops when so many come that they are to be answered first.
    /// - Throws: `DatabaseError`, or why one of them has to be tried again soon.
    func drainNotificationQueue(mayRest: Bool = false) async throws {
        guard try await !waitingNotifications(after: nil, limit: 1).isEmpty else { return notificationGate.reset() }
        let owner = random.eventID().rawValue
        guard let turn = try await acquireLease(owner) else { return }
        let end: DrainResult
        do {
            end = try await drain(in: turn, owner: owner, mayRest: mayRest)
        } catch {
            end = .failed(error)
        }
        try await database.write { _ = try $0.postpone(turn, owner: owner, until: Self.always, error: nil) }
        switch end {
        case .nothingWaits: notificationGate.reset()
        case .stopped: break
        case .failed(let error): throw error
        }
    }

    /// How a turn ended.
    private enum DrainResult {
        case nothingWaits
        /// It rests, the server stops, or another instance has the turn.
        case stopped
        /// One has to be tried again soon.
        case failed(any Error)
    }

    /// Takes in page after page; while one is written the next is read and verified.
    private func drain(in turn: QueuedTask, owner: String, mayRest: Bool) async throws -> DrainResult {
        var page = try await readyPage(after: nil)
        while let last = page.last {
            if Task.isCancelled || mayRest && notificationGate.shouldDeferDraining() { return .stopped }
            async let following = readyPage(after: last.job)
            let failure = await take(page)
            page = try await following
            if let failure { return .failed(failure) }
            let end = clock().addingTimeInterval(Self.turnTime)
            let isOurs = try await database.write { try $0.extendLease(of: turn, owner: owner, until: end) }
            guard isOurs else { return .stopped }
        }
        return .nothingWaits
    }

    /// The right to process what waits, which one instance has at a time; nothing while another one has it.
    private func acquireLease(_ owner: String) async throws -> QueuedTask? {
        let now = clock()
        return try await database.write { writer in
            let queue = QueuedNotification.turnQueue
            if try writer.jobs(of: queue, limit: 1).isEmpty {
                try writer.enqueue(NewTask(queue: queue, uniqueKey: "turn", dueDate: Self.always))
            }
            let end = now.addingTimeInterval(Self.turnTime)
            return try writer.leaseJobs(of: queue, to: owner, now: now, until: end, limit: 1).first
        }
    }

    private func waitingNotifications(after last: QueuedTask?, limit: Int) async throws -> [QueuedTask] {
        let now = clock()
        return try await database.read { reader in
            try reader.dueJobs(of: QueuedNotification.queue, asOf: now, after: last, limit: limit)
        }
    }

    /// A queued notification, verified again; `nil` when it was rescheduled.
    private struct Page: Sendable {
        var job: QueuedTask
        var notification: ReadyNotification?
    }

    /// Reads the next of those that wait, and verifies them.
    private func readyPage(after last: QueuedTask?) async throws -> [Page] {
        let jobs = try await waitingNotifications(after: last, limit: Self.readAtOnce)
        return try await withThrowingTaskGroup(of: (Int, Page).self) { group in
            for (number, job) in jobs.enumerated() {
                group.addTask { [self] in (number, Page(job: job, notification: try await ready(job))) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func ready(_ job: QueuedTask) async throws -> ReadyNotification? {
        do {
            guard let waiting = QueuedNotification(job.job.body) else {
                throw ServiceProblem(.malformedDocument, "A queued notification cannot be read.")
            }
            let notification = try await notifications.checked(
                waiting.signed,
                environment: waiting.environment,
                now: waiting.received
            )
            return try await notifications.ready(notification, source: .notification, now: clock())
        } catch let problem as ServiceProblem {
            try await reschedule(job, problem)
            return nil
        }
    }

    /// Takes in what was read; one that fails holds up none behind it.
    ///
    /// - Returns: What went wrong when not even that could be noted, because the database fails.
    private func take(_ page: [Page]) async -> (any Error)? {
        await withTaskGroup(of: (any Error)?.self) { group in
            var failure: (any Error)?
            for entry in page {
                guard let notification = entry.notification else { continue }
                group.addTask { [self] in
                    do {
                        try await notifications.take(notification, job: entry.job)
                        notificationGate.recordCompletion()
                        return nil
                    } catch {
                        do {
                            try await reschedule(entry.job, error)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
            }
            for await error in group { failure = failure ?? error }
            return failure
        }
    }

    /// After how long, in seconds, a notification is tried again: one that is refused each day, for a rule or a setting
    /// may change; one that met a fault after a minute.
    private static let (refusedInterval, faultInterval): (TimeInterval, TimeInterval) = (86_400, 60)

    /// Has one that cannot be processed tried again: day by day when it is refused, until it is abandoned, else soon.
    private func reschedule(_ job: QueuedTask, _ error: any Error) async throws {
        let problem = error as? ServiceProblem
        let isRefused = problem.map { !$0.code.isTemporary } ?? false
        let reason = problem?.message ?? "\(error)"
        let now = clock()
        if isRefused, isLost(job, now: now) { return try await giveUp(job, reason, now: now) }
        let next = now.addingTimeInterval(isRefused ? Self.refusedInterval : Self.faultInterval)
        try await database.write { try $0.reschedule(job, until: next, error: reason) }
        log(ServiceLogEntry(kind: .warning, message: "a notification that waits cannot be processed: \(reason)"))
    }

    /// Whether it has been tried and refused for so long that it is abandoned; never on the first days after a
    /// standstill.
    private func isLost(_ job: QueuedTask, now: Date) -> Bool {
        let received = QueuedNotification(job.job.body)?.received ?? .distantPast
        return job.attempts >= Self.refusedDays
            && now.timeIntervalSince(received) >= TimeInterval(Self.refusedDays) * Self.refusedInterval
    }

    private func giveUp(_ job: QueuedTask, _ reason: String, now: Date) async throws {
        let record = AuditRecord(
            actor: "notifications",
            action: "notification.abandon",
            target: String(job.id),
            instant: now,
            detail: reason
        )
        let isOurs = try await database.write { writer in
            guard try writer.remove(job) else { return false }
            try writer.record(record)
            return true
        }
        // Another instance had it meanwhile.
        guard isOurs else { return }
        notificationGate.recordCompletion()
        log(ServiceLogEntry(kind: .error, message: "a notification that waited is refused and abandoned: \(reason)"))
    }
}
