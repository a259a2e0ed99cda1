// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What changes by the passing of time.
struct LifecycleFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let dueCustomers: DueCustomers
    let pipeline: IntakePipeline
    let log: @Sendable (ServiceLogEntry) -> Void
    let statuses: StatusRecovery
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "lifecycle", interval: .seconds(5)) { [self] in try await advanceLifecycles() }]
    }

    /// How many purchases are asked about at a time.
    private static let questionsAtOnce = 8

    /// Looks again at purchases whose state changes by the passing of time: a period's, a grace period's end.
    ///
    /// One that cannot be looked at holds up none behind it.
    ///
    /// - Throws: `DatabaseError`, or why one of them could not be looked at.
    func advanceLifecycles() async throws {
        let outages = AppleOutages()
        var failure: (any Error)?
        while !Task.isCancelled {
            let now = clock()
            let due = try await database.read { try $0.dueLineages(asOf: now, limit: 200) }
            let failed = try await withThrowingTaskGroup(of: (any Error)?.self) { group in
                var failed: (any Error)?
                for (number, state) in due.enumerated() {
                    if number >= Self.questionsAtOnce, let error = try await group.next() ?? nil { failed = error }
                    group.addTask { [self] in try await follow(state, outages, now: now) }
                }
                for try await error in group where error != nil { failed = error }
                return failed
            }
            failure = failure ?? failed
            guard due.count == 200 else { break }
        }
        try await recomputeDueEntitlements()
        if let failure { throw failure }
    }

    /// Asks Apple about one purchase that is due, and brings it up to date whether Apple answers or not.
    ///
    /// Of a purchase in another store only the time has passed.
    ///
    /// - Returns: Why it could not be brought up to date; then it is looked at again later.
    private func follow(
        _ state: StoredLineageState,
        _ outages: AppleOutages,
        now: Date
    ) async throws -> (any Error)? {
        guard let due = state.dueDate else { return nil }
        guard let app = apps[state.scope.bundleID] else {
            try await database.write { try $0.upsert(state.undated) }
            return nil
        }
        let key = LineageKey(scope: state.scope, lineage: state.lineage)
        var hearing = Hearing.unreachable
        if !key.lineage.isOfAppStore {
            hearing = .answered
        } else if !outages.isDown(state.scope) {
            hearing = await statuses.refreshStatus(of: key, app: app)
            outages.record(hearing, state.scope)
        }
        let question = AppleQuestion(due: due, again: hearing.wait.map { now.addingTimeInterval($0) })
        do {
            try await pipeline.reconsider(key, app: app, question: question, now: now)
            return nil
        } catch {
            guard !Task.isCancelled else { throw error }
            let again = now.addingTimeInterval(Hearing.refusedWait)
            try await database.write { writer in
                guard var stored = try writer.lineageState(of: key.lineage, in: key.scope) else { return }
                stored.dueDate = again
                try writer.upsert(stored)
            }
            log(ServiceLogEntry(kind: .error, message: "\(key.lineage) in \(key.scope) was not followed: \(error)"))
            return error
        }
    }

    /// Recomputes entitlements that time alone starts or ends, without a subscription: a grant, service time.
    private func recomputeDueEntitlements() async throws {
        try await dueCustomers.recompute { reader, now, limit in
            try reader.dueEntitlements(asOf: now, limit: limit)
        } remove: { writer, scope, customer in
            try writer.removeDueEntitlements(of: customer, in: scope)
        }
    }
}

extension StoredLineageState {
    /// The state without an instant to look again.
    var undated: StoredLineageState {
        StoredLineageState(scope: scope, lineage: lineage, dueDate: nil, body: body)
    }
}

extension IntakePipeline {
    /// Recomputes everything that follows from a purchase's facts, with no new fact.
    ///
    /// After a question to Apple, only what follows from the passing of time.
    func reconsider(
        _ key: LineageKey,
        app: AppConfiguration,
        question: AppleQuestion? = nil,
        now: Date
    ) async throws {
        let context = try await context(app: app, now: now)
        let decision = try await database.write(locking: .deciding(about: [key])) { writer in
            let session = try FulfillmentSession(writer: writer, context: context)
            return try session.fulfill(session.change(of: key), .recheck(question))
        }
        metrics.record(decision.counts)
    }
}
