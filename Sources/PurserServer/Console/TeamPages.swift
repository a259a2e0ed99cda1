// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// The team members of the console and what they did.
struct TeamPages: Sendable {
    let actions: ConsoleActions
    let pages: ConsoleFrame
    let team: TeamFeature
    let state: ConsoleState
    let database: any Database

    var routes: [ConsoleRoute] { teamRoutes + teamActions }

    var teamRoutes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/audit", .support, handler: renderAudit),
            ConsoleRoute(.get, "/team", .admin, handler: renderTeam),
        ]
    }

    var teamActions: [ConsoleRoute] {
        [
            actions.perform("update-team-member", .admin, saveTeamMember),
            actions.perform("delete-team-member", .admin, removePerson),
            actions.perform("password", .viewer, changePassword),
        ]
    }

    private func renderAudit(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let before = call.request.query["before"].flatMap { Int64($0) } ?? .max
        let found = try await database.read { try $0.auditEntries(before: before, limit: 100) }
        let page = AuditPage(
            entries: found.map { _, entry in
                AuditPage.Entry(
                    instant: entry.instant,
                    actor: entry.actor,
                    action: entry.action,
                    target: entry.target,
                    detail: entry.body.map { String(decoding: $0, as: UTF8.self) }
                )
            },
            older: found.count == 100 ? found.last.map { "/console/audit?before=\($0.id)" } : nil
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func renderTeam(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let everyone = try await database.read { try $0.consoleUsers() }
        let page = TeamPage(
            members: everyone.map {
                (name: $0.name, role: $0.role, created: $0.created, hasSecondFactor: $0.secondFactor != nil)
            }
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func saveTeamMember(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        guard let role = ConsoleRole(rawValue: call.form["role"] ?? "") else {
            throw ServiceProblem.invalid("role", "viewer, support or admin")
        }
        let name = try call.field("name", upTo: 64)
        try await team.saveTeamMember(name, role: role, password: call.form["password"], actor: visitor.actor)
        return visitor.session.language("\(name) may sign in as \(role.rawValue).")
    }

    private func removePerson(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let name = try call.field("name", upTo: 64)
        try await team.removePerson(name, actor: visitor.actor)
        return visitor.session.language("\(name) may no longer sign in.")
    }

    private func changePassword(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        // A session counts separately: no one else can use up its attempts.
        let source = state.guesses.source(
            name: visitor.user.name,
            network: ClientAddress.networkPrefix(of: call.address),
            device: "session " + visitor.name
        )
        let moment = pages.sessionClock()
        let language = visitor.session.language
        if let wait = state.guesses.wait(for: source, now: moment) {
            throw ServiceProblem(
                .invalidParameter,
                language("Too many tries; wait \(wait) seconds.")
            )
        }
        let old = call.form["old"] ?? ""
        let isCorrect =
            ConsoleUser.isPassword(old) ? try await state.passwords.verify(old, for: visitor.user) : false
        guard isCorrect else {
            state.guesses.recordFailure(of: source, now: moment)
            throw ServiceProblem(.invalidParameter, language("The password of today is wrong."))
        }
        try await team.saveTeamMember(
            visitor.user.name,
            role: nil,
            password: call.form["new"] ?? "",
            actor: visitor.actor
        )
        return language("The password was changed; sign in with it.")
    }
}
