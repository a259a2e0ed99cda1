// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService
import Persistence

/// The background jobs.
struct ChoreFeature: Sendable {
    let apps: Apps
    let board: ChoreBoard
    let chores: [Chore]
    let log: @Sendable (ServiceLogEntry) -> Void
    let store: any Store

    var routes: [Route] { [listChores, forceChore] }

    private var listChores: Route {
        Route(
            method: .get,
            path: "/v1/chores",
            name: "listChores",
            summary: "The work that goes on by itself, and what became of each since this process started.",
            group: .administration,
            access: .backend,
            answers: [.json(ChoreList.self, "The chores.")]
        ) { [self] call in
            try .json(ChoreList(chores: chores.map { body(of: $0, for: call) }))
        }
    }

    private var forceChore: Route {
        Route(
            method: .post,
            path: "/v1/chores/{chore}",
            name: "forceChore",
            summary: "Does one round of a chore now; `error` says why it failed.",
            group: .administration,
            access: .backend,
            answers: [.json(ChoreBody.self, "What became of it.")]
        ) { [self] call in
            let name = try call.path("chore")
            guard let chore = chores.first(where: { $0.name == name }) else {
                throw ServiceProblem.notFound("chore")
            }
            let audit = AuditRecord(call, "chore.force", target: name)
            try await store.write { try $0.note(audit) }
            do {
                try await chore.perform()
            } catch {
                // The board says it, and so does the answer.
                log(ServiceLogEntry(kind: .failure, message: "\(name) failed: \(error)", request: call.request.id))
            }
            return try .json(body(of: chore, for: call))
        }
    }

    /// A chore as a caller may see it: why it failed may name what another app sold.
    private func body(of chore: Chore, for call: Call) -> ChoreBody {
        var body = ChoreBody(chore, board[chore.name])
        if body.error != nil, !apps.isForWholeServer(call) { body.error = "It failed. The server's log says why." }
        return body
    }
}

struct ChoreBody: Codable, Sendable, Described {
    var name: String
    var intervalSeconds: Double
    var rounds: Int
    var failures: Int
    var failuresInARow: Int
    var began: Date?
    var ended: Date?
    var nextAttempt: Date?
    var error: String?

    static let schemaName = "Chore"
    static let schema = Schema.object(
        [
            "name": .string, "intervalSeconds": .decimal, "rounds": .integer,
            "failures": .integer.described("How many rounds failed since this process started."),
            "failuresInARow": .integer
                .described("How many rounds in a row failed, up to the last; 0 when it went well."),
        ],
        optional: [
            "began": .instant, "ended": .instant,
            "nextAttempt": .instant
                .described("When the next round begins; within a minute while rounds fail. Absent before the first."),
            "error": .string.described("Why the last round failed; absent when it went well."),
        ]
    )

    init(_ chore: Chore, _ entry: ChoreBoard.Entry) {
        name = chore.name
        intervalSeconds = chore.interval / .seconds(1)
        rounds = entry.rounds
        failures = entry.failures
        failuresInARow = entry.failuresInARow
        began = entry.began
        ended = entry.ended
        error = entry.error
        nextAttempt = chore.overlaps ? nil : entry.next
    }
}

struct ChoreList: Codable, Sendable, Described {
    var chores: [ChoreBody]

    static let schema = Schema.object(["chores": .array(of: .of(ChoreBody.self))])
    static let schemaReferences: [any Described.Type] = [ChoreBody.self]
}
