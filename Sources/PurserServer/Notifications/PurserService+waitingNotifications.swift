// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension PurserService {
    /// How many are lent at once.
    private static let lentAtOnce = 64
    /// How many are taken in at once: they share a commit, and whoever else writes waits for no more than these.
    private static let takenAtOnce = 8
    /// How long one is lent; longer than taking in all that are lent with it takes.
    private static let lendingTime: TimeInterval = 60

    /// Takes what Apple posts: at once, or, when too many come at a time, as soon as those before it are done.
    ///
    /// - Throws: A `ServiceProblem` when it is not genuine, `StoreError` when it is not durable; then Apple sends it again.
    func accept(_ signed: SignedPayload, environment: Environment, now: Date) async throws {
        let notification = try await checked(signed, environment: environment, now: now)
        guard !notificationGate.enter() else {
            defer { notificationGate.leave() }
            _ = try await take(notification, source: .notification, now: now)
            return
        }
        let waiting = WaitingNotification(signed: signed, environment: environment, received: now)
        do {
            // All are due since always, so a clock that was wrong for a while holds none of them back.
            let job = NewJob(
                queue: WaitingNotification.queue,
                dueDate: Date(timeIntervalSince1970: 0),
                body: waiting.body
            )
            try await store.write { try $0.enqueue(job) }
            monitors.noteNotification(notification.type, environment, "waiting")
        } catch {
            notificationGate.didNotWait()
            monitors.noteNotification(notification.type, environment, "failed")
            throw error
        }
    }

    /// Takes in the notifications that wait, in their order, those aside that another instance is taking in.
    ///
    /// What cannot be taken in stays, is told of, and is tried again.
    func takeWaitingNotifications() async throws {
        while !Task.isCancelled {
            let now = clock()
            guard try await store.read({ try $0.hasDueJobs(of: WaitingNotification.queue, asOf: now) }) else { break }
            let owner = random.eventID().rawValue
            let lent = try await store.write { writer in
                try writer.leaseJobs(
                    of: WaitingNotification.queue,
                    to: owner,
                    now: now,
                    until: now.addingTimeInterval(Self.lendingTime),
                    limit: Self.lentAtOnce
                )
            }
            guard !lent.isEmpty else { break }
            try await take(lent, owner: owner)
        }
        notificationGate.isOver()
    }

    /// Takes in what was lent, a few at a time.
    ///
    /// - Throws: Why the first of those failed that have to be tried again, after all were tried.
    private func take(_ lent: [StoredJob], owner: String) async throws {
        let failure = await withTaskGroup(of: (any Error)?.self) { group in
            var failure: (any Error)?
            for (number, job) in lent.enumerated() {
                if number >= Self.takenAtOnce, let error = await group.next() ?? nil { failure = failure ?? error }
                group.addTask { [self] in
                    do {
                        try await take(job, owner: owner)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            for await error in group { failure = failure ?? error }
            return failure
        }
        if let failure { throw failure }
    }

    private func take(_ job: StoredJob, owner: String) async throws {
        do {
            guard let waiting = WaitingNotification(job.job.body) else {
                throw ServiceProblem(.malformedDocument, "A notification that waits cannot be read.")
            }
            let notification = try await checked(
                waiting.signed,
                environment: waiting.environment,
                now: waiting.received
            )
            try await take(notification, source: .notification, now: clock(), job: .init(job: job, owner: owner))
            notificationGate.took(1)
        } catch {
            try await giveBack(job, owner: owner, error)
        }
    }

    /// Has a notification tried again: soon when the database or Apple was in the way, else day by day.
    private func giveBack(_ job: StoredJob, owner: String, _ error: any Error) async throws {
        let problem = error as? ServiceProblem
        let isRefused = problem.map { !$0.code.isTemporary } ?? false
        let next = clock().addingTimeInterval(isRefused ? 86_400 : 10)
        let message = problem?.message ?? "\(error)"
        // Where the database is in the way of this too, the lending ends by itself.
        try await store.write { try $0.postpone(job, owner: owner, until: next, error: message) }
        guard isRefused else { throw error }
        log(ServiceLogEntry(kind: .warning, message: "a notification that waits cannot be taken in: \(message)"))
    }
}
