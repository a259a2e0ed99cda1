// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// Signing in and out, and what a person chooses for the session.
struct SignInPages: Sendable {
    let anchors: TrustAnchors
    let pages: ConsoleFrame
    let state: ConsoleState
    let store: any Store

    private static let tokenCookie = "purser_console_form"

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/sign-in", nil) { call in
                guard call.visitor == nil else { return .redirect(to: "/console") }
                return signInPage(call, problem: nil, status: .ok)
            },
            ConsoleRoute(.post, "/sign-in", nil, handler: signIn),
            ConsoleRoute(.post, "/sign-out", .viewer, handler: signOut),
            ConsoleRoute(.post, "/language", .viewer) { call in
                var visitor = try call.signedIn
                visitor.session.tongue = Tongue(rawValue: call.form["tongue"] ?? "") ?? .english
                try await pages.sessions.keep(visitor)
                return .redirect(to: call.back)
            },
            ConsoleRoute(.post, "/scope", .viewer) { call in
                var visitor = try call.signedIn
                visitor.session.scope = try pages.scope(call.form["scope"])
                try await pages.sessions.keep(visitor)
                return .redirect(to: call.back)
            },
        ]
    }

    private func tongue(_ call: ConsoleCall) -> Tongue {
        let chosen = call.form["tongue"] ?? call.request.query["tongue"]
        return chosen.flatMap(Tongue.init(rawValue:)) ?? Tongue(accepting: call.request.headers["accept-language"])
    }

    private func signInPage(_ call: ConsoleCall, problem: String?, status: HTTPStatus) -> HTTPResponse {
        let token = Base64URL.encode(SecureRandom.bytes(24))
        let page = SignInPage(
            tongue: tongue(call),
            token: token,
            problem: problem,
            trustsSimulator: anchors.trustName != "apple",
            next: call.form["next"] ?? call.request.query["next"] ?? "/console"
        )
        var response = HTTPResponse.html(page.document, status: status)
        response.headers.add("Set-Cookie", pages.cookie(Self.tokenCookie, token, call.request, lifetime: 3600))
        return response
    }

    private func signIn(_ call: ConsoleCall) async throws -> HTTPResponse {
        let tongue = tongue(call)
        let (sent, kept) = (call.form["token"] ?? "", call.request.cookie(Self.tokenCookie) ?? "")
        guard !kept.isEmpty, constantTimeEquals(Array(sent.utf8), Array(kept.utf8)) else {
            let text = tongue("The form was too old; try once more.", "表单已过期，请再试一次。")
            return signInPage(call, problem: text, status: .forbidden)
        }
        let (name, password) = (call.form["name"] ?? "", call.form["password"] ?? "")
        let moment = pages.sessionClock()
        let devices = SignInDevices(store: store)
        let deviceCookie = call.request.cookie(SignInDevices.cookie)
        let source = state.guesses.source(
            name: name,
            network: ClientAddress.networkPrefix(of: call.address),
            device: try await devices.known(deviceCookie, of: name, now: moment)
        )
        if let wait = state.guesses.wait(for: source, now: moment) {
            let text = tongue("Too many tries; wait \(wait) seconds.", "尝试次数过多，请等待 \(wait) 秒。")
            var response = signInPage(call, problem: text, status: .tooManyRequests)
            response.headers["Retry-After"] = String(wait)
            return response
        }
        let user = ConsoleUser.isName(name) ? try await store.read { try $0.consoleUser(name) } : nil
        let isRight =
            ConsoleUser.isPassword(password) ? try await state.passwords.isRight(password, for: user) : false
        guard isRight, let user else {
            state.guesses.noteFailure(of: source, now: moment)
            let text = tongue("The name or the password is wrong.", "用户名或密码错误。")
            return signInPage(call, problem: text, status: .unauthorized)
        }
        state.guesses.noteSuccess(of: source, now: moment)
        let device = try await devices.remember(deviceCookie, of: user.name, now: moment)
        let cookie = try await pages.sessions.begin(user, tongue: tongue)
        let audit = AuditRecord(
            actor: "operator " + user.name,
            action: "console.sign-in",
            target: user.name,
            instant: call.now,
            detail: call.address
        )
        try await store.write { try $0.note(audit) }
        var response = HTTPResponse.redirect(to: call.back)
        response.headers.add(
            "Set-Cookie",
            pages.cookie(ConsoleSession.cookie, cookie, call.request, lifetime: Int(ConsoleSession.longest))
        )
        response.headers.add("Set-Cookie", pages.cookie(Self.tokenCookie, "", call.request, lifetime: 0))
        response.headers.add(
            "Set-Cookie",
            pages.cookie(SignInDevices.cookie, device, call.request, lifetime: SignInDevices.lifetime)
        )
        return response
    }

    private func signOut(_ call: ConsoleCall) async throws -> HTTPResponse {
        let visitor = try call.signedIn
        try await pages.sessions.end(visitor)
        let audit = AuditRecord(
            actor: visitor.actor,
            action: "console.sign-out",
            target: visitor.user.name,
            instant: call.now
        )
        try await store.write { try $0.note(audit) }
        var response = HTTPResponse.redirect(to: "/console/sign-in?tongue=" + visitor.session.tongue.rawValue)
        response.headers.add("Set-Cookie", pages.cookie(ConsoleSession.cookie, "", call.request, lifetime: 0))
        return response
    }
}
