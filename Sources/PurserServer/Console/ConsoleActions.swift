// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// What people do in the console: through the same routes as the API, with the person as the caller.
struct ConsoleActions: Sendable {
    let apiRoutes: [Route]
    let apps: Apps
    let pages: ConsoleFrame
    let database: any Database

    /// A route that changes something: it wants the person's tick, and what goes wrong is said on the page it came
    /// from.
    ///
    /// What only reads wants no tick.
    func perform(
        _ name: String,
        _ role: ConsoleRole,
        isConfirmed: Bool = true,
        _ perform: @escaping @Sendable (ConsoleRequest, SignedInUser) async throws -> String
    ) -> ConsoleRoute {
        ConsoleRoute(.post, "/actions/" + name, role) { call in
            let visitor = try call.signedIn
            guard !isConfirmed || call.form["confirm"] == "yes" else {
                throw ServiceProblem(
                    .invalidParameter,
                    visitor.session.language("Confirm it by the tick, then send it again.")
                )
            }
            do {
                return try await pages.goBack(call, saying: try await perform(call, visitor))
            } catch let problem as ServiceProblem where problem.status < 500 || problem.code.isTemporary {
                return try await pages.goBack(call, saying: problem.message, isBad: true)
            }
        }
    }

    /// Acts as the API does: through the very route, with the person as the caller, so that the audit log names them.
    @discardableResult
    func perform(
        _ name: String,
        path: [String: String] = [:],
        query: [(String, String)] = [],
        body: JSONValue? = nil,
        data: Data? = nil,
        in scope: AppScope,
        _ call: ConsoleRequest,
        _ visitor: SignedInUser
    ) async throws -> HTTPResponse {
        guard let route = apiRoutes.first(where: { $0.name == name }), let app = apps[scope.bundleID]
        else {
            throw ServiceProblem(.internalError, "There is no route \(name).")
        }
        let isScoped = route.query.contains { $0.name == Route.Parameter.environment.name }
        let items = (isScoped ? [("environment", scope.environment.rawValue)] : []) + query
        let address = path.reduce(route.path) { path, value in
            path.replacing("{\(value.key)}", with: HTML.escapeSegment(value.value))
        }
        var request = HTTPRequest(
            method: route.method,
            target: address + "?" + HTTPQuery(items.map { (name: $0.0, value: $0.1) }).rawValue,
            headers: ["Content-Type": "application/json"],
            body: try data ?? body.map { try ServiceJSON.encode($0) } ?? Data()
        )
        request.pathParameters = path
        try RequestContract(route).check(request)
        var caller = Caller(identity: .person(name: visitor.user.name), app: app, address: call.address)
        caller.isAdministrator = visitor.user.role == .admin
        caller.isViewer = visitor.user.role == .viewer
        return try await route.handler(RequestContext(request: request, caller: caller, now: call.now))
    }

    /// Notes in the audit log what a person did to something.
    func record(_ action: String, _ target: String, _ detail: String?, _ call: ConsoleRequest) async throws {
        let audit = AuditRecord(
            actor: try call.signedIn.actor,
            action: action,
            target: target,
            instant: call.now,
            detail: detail,
            app: (try? pages.scope(call.form["scope"]))?.bundleID
        )
        try await database.write { try $0.record(audit) }
    }
}

extension HTTPResponse {
    /// The JSON of an answer that is all there.
    func json() throws -> JSONValue {
        guard case .bytes(let bytes) = body, !bytes.isEmpty else { return .null }
        return try ServiceJSON.decode(from: bytes)
    }
}
