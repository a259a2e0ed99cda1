// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// The spelling of a segment, for addresses that are not markup.
enum HTMLSegment {
    static func escape(_ text: String) -> String { HTML.escapeSegment(text) }
}

/// What every page of the console has around it: the chosen app, the person, and what was said last.
struct ConsoleFrame: Sendable {
    let anchors: TrustAnchors
    let apps: Apps
    let clock: @Sendable () -> Date
    let counter: ConsoleCounter
    let log: @Sendable (ServiceLogEntry) -> Void
    let release: ServerRelease
    let sessionClock: @Sendable () -> Date
    let database: any Database

    /// What long work needs of the server.
    var surroundings: OneOffJobRunner.Surroundings {
        OneOffJobRunner.Surroundings(clock: clock, sessionClock: sessionClock, log: log, database: database)
    }

    /// The apps and environments that can be looked at.
    var scopes: [AppScope] {
        apps.configuration.apps.flatMap { app in
            [Environment.production, .sandbox, .xcode, .localTesting].filter { app.acceptedEnvironments.contains($0) }
                .map { AppScope(bundleID: app.bundleID, environment: $0) }
        }
    }

    /// A scope as pages name it.
    func label(_ scope: AppScope) -> PageContext.Scope {
        PageContext.Scope(
            app: scope.bundleID.rawValue,
            name: apps[scope.bundleID]?.name ?? scope.bundleID.rawValue,
            environment: scope.environment.rawValue
        )
    }

    /// The scope that a form or an address names; one of ours.
    func scope(_ value: String?) throws(ServiceProblem) -> AppScope {
        guard let parts = value.flatMap({ PageContext.Scope.parts(of: $0) }) else {
            throw ServiceProblem.invalid("scope", "an app and an environment")
        }
        let scope = AppScope(
            bundleID: BundleID(rawValue: parts.app),
            environment: Environment(rawValue: parts.environment)
        )
        guard apps[scope.bundleID] != nil else { throw ServiceProblem.notFound("app") }
        return scope
    }

    /// The scope that a request is about: the one that its address names, or the one that the person saw last.
    ///
    /// - Throws: `ServiceProblem` where the address names an app or environment that is not here.
    func scope(of call: ConsoleRequest) throws -> AppScope {
        try scope(of: call.request, try call.signedIn)
    }

    private func scope(of request: HTTPRequest, _ visitor: SignedInUser) throws(ServiceProblem) -> AppScope {
        let known = scopes
        let last = visitor.session.scope.flatMap { known.contains($0) ? $0 : nil } ?? known.first
        var candidates = known
        if let app = request.query["app"] {
            candidates = known.filter { $0.bundleID.rawValue == app }
            guard !candidates.isEmpty else {
                throw ServiceProblem(.notFound, "\(app) is not an app of this server. Choose one of its apps.")
            }
        }
        if let name = request.query["env"] {
            let own = request.query["app"] == nil ? candidates.filter { $0.bundleID == last?.bundleID } : candidates
            candidates = own.filter { $0.environment.rawValue.lowercased() == name.lowercased() }
            guard !candidates.isEmpty else {
                throw ServiceProblem(.notFound, "The app has no environment \(name). Choose one of its environments.")
            }
        }
        let isNamed = request.query["app"] != nil || request.query["env"] != nil
        return (isNamed ? candidates.first : last) ?? AppScope(bundleID: "", environment: .production)
    }

    /// The frame of a page; what is said about the last act is said once, and the app and environment are remembered.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - isShown: Whether a page comes of it, and not the way to another.
    /// - Returns: The frame.
    /// - Throws: `ServiceProblem` where the address names an app or environment that is not here; `DatabaseError`.
    func frame(_ call: ConsoleRequest, isShown: Bool = true) async throws -> PageContext {
        var visitor = try call.signedIn
        let scope = try scope(of: call)
        let notice = visitor.session.notice
        let isOpened = isShown && call.request.headers["x-refresh"] == nil
        if isOpened, notice != nil || visitor.session.scope != scope {
            visitor.session.notice = nil
            visitor.session.scope = scope
            try await sessions.save(visitor)
        }
        var frame = plainFrame(visitor, call.request, scope, notice: notice)
        frame.counts = try await counter.counts(in: scope).byPlace
        if isShown { frame.savedViews = try await savedViews(call, visitor, in: scope) }
        return frame
    }

