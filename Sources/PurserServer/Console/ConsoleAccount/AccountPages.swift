// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// A person's own account: the second factor and the sessions.
struct AccountPages: Sendable {
    let actions: ConsoleActions
    let factors: SecondFactorFeature
    let pages: ConsoleFrame
    let state: ConsoleState
    let database: any Database

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/account", .viewer) { try await render($0, codes: nil) },
            ConsoleRoute(.post, "/actions/begin-second-factor", .viewer, handler: begin),
            ConsoleRoute(.post, "/actions/enable-second-factor", .viewer, handler: enable),
            actions.perform("disable-second-factor", .viewer, disable),
            actions.perform("end-other-sessions", .viewer, endOthers),
            actions.perform("reset-second-factor", .admin, reset),
        ]
    }

    private func render(_ call: ConsoleRequest, codes: [String]?) async throws -> HTTPResponse {
        var frame = try await pages.frame(call)
        if call.request.method == .post { frame.path = "/console/account" }
        let visitor = try call.signedIn
        let moment = pages.sessionClock()
        let sessions = try await database.read { reader in
            try reader.records(in: ConsoleSession.records, limit: 2 * ConsoleSession.maximumSessions)
                .filter { try $0.value.user == visitor.user.name && !$0.value.isOver(at: moment) }
                .map { record in
                    AccountPage.Session(
                        began: try record.value.began,
                        seen: try record.value.seen,
                        isThis: record.name == visitor.name
                    )
                }
        }
        var page = AccountPage()
        page.sessions = sessions.sorted { $0.seen > $1.seen }
        page.codes = codes
        // What was just turned on is not yet part of the session that asked for it.
        if let factor = try await database.read({ try $0.consoleUser(visitor.user.name)?.secondFactor }) {
            page.factor = .on(since: factor.enabled, recoveryCodes: factor.recovery.count)
        } else if let secret = visitor.session.pendingSecret {
            let password = OneTimePassword(secret: Array(secret))
            page.factor = .pending(secret: password.base32, address: password.address(for: visitor.user.name))
        }
        return pages.show(page.page(in: frame), in: frame)
    }

    private func begin(_ call: ConsoleRequest) async throws -> HTTPResponse {
        var visitor = try call.signedIn
        guard visitor.user.secondFactor == nil else {
            throw ServiceProblem(.invalidParameter, "The second factor is on already. Turn it off first.")
        }
        visitor.session.pendingSecret = Data(SecureRandom.bytes(20))
        visitor.session.notice = PageContext.FlashMessage(
            visitor.session.language("Enter the secret in your authenticator app.")
        )
        try await pages.sessions.save(visitor)
        return .redirect(to: "/console/account")
    }

    private func enable(_ call: ConsoleRequest) async throws -> HTTPResponse {
        var visitor = try call.signedIn
        let language = visitor.session.language
        guard let secret = visitor.session.pendingSecret, visitor.user.secondFactor == nil else {
            throw ServiceProblem(.invalidParameter, "Begin once more: the secret is no longer known.")
        }
        let (source, moment) = (self.source(call, visitor), pages.sessionClock())
        if let wait = state.guesses.wait(for: source, now: moment) {
            let text = language("Too many tries; wait \(wait) seconds.")
            return try await pages.goBack(call, saying: text, isBad: true)
        }
        let audit = record("second_factor.enable", of: visitor.user.name, by: visitor, call)
        let code = try call.field("code", upTo: 20).filter { !$0.isWhitespace }
        let codes = try await factors.enable(secret, code: code, of: visitor.user.name, now: moment, audit: audit)
        guard let codes else {
            state.guesses.recordFailure(of: source, now: moment)
            let text = language("The code is wrong. Check the clock of your device.")
            return try await pages.goBack(call, saying: text, isBad: true)
        }
        visitor.session.pendingSecret = nil
        try await pages.sessions.save(visitor)
        return try await render(call, codes: codes)
    }

    private func disable(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let (source, moment) = (self.source(call, visitor), pages.sessionClock())
        let language = visitor.session.language
        if let wait = state.guesses.wait(for: source, now: moment) {
            throw ServiceProblem(
                .invalidParameter,
                language("Too many tries; wait \(wait) seconds.")
            )
        }
        do {
            try await factors.disable(
                of: visitor.user.name,
                code: try call.field("code", upTo: 40),
                now: moment,
                audit: record("second_factor.disable", of: visitor.user.name, by: visitor, call)
            )
        } catch let problem as ServiceProblem {
            state.guesses.recordFailure(of: source, now: moment)
            throw problem
        }
        return language("The second factor is off.")
    }

    private func reset(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let name = try call.field("name", upTo: 64)
        try await factors.disable(
            of: name,
            code: nil,
            now: pages.sessionClock(),
            audit: record("second_factor.reset", of: name, by: visitor, call)
        )
        return visitor.session.language("The second factor of \(name) is off.")
    }

    private func endOthers(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let audit = record("console.end_sessions", of: visitor.user.name, by: visitor, call)
        try await database.write { writer in
            for record in try writer.records(in: ConsoleSession.records, limit: 2 * ConsoleSession.maximumSessions)
            where try record.value.user == visitor.user.name && record.name != visitor.name {
                try writer.removeRecord(record.name, in: ConsoleSession.records)
            }
            try writer.record(audit)
        }
        return visitor.session.language("Your other sessions have ended.")
    }

    /// A session counts separately: no one else can use up its attempts.
    private func source(_ call: ConsoleRequest, _ visitor: SignedInUser) -> SignInThrottle.Source {
        state.guesses.source(
            name: visitor.user.name,
            network: ClientAddress.networkPrefix(of: call.address),
            device: "session " + visitor.name
        )
    }

    private func record(
        _ action: String,
        of name: String,
        by visitor: SignedInUser,
        _ call: ConsoleRequest
    ) -> AuditRecord {
        AuditRecord(actor: visitor.actor, action: action, target: name, instant: call.now)
    }
}
