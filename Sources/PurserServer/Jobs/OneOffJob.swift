// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A long piece of work that was begun in the console, as every server sees it.
struct OneOffJob: Hashable, Sendable, Codable {
    enum Kind: String, Hashable, Sendable, Codable {
        case rebuild, backfill, reconciliation, charts, resend, recovery, closing
    }

    enum State: String, Hashable, Sendable, Codable {
        case running, done, failed, interrupted
    }

    var id: String
    var kind: Kind
    var scope: AppScope
    var actor: String
    var began: Date
    /// When its server last said that it is at work.
    var touched: Date
    var state: State
    var done = 0
    var total: Int?
    /// The result, in words.
    var message: String?
    /// The result, to be shown by its page.
    var result: JSONValue?

    /// A server that says nothing for so long has died or lost the store.
    static let patience: TimeInterval = 120
    static let maximumStored = 200

    /// The state as of an instant: work whose server is gone continues no more.
    func state(at now: Date) -> State {
        state == .running && now.timeIntervalSince(touched) > Self.patience ? .interrupted : state
    }
}

extension OneOffJob {
    /// Long work of the console; identifiers sort the newest first.
    static let records = RecordStore<String, OneOffJob>("console-jobs")

    /// Requests to cancel a job, by its identifier: the message that the job ends with, on whichever server it is running.
    static let cancellations = RecordStore<String, String>("console-job-cancellations")
}

extension DatabaseReader {
    func consoleJobs(limit: Int) throws -> [OneOffJob] { try values(in: OneOffJob.records, limit: limit) }
}

extension DatabaseWriter {
    func upsert(_ job: OneOffJob, now: Date) throws {
        try upsert(job, as: job.id, in: OneOffJob.records, now: now)
    }
}