    private func plainFrame(
        _ visitor: SignedInUser,
        _ request: HTTPRequest,
        _ scope: AppScope,
        notice: PageContext.FlashMessage? = nil
    ) -> PageContext {
        let query = request.query.rawValue
        var frame = PageContext(
            language: visitor.session.language,
            user: visitor.user.name,
            role: visitor.user.role,
            csrf: visitor.session.csrf,
            scopes: scopes.map(label),
            scope: label(scope),
            trustsSimulator: anchors.trustName != "apple",
            notice: notice,
            now: clock(),
            path: request.path + (query.isEmpty ? "" : "?" + query)
        )
        frame.release = PageContext.Release(
            version: release.version,
            started: release.started,
            uptime: sessionClock().timeIntervalSince(release.started),
            database: release.database,
            schema: release.schema
        )
        return frame
    }

    func show(_ page: Page, in frame: PageContext, status: HTTPStatus = .ok) -> HTTPResponse {
        .html(page.document(in: frame), status: status)
    }

    /// Goes back to the page of a form and shows the result there.
    func goBack(_ call: ConsoleRequest, saying text: String, isBad: Bool = false) async throws -> HTTPResponse {
        var visitor = try call.signedIn
        visitor.session.notice = PageContext.FlashMessage(text, isBad: isBad)
        try await sessions.save(visitor)
        return .redirect(to: call.back)
    }

    /// A page that says what went wrong, with the status that goes with it.
    func refusal(of error: any Error, _ request: HTTPRequest, _ visitor: SignedInUser?) async -> HTTPResponse {
        let problem = ServiceProblem(error)
        if problem.status >= 500 {
            let message = "\(request.method) of the console failed: \(error)"
            log(ServiceLogEntry(kind: .error, message: message, request: request.id))
        }
        let status = HTTPStatus(rawValue: problem.status)
        guard let visitor else { return unsignedRefusal(problem, request) }
        let fallback = scopes.first ?? AppScope(bundleID: "", environment: .production)
        var frame = plainFrame(visitor, request, (try? scope(of: request, visitor)) ?? fallback)
        if problem.status == 404 {
            // The page that is not there cannot be shown in another language or environment either.
            frame.path = "/console"
        }
        let back = ConsoleRequest(
            request: request,
            form: HTTPQuery(rawValue: String(decoding: request.body, as: UTF8.self)),
            visitor: visitor,
            address: "",
            now: frame.now
        ).back
        let message = ErrorPage(
            title: problem.status == 404
                ? frame("That is not here") : frame("That could not be done"),
            text: problem.message,
            status: problem.status,
            request: request.id,
            back: Link(
                request.method == .get ? frame("Overview") : frame("Back"),
                request.method == .get ? frame.path(to: "/console") : back
            )
        )
        return show(message.page(in: frame), in: frame, status: status)
    }

    private func unsignedRefusal(_ problem: ServiceProblem, _ request: HTTPRequest) -> HTTPResponse {
        let language = ConsoleLanguage(accepting: request.headers["accept-language"])
        let page = ErrorPage.document(problem.message, status: problem.status, request: request.id, in: language)
        return .html(page, status: HTTPStatus(rawValue: problem.status))
    }

    /// The sessions of people who are signed in.
    var sessions: ConsoleSessions { ConsoleSessions(database: database, clock: sessionClock) }

    /// Whether the browser's connection is TLS: the server's own, or that of the proxy at the public address.
    func isSecure(_ request: HTTPRequest) -> Bool {
        request.isSecure || apps.configuration.publicURL?.hasPrefix("https:") == true
    }

    /// A cookie of the console, which no script reads.
    func cookie(_ name: String, _ value: String, _ request: HTTPRequest, lifetime: Int) -> String {
        "\(name)=\(value); Path=/console; Max-Age=\(lifetime); HttpOnly; SameSite=Lax"
            + (isSecure(request) ? "; Secure" : "")
    }
}
