// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// The long jobs that pages begin and show.
struct ConsoleWork: Sendable {
    let pages: ConsoleFrame
    let state: ConsoleState
    let database: any Database

    /// Begins work; its progress is on every page.
    ///
    /// - Throws: `ServiceProblem` when the same is in progress, or too much is.
    func begin(
        _ kind: OneOffJob.Kind,
        _ scope: AppScope,
        actor: String,
        _ work: @escaping @Sendable (ProgressReporter) async throws -> OneOffJobRunner.Outcome
    ) async throws -> OneOffJob {
        try await state.jobs.start(kind, scope, actor: actor, in: pages.surroundings, work)
    }

    func summary(_ job: OneOffJob) -> JobSummary {
        JobSummary(
            id: job.id,
            kind: job.kind.rawValue,
            scope: pages.label(job.scope),
            actor: job.actor,
            began: job.began,
            state: job.state(at: pages.sessionClock()).rawValue,
            done: job.done,
            total: job.total,
            message: job.message
        )
    }

    /// The newest job of a kind and scope, and the newest that was done.
    func jobs(_ kind: OneOffJob.Kind, _ scope: AppScope) async throws -> (running: JobSummary?, done: OneOffJob?) {
        let jobs = try await database.read { try $0.consoleJobs(limit: OneOffJob.maximumStored) }
            .filter { $0.kind == kind && $0.scope == scope }
        let running = jobs.first.map(summary)
        return (running?.state == "running" ? running : nil, jobs.first { $0.state == .done })
    }
}
