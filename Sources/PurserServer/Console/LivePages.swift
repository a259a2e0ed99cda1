// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// News for pages that are open.
struct LivePages: Sendable {
    let counter: ConsoleCounter
    let pages: ConsoleFrame
    let state: ConsoleState
    let database: any Database

    var routes: [ConsoleRoute] { [ConsoleRoute(.get, "/live", .viewer, handler: listen)] }

    /// What is sent to a page about a job in progress.
    private struct JobProgress: Hashable, Encodable {
        var id: String
        var state: String
        var done: Int
        var total: Int?
        /// How long it still takes, in the visitor's language.
        var left: String?
    }

    /// News as server-sent events: counts, jobs, and that something happened; each only when it changed.
    private func listen(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let visitor = try call.signedIn
        let customer = call.request.query["customer"].map(CustomerID.init(rawValue:))
        let scope = try pages.scope(of: call)
        let cookie = call.request.cookie(ConsoleSession.cookie) ?? ""
        guard let place = state.addListener() else {
            throw ServiceProblem(.overloaded, "Too many pages listen for news.", retryAfterSeconds: 30)
        }
        return .events { writer in
            defer { withExtendedLifetime(place) {} }
            var deliveries = EventUpdate()
            // The browser asks again after ten minutes, and a person who left is noticed within one.
            for second in 0..<600 {
                if second % 30 == 29, try await pages.sessions.visitor(cookie) == nil {
                    try await writer.write(ServerSentEvent(name: "signed-out", data: "{}"))
                    return
                }
                try await send(&deliveries, in: scope, visitor.session.language, customer: customer, to: writer)
                if second % 15 == 14 { try await writer.write(ServerSentEvent.heartbeat) }
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    private struct EventUpdate {
        var counts: ConsoleCounts?
        var jobs: [JobProgress] = []
        var changes: String?
    }

    private func send(
        _ deliveries: inout EventUpdate,
        in scope: AppScope,
        _ language: ConsoleLanguage,
        customer: CustomerID?,
        to writer: HTTPBodyWriter
    ) async throws {
        let counts = try await counter.counts(in: scope)
        if counts != deliveries.counts {
            deliveries.counts = counts
            try await write("counts", counts, to: writer)
        }
        let moment = pages.sessionClock()
        let jobs = try await database.read { try $0.consoleJobs(limit: 20) }
            .map { job in
                JobProgress(
                    id: job.id,
                    state: job.state(at: moment).rawValue,
                    done: job.done,
                    total: job.total,
                    left: TimeLeft(done: job.done, total: job.total, after: moment.timeIntervalSince(job.began))?
                        .text(in: language)
                )
            }
        if jobs != deliveries.jobs {
            deliveries.jobs = jobs
            try await write("jobs", jobs, to: writer)
        }
        let newest = try await database.read { reader in
            try customer.map { try reader.newestEvents(of: $0, limit: 1) } ?? reader.newestEvents(limit: 1)
        }
        let updates = newest.first.map { String($0.number) } ?? "0"
        if updates != deliveries.changes {
            deliveries.changes = updates
            try await writer.write(ServerSentEvent(name: "news", data: updates))
        }
    }

    private func write(_ name: String, _ value: some Encodable, to writer: HTTPBodyWriter) async throws {
        let data = String(decoding: try ServiceJSON.encode(value), as: UTF8.self)
        try await writer.write(ServerSentEvent(name: name, data: data))
    }
}
