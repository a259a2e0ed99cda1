// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// A person in the console of a test's shop: keeps cookies, sends forms with the session's secret.
final class ConsoleVisit {
    private let service: PurserService
    private let client: InProcessClient
    var cookies: [String: String] = [:]
    private(set) var csrf = ""

    init(_ shop: TestShop) {
        (service, client) = (shop.service, shop.client)
    }

    init(_ service: PurserService, _ client: InProcessClient) {
        (self.service, self.client) = (service, client)
    }

    static let password = "correct horse battery"

    /// The first link of a page that begins so, as a browser follows it; empty when there is none.
    static func link(_ beginning: String, in page: String) -> String {
        guard let start = page.range(of: "href=\"" + beginning) else { return "" }
        let rest = page[start.lowerBound...].dropFirst(6)
        return String(rest.prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    }

    /// Makes a person of a role and signs in.
    static func signedIn(_ role: ConsoleRole, at shop: TestShop) async throws -> ConsoleVisit {
        try await signedIn(role, shop.service, shop.client)
    }

    /// Makes a person of a role and signs in.
    static func signedIn(
        _ role: ConsoleRole,
        _ service: PurserService,
        _ client: InProcessClient
    ) async throws -> ConsoleVisit {
        let name = role.rawValue
        try await service.team.saveTeamMember(name, role: role, password: password, actor: "test")
        let visit = ConsoleVisit(service, client)
        let answer = try await visit.signIn(name, password)
        try #require(answer.status == .seeOther)
        return visit
    }

    @discardableResult
    func get(_ path: String, headers: [String: String] = [:]) async throws -> InProcessClient.Response {
        try await send(.get, path, "", headers)
    }

    /// Sends a form; the secret is the session's unless the form says another.
    @discardableResult
    func post(
        _ path: String,
        _ fields: [String: String] = [:],
        headers: [String: String] = [:]
    ) async throws -> InProcessClient.Response {
        var fields = fields
        if fields["csrf"] == nil { fields["csrf"] = csrf }
        let form = HTTPQuery(fields.map { (name: $0.key, value: $0.value) }).rawValue
        return try await send(.post, path, form, headers)
    }

    /// Sends a form from an address.
    func post(_ path: String, _ fields: [String: String], from address: String) async throws -> HTTPStatus {
        var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
        headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let answer = await service.router().respond(
            to: HTTPRequest(
                method: .post,
                target: path,
                headers: headers,
                body: Data(HTTPQuery(fields.map { (name: $0.key, value: $0.value) }).rawValue.utf8),
                remoteAddress: address
            )
        )
        process(answer.headers)
        return answer.status
    }

    private func process(_ headers: HTTPHeaders) {
        for cookie in headers.values("set-cookie") {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = pair[1].isEmpty ? nil : String(pair[1])
        }
    }

    func signIn(_ name: String, _ password: String) async throws -> InProcessClient.Response {
        let page = try await get("/console/sign-in").text
        let token = page.firstMatch(of: /name="token" value="([^"]*)"/).map { String($0.1) } ?? ""
        let answer = try await post("/console/sign-in", ["token": token, "name": name, "password": password])
        if answer.status == .seeOther {
            let home = try await get("/console").text
            csrf = home.firstMatch(of: /name="csrf" value="([^"]*)"/).map { String($0.1) } ?? ""
        }
        return answer
    }

    private func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: String,
        _ headers: [String: String]
    ) async throws -> InProcessClient.Response {
        var fields = HTTPHeaders()
        if !cookies.isEmpty {
            fields["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        if method == .post { fields["Content-Type"] = "application/x-www-form-urlencoded" }
        for (name, value) in headers { fields[name] = value }
        let answer = try await client.send(method, path, headers: fields, body: Data(body.utf8))
        process(answer.headers)
        return answer
    }

    /// Asks for a page and leaves what it answers unread.
    func open(_ path: String) async -> HTTPResponse {
        let cookie = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        return await client.open(.get, path, headers: ["Cookie": cookie])
    }
}
