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
    let store: any Store

    /// Begins work; its progress is on every page.
    ///
    /// - Throws: `ServiceProblem` when the same is in progress, or too much is.
    func begin(
        _ kind: ConsoleJob.Kind,
        _ scope: AppScope,
        actor: String,
        _ work: @escaping @Sendable (WorkMeter) async throws -> ConsoleJobs.Outcome
    ) async throws -> ConsoleJob {
        try await state.jobs.begin(kind, scope, actor: actor, in: pages, work)
    }

    func figure(_ job: ConsoleJob) -> JobFigure {
        JobFigure(
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
    func jobs(_ kind: ConsoleJob.Kind, _ scope: AppScope) async throws -> (running: JobFigure?, done: ConsoleJob?) {
        let jobs = try await store.read { try $0.consoleJobs(limit: ConsoleJob.kept) }
            .filter { $0.kind == kind && $0.scope == scope }
        let running = jobs.first.map(figure)
        return (running?.state == "running" ? running : nil, jobs.first { $0.state == .done })
    }
}
