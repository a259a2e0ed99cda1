// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// The web console: signs people in, shows pages over the same store, and acts through the same routes as the API.
struct ConsoleController: Sendable {
    let apps: Apps
    let pages: ConsoleFrame
    /// Everything the console answers.
    let routes: [ConsoleRoute]
    let database: any Database

    /// Adds the console to a router.
    func add(to router: inout Router) {
        let lost = ConsoleRoute(.get, "/{path...}", nil) { call in
            throw ServiceProblem(.notFound, "The console has no page \(call.request.path). Search, or choose a place.")
        }
        router.on(.get, "/") { _ in .redirect(to: "/console") }
        for route in routes + [lost] {
            router.on(route.method, route.path) { request in
                await respond(to: request, with: route)
            }
        }
        // The address of a form that is read, as when a page is opened again, is a page of the console, too.
        let pages = Set(routes.filter { $0.method == .get }.map(\.path))
        for route in routes where route.method == .post && !pages.contains(route.path) {
            router.on(.get, route.path) { request in await respond(to: request, with: lost) }
        }
    }

    private func respond(to request: HTTPRequest, with route: ConsoleRoute) async -> HTTPResponse {
        var visitor: SignedInUser?
        var response: HTTPResponse
        let began = ContinuousClock.now
        do {
            visitor = try await self.visitor(of: request)
            response = try await respond(request, route, visitor)
        } catch {
            response = await pages.refusal(of: error, request, visitor)
        }
        if request.method == .post, let staleness = database.replicaStaleness {
            let lifetime = Int(staleness.components.seconds) + 1
            response.headers.add("Set-Cookie", pages.cookie(Self.actedCookie, "1", request, lifetime: lifetime))
        }
        if pages.isSecure(request) { response.headers["Strict-Transport-Security"] = "max-age=31536000" }
        for (name, value) in Self.safety where response.headers[name] == nil { response.headers[name] = value }
        // Strangers learn nothing from how long a page took.
        if visitor != nil {
            let tenths = (ContinuousClock.now - began) / .microseconds(100)
            response.headers["Server-Timing"] = "app;dur=\(tenths.rounded() / 10)"
        }
        return response
    }

    private func respond(
        _ request: HTTPRequest,
        _ route: ConsoleRoute,
        _ visitor: SignedInUser?
    ) async throws -> HTTPResponse {
        try NullCharacterCheck.check(request)
        guard request.body.count <= apps.configuration.maxBodyBytes else {
            throw ServiceProblem(.bodyTooLarge, "The form is too large.")
        }
        try RequestBounds.check(request.query)
        try RequestBounds.checkForm(request.body, limit: RequestBounds.formFields)
        if let role = route.role {
            guard let visitor else {
                guard route.method == .get else { throw ServiceProblem(.unauthenticated, "Sign in first.") }
                let target = request.path + (request.query.rawValue.isEmpty ? "" : "?" + request.query.rawValue)
                return .redirect(to: "/console/sign-in?next=" + HTMLSegment.escape(target))
            }
            guard visitor.user.role >= role else {
                throw ServiceProblem(
                    .forbidden,
                    "This needs the role \(role.rawValue); yours is \(visitor.user.role.rawValue)."
                )
            }
        }
        let form = request.method == .post ? try request.form() : HTTPQuery()
        if request.method == .post {
            try requireOwnOrigin(request)
            if let visitor {
                guard constantTimeEquals(Array((form["csrf"] ?? "").utf8), Array(visitor.session.csrf.utf8)) else {
                    throw ServiceProblem(.forbidden, "The form was made for another sign-in: load the page again.")
                }
            }
        }
        let addresses = ClientAddress(trustedProxies: apps.configuration.trustedProxies)
        let call = ConsoleRequest(
            request: request,
            form: form,
            visitor: visitor,
            address: addresses.resolve(request),
            now: pages.clock(),
            tolerance: tolerance(of: request)
        )
        return try await route.handler(call)
    }

    /// Kept by a browser for as long as a replica may lack what was done: whichever server it asks, it sees that.
    static let actedCookie = "purser_console_acted"

    private func tolerance(of request: HTTPRequest) -> ReadStaleness {
        guard request.method == .get, request.cookie(Self.actedCookie) == nil else { return ReadStaleness() }
        return ReadStaleness(database.replicaStaleness ?? .zero)
    }

    /// Takes forms from our own pages alone, by what the browser says of where they stood.
    private func requireOwnOrigin(_ request: HTTPRequest) throws {
        if let site = request.headers["sec-fetch-site"] {
            guard site == "same-origin" || site == "none" else {
                throw ServiceProblem(.forbidden, "The form was sent from another site.")
            }
            return
        }
        guard let origin = request.headers["origin"] else { return }
        let host = origin.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first.map(String.init)
        let isPublic = apps.configuration.publicURL.map { $0 == origin || $0.hasPrefix(origin + "/") } ?? false
        guard isPublic || host?.lowercased() == request.headers["host"]?.lowercased() else {
            throw ServiceProblem(.forbidden, "The form was sent from another site.")
        }
    }

    private func visitor(of request: HTTPRequest) async throws -> SignedInUser? {
        guard let cookie = request.cookie(ConsoleSession.cookie) else { return nil }
        return try await pages.sessions.visitor(cookie)
    }

    /// Headers of every answer: nothing from elsewhere, no script in the page, no frame around it, nothing kept.
    static let safety: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]
}

extension HTTPRequest {
    /// A cookie's value.
    func cookie(_ name: String) -> String? {
        for field in headers.values("cookie") {
            for part in field.split(separator: ";") {
                let halves = part.split(separator: "=", maxSplits: 1)
                guard halves.count == 2, halves[0].trimmingSpaces == name else { continue }
                return String(halves[1])
            }
        }
        return nil
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String { filter { $0 != " " } }
}
