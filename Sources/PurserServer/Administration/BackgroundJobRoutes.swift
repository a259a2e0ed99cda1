// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService
import Persistence

/// The background jobs.
struct BackgroundJobFeature: Sendable {
    let apps: Apps
    let board: BackgroundJobRegistry
    let backgroundJobs: [BackgroundJob]
    let log: @Sendable (ServiceLogEntry) -> Void
    let database: any Database

    var routes: [Route] { [listBackgroundJobs, runBackgroundJob] }

    private var listBackgroundJobs: Route {
        Route(
            method: .get,
            path: "/v1/background-jobs",
            name: "listBackgroundJobs",
            summary: "Lists the background jobs and their results since this process started.",
            group: .administration,
            access: .backend,
            answers: [.json(BackgroundJobList.self, "The background jobs.")]
        ) { [self] call in
            try .json(BackgroundJobList(jobs: backgroundJobs.map { body(of: $0, for: call) }))
        }
    }

    private var runBackgroundJob: Route {
        Route(
            method: .post,
            path: "/v1/background-jobs/{job}/run",
            name: "runBackgroundJob",
            summary: "Runs a background job now. `error` gives the reason of a failure.",
            group: .administration,
            access: .backend,
            answers: [.json(BackgroundJobBody.self, "The result.")]
        ) { [self] call in
            let name = try call.path("job")
            guard let job = backgroundJobs.first(where: { $0.name == name }) else {
                throw ServiceProblem.notFound("background job")
            }
            let audit = AuditRecord(call, "background_job.run", target: name)
            try await database.write { try $0.record(audit) }
            do {
                try await job.perform()
            } catch {
                // The board says it, and so does the answer.
                log(ServiceLogEntry(kind: .error, message: "\(name) failed: \(error)", request: call.request.id))
            }
            return try .json(body(of: job, for: call))
        }
    }

    /// A background job as a caller may see it: its error may name what another app sold.
    private func body(of job: BackgroundJob, for call: RequestContext) -> BackgroundJobBody {
        var body = BackgroundJobBody(job, board[job.name])
        if body.error != nil, !apps.isForWholeServer(call) { body.error = "It failed. The server's log says why." }
        return body
    }
}

struct BackgroundJobBody: Codable, Sendable, SchemaDescribed {
    var name: String
    var intervalSeconds: Double
    var rounds: Int
    var failures: Int
    var failuresInARow: Int
    var began: Date?
    var ended: Date?
    var nextAttempt: Date?
    var error: String?

    private enum CodingKeys: String, CodingKey {
        case name, intervalSeconds, failures, failuresInARow, error
        case rounds = "runs"
        case began = "startedAt"
        case ended = "endedAt"
        case nextAttempt = "nextAttemptAt"
    }

    static let schemaName = "BackgroundJob"
    static let schema = Schema.object(
        [
            "name": .string, "intervalSeconds": .decimal, "runs": .integer,
            "failures": .integer.described("The number of failed runs since this process started."),
            "failuresInARow": .integer
                .described("The number of failed runs in a row, up to the last; 0 after a success."),
        ],
        optional: [
            "startedAt": .instant, "endedAt": .instant,
            "nextAttemptAt": .instant
                .described("The start of the next run; after a failure within a minute. Absent before the first run."),
            "error": .string.described("The reason of the last run's failure; absent after a success."),
        ]
    )

    init(_ job: BackgroundJob, _ entry: BackgroundJobRegistry.Entry) {
        name = job.name
        intervalSeconds = job.interval / .seconds(1)
        rounds = entry.rounds
        failures = entry.failures
        failuresInARow = entry.failuresInARow
        began = entry.began
        ended = entry.ended
        error = entry.error
        nextAttempt = job.overlaps ? nil : entry.next
    }
}

struct BackgroundJobList: Codable, Sendable, SchemaDescribed {
    var jobs: [BackgroundJobBody]

    static let schema = Schema.object(["jobs": .array(of: .of(BackgroundJobBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [BackgroundJobBody.self]
}
