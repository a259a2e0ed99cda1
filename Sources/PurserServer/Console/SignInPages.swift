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
    let database: any Database
    let factors: SecondFactorFeature

    private static let tokenCookie = "purser_console_form"

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/sign-in", nil) { call in
                guard call.visitor == nil else { return .redirect(to: "/console") }
                return signInPage(call, problem: nil, status: .ok)
            },
            ConsoleRoute(.post, "/sign-in", nil, handler: signIn),
            ConsoleRoute(.get, "/sign-in/code", nil) { call in
                let cookie = call.request.cookie(SignInChallenge.cookie)
                guard try await factors.person(cookie, now: pages.sessionClock()) != nil else {
                    return .redirect(to: "/console/sign-in")
                }
                return signInPage(call, problem: nil, status: .ok, asksForCode: true)
            },
            ConsoleRoute(.post, "/sign-in/code", nil, handler: enterCode),
            ConsoleRoute(.post, "/sign-out", .viewer, handler: signOut),
            ConsoleRoute(.post, "/language", .viewer) { call in
                var visitor = try call.signedIn
                visitor.session.language = ConsoleLanguage(rawValue: call.form["language"] ?? "") ?? .english
                try await pages.sessions.save(visitor)
                return .redirect(to: call.back)
            },
        ]
    }

    private func chosenLanguage(_ call: ConsoleRequest) -> ConsoleLanguage {
        let chosen = call.form["language"] ?? call.request.query["language"]
        return chosen.flatMap(ConsoleLanguage.init(rawValue:))
            ?? ConsoleLanguage(accepting: call.request.headers["accept-language"])
    }

    private func signInPage(
        _ call: ConsoleRequest,
        problem: String?,
        status: HTTPStatus,
        asksForCode: Bool = false
    ) -> HTTPResponse {
        let token = Base64URL.encode(SecureRandom.bytes(24))
        var page = SignInPage(
            language: chosenLanguage(call),
            token: token,
            problem: problem,
            trustsSimulator: anchors.trustName != "apple",
            next: call.form["next"] ?? call.request.query["next"] ?? "/console"
        )
        page.asksForCode = asksForCode
        var response = HTTPResponse.html(page.document, status: status)
        response.headers.add("Set-Cookie", pages.cookie(Self.tokenCookie, token, call.request, lifetime: 3600))
        return response
    }

    private func signIn(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let language = chosenLanguage(call)
        let (sent, kept) = (call.form["token"] ?? "", call.request.cookie(Self.tokenCookie) ?? "")
        guard !kept.isEmpty, constantTimeEquals(Array(sent.utf8), Array(kept.utf8)) else {
            let text = language("The form was too old; try once more.")
            return signInPage(call, problem: text, status: .forbidden)
        }
        let (name, password) = (call.form["name"] ?? "", call.form["password"] ?? "")
        let moment = pages.sessionClock()
        let devices = SignInDevices(database: database)
        let deviceCookie = call.request.cookie(SignInDevices.cookie)
        let source = state.guesses.source(
            name: name,
            network: ClientAddress.networkPrefix(of: call.address),
            device: try await devices.known(deviceCookie, of: name, now: moment)
        )
        if let wait = state.guesses.wait(for: source, now: moment) {
            let text = language("Too many tries; wait \(wait) seconds.")
            var response = signInPage(call, problem: text, status: .tooManyRequests)
            response.headers["Retry-After"] = String(wait)
            return response
        }
        let user = ConsoleUser.isName(name) ? try await database.read { try $0.consoleUser(name) } : nil
        let isCorrect =
            ConsoleUser.isPassword(password) ? try await state.passwords.verify(password, for: user) : false
        guard isCorrect, let user else {
            state.guesses.recordFailure(of: source, now: moment)
            let text = language("The name or the password is wrong.")
            return signInPage(call, problem: text, status: .unauthorized)
        }
        if user.secondFactor != nil {
            let challenge = try await factors.begin(user, now: moment)
            let next = HTMLSegment.escape(call.back)
            var response = HTTPResponse.redirect(
                to: "/console/sign-in/code?language=\(language.rawValue)&next=" + next
            )
            response.headers.add(
                "Set-Cookie",
                pages.cookie(
                    SignInChallenge.cookie,
                    challenge,
                    call.request,
                    lifetime: Int(SignInChallenge.lifetime)
                )
            )
            return response
        }
        return try await start(user, source, language, call)
    }

    /// The second step: a code of the app, or a recovery code.
    private func enterCode(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let language = chosenLanguage(call)
        let (sent, kept) = (call.form["token"] ?? "", call.request.cookie(Self.tokenCookie) ?? "")
        let moment = pages.sessionClock()
        guard !kept.isEmpty, constantTimeEquals(Array(sent.utf8), Array(kept.utf8)),
            let challenge = call.request.cookie(SignInChallenge.cookie),
            let person = try await factors.person(challenge, now: moment)
        else {
            let text = language("The sign-in took too long; begin once more.")
            return signInPage(call, problem: text, status: .forbidden)
        }
        let source = state.guesses.source(
            name: person.name,
            network: ClientAddress.networkPrefix(of: call.address),
            device: try await SignInDevices(database: database)
                .known(call.request.cookie(SignInDevices.cookie), of: person.name, now: moment)
        )
        if let wait = state.guesses.wait(for: source, now: moment) {
            let text = language("Too many tries; wait \(wait) seconds.")
            var response = signInPage(call, problem: text, status: .tooManyRequests, asksForCode: true)
            response.headers["Retry-After"] = String(wait)
            return response
        }
        guard let user = try await factors.finish(challenge, code: call.form["code"] ?? "", now: moment) else {
            state.guesses.recordFailure(of: source, now: moment)
            let text = language("The code is wrong or was used. Wait for the next one.")
            return signInPage(call, problem: text, status: .unauthorized, asksForCode: true)
        }
        return try await start(user, source, language, call)
    }

    private func start(
        _ user: ConsoleUser,
        _ source: SignInThrottle.Source,
        _ language: ConsoleLanguage,
        _ call: ConsoleRequest
    ) async throws -> HTTPResponse {
        let moment = pages.sessionClock()
        let devices = SignInDevices(database: database)
        state.guesses.recordSuccess(of: source, now: moment)
        let deviceCookie = call.request.cookie(SignInDevices.cookie)
        let device = try await devices.record(deviceCookie, of: user.name, now: moment)
        let cookie = try await pages.sessions.start(user, language: language)
        let audit = AuditRecord(
            actor: "operator " + user.name,
            action: "console.sign-in",
            target: user.name,
            instant: call.now,
            detail: call.address
        )
        try await database.write { try $0.record(audit) }
        var response = HTTPResponse.redirect(to: call.back)
        response.headers.add(
            "Set-Cookie",
            pages.cookie(ConsoleSession.cookie, cookie, call.request, lifetime: Int(ConsoleSession.maximumDuration))
        )
        response.headers.add("Set-Cookie", pages.cookie(Self.tokenCookie, "", call.request, lifetime: 0))
        response.headers.add("Set-Cookie", pages.cookie(SignInChallenge.cookie, "", call.request, lifetime: 0))
        response.headers.add(
            "Set-Cookie",
            pages.cookie(SignInDevices.cookie, device, call.request, lifetime: SignInDevices.lifetime)
        )
        return response
    }

    private func signOut(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let visitor = try call.signedIn
        try await pages.sessions.end(visitor)
        let audit = AuditRecord(
            actor: visitor.actor,
            action: "console.sign-out",
            target: visitor.user.name,
            instant: call.now
        )
        try await database.write { try $0.record(audit) }
        var response = HTTPResponse.redirect(to: "/console/sign-in?language=" + visitor.session.language.rawValue)
        response.headers.add("Set-Cookie", pages.cookie(ConsoleSession.cookie, "", call.request, lifetime: 0))
        return response
    }
}
