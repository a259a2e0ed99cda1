// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Console
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct ConsoleSignInTests {
    @Test func `the first password is made once and opens the console`() async throws {
        let shop = try await TestShop()
        let first = try #require(try await shop.service.createInitialAdministrator())
        #expect(try await shop.service.createInitialAdministrator() == nil)
        // A password that begins with a sign is an option to a command line.
        #expect(first.password.wholeMatch(of: /[2-9a-kmnp-z]{24}/) != nil)
        let visit = ConsoleVisit(shop)
        #expect(try await visit.get("/console").headers["Location"] == "/console/sign-in?next=%2Fconsole")
        #expect(try await visit.signIn(first.name, first.password).headers["Location"] == "/console")
        #expect(try await visit.get("/console").text.contains("Sign out"))
        let audit = try await shop.database.read { try $0.auditEntries(limit: 10) }
        #expect(audit.contains { $0.entry.action == "console.sign-in" && $0.entry.actor == "operator admin" })
    }

    @Test func `a wrong password and an unknown name are refused alike, and soon slowed down`() async throws {
        let shop = try await TestShop()
        _ = try await shop.service.createInitialAdministrator()
        let visit = ConsoleVisit(shop)
        let wrong = try await visit.signIn("admin", "wrong password")
        let unknown = try await visit.signIn("unknown", "wrong password")
        #expect(wrong.status == .unauthorized && unknown.status == .unauthorized)
        let message = /role="alert">([^<]*)</
        #expect(wrong.text.firstMatch(of: message)?.1 == unknown.text.firstMatch(of: message)?.1)
        for _ in 0..<4 { _ = try await visit.signIn("admin", "wrong again, you") }
        let slowed = try await visit.signIn("admin", "wrong again, you")
        #expect(slowed.status == .tooManyRequests && slowed.headers["Retry-After"] != nil)
        shop.clock.advance(1000)
        #expect(try await visit.signIn("admin", "wrong again, you").status == .unauthorized)
    }

    private func attempt(_ visit: ConsoleVisit, _ password: String, from address: String) async throws -> HTTPStatus {
        let page = try await visit.get("/console/sign-in").text
        let token = page.firstMatch(of: /name="token" value="([^"]*)"/).map { String($0.1) } ?? ""
        return try await visit.post(
            "/console/sign-in",
            ["token": token, "name": "admin", "password": password],
            from: address
        )
    }

    @Test func `wrong passwords from anywhere never lock the legitimate person out`() async throws {
        let shop = try await TestShop()
        let first = try #require(try await shop.service.createInitialAdministrator())
        for number in 1...40 {
            let stranger = ConsoleVisit(shop)
            let status = try await attempt(stranger, "wrong password", from: "198.51.100.\(number)")
            #expect(status == .unauthorized, "a network's first try is always looked at: \(number)")
            if number > 25 {
                #expect(try await attempt(stranger, first.password, from: "198.51.100.\(number)") == .tooManyRequests)
            }
        }
        // A network no one knows, in the middle of the attack.
        #expect(try await attempt(ConsoleVisit(shop), first.password, from: "203.0.113.7") == .seeOther)
    }

    @Test func `a network counts as one, however many IPv6 addresses of it are used`() async throws {
        let shop = try await TestShop()
        let first = try #require(try await shop.service.createInitialAdministrator())
        for number in 1...5 {
            let status = try await attempt(ConsoleVisit(shop), "wrong password", from: "2001:db8:1:2::\(number)")
            #expect(status == .unauthorized)
        }
        #expect(try await attempt(ConsoleVisit(shop), first.password, from: "2001:db8:1:2:ffff::1") == .tooManyRequests)
        #expect(try await attempt(ConsoleVisit(shop), first.password, from: "2001:db8:1:3::1") == .seeOther)
    }

    @Test func `who signed in before passes while the own network is used for guessing`() async throws {
        let shop = try await TestShop()
        let first = try #require(try await shop.service.createInitialAdministrator())
        let own = ConsoleVisit(shop)
        #expect(try await attempt(own, first.password, from: "203.0.113.7") == .seeOther)
        for _ in 0..<12 { _ = try await attempt(ConsoleVisit(shop), "wrong password", from: "203.0.113.7") }
        // The network is one from which this person signed in: there is room for a fresh browser.
        #expect(try await attempt(ConsoleVisit(shop), first.password, from: "203.0.113.7") == .seeOther)
        for _ in 0..<40 { _ = try await attempt(ConsoleVisit(shop), "wrong password", from: "203.0.113.7") }
        #expect(try await attempt(ConsoleVisit(shop), first.password, from: "203.0.113.7") == .tooManyRequests)
        // The browser itself is known.
        own.cookies["purser_console"] = nil
        #expect(try await attempt(own, first.password, from: "203.0.113.7") == .seeOther)
    }

    @Test func `a guesser with the device cookie of one person is a stranger to another's account`() async throws {
        let shop = try await TestShop()
        _ = try #require(try await shop.service.createInitialAdministrator())
        try await shop.service.team.saveTeamMember(
            "viewer",
            role: .viewer,
            password: ConsoleVisit.password,
            actor: "test"
        )
        let viewer = ConsoleVisit(shop)
        #expect(try await viewer.signIn("viewer", ConsoleVisit.password).status == .seeOther)
        viewer.cookies["purser_console"] = nil
        var statuses: [HTTPStatus] = []
        for _ in 0..<6 { statuses.append(try await attempt(viewer, "wrong password", from: "198.51.100.1")) }
        #expect(statuses.last == .tooManyRequests)
    }

    @Test func `a session changes its password while others guess it`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        for _ in 0..<20 { _ = try await attempt(ConsoleVisit(shop), "wrong password", from: "198.51.100.9") }
        let form = ["old": ConsoleVisit.password, "new": "another long password", "confirm": "yes"]
        #expect(try await visit.post("/console/actions/password", form).headers["Location"] != nil)
        #expect(try await attempt(ConsoleVisit(shop), "another long password", from: "203.0.113.9") == .seeOther)
    }

    @Test func `a session's cookie cannot be read by script nor sent by other sites, and only its hash is stored`()
        async throws
    {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let cookie = try #require(visit.cookies["purser_console"])
        let remaining = try await shop.database.read { try $0.records(in: ConsoleSession.records).map(\.name) }
        #expect(remaining == [ConsoleSession.name(of: cookie)] && !remaining.contains(cookie))
        let again = ConsoleVisit(shop)
        let page = try await again.get("/console/sign-in")
        let token = try #require(page.text.firstMatch(of: /name="token" value="([^"]*)"/)?.1)
        let answer = try await again.post(
            "/console/sign-in",
            ["token": String(token), "name": "viewer", "password": ConsoleVisit.password]
        )
        let field = try #require(answer.headers.values("set-cookie").first { $0.hasPrefix("purser_console=") })
        #expect(field.contains("HttpOnly") && field.contains("SameSite=Lax") && field.contains("Path=/console"))
    }

    @Test func `a session ends by time, by signing out and by a new password`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        #expect(try await visit.get("/console").status == .ok)
        let cookies = visit.cookies
        try await visit.post("/console/sign-out")
        visit.cookies = cookies
        #expect(try await visit.get("/console").status == .seeOther)

        let second = try await ConsoleVisit.signedIn(.support, at: shop)
        shop.clock.advance(ConsoleSession.maximumIdle - 10)
        #expect(try await second.get("/console").status == .ok)
        shop.clock.advance(ConsoleSession.maximumIdle + 10)
        #expect(try await second.get("/console").status == .seeOther)

        let third = try await ConsoleVisit.signedIn(.admin, at: shop)
        try await shop.service.team.saveTeamMember("admin", role: nil, password: "another long password", actor: "test")
        #expect(try await third.get("/console").status == .seeOther)
    }

    @Test func `a removed person's session is over, also when the name is given again`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let other = try await ConsoleVisit.signedIn(.admin, at: shop)
        let session = try #require(visit.cookies["purser_console"])
        let name = ConsoleSession.name(of: session)
        let remaining = try #require(try await shop.database.read { try $0.value(name, in: ConsoleSession.records) })
        try await shop.service.team.removePerson("viewer", actor: "test")
        let names = try await shop.database.read { try $0.records(in: ConsoleSession.records).map(\.name) }
        #expect(names == [ConsoleSession.name(of: try #require(other.cookies["purser_console"]))])
        try await shop.service.team.saveTeamMember(
            "viewer",
            role: .admin,
            password: ConsoleVisit.password,
            actor: "test"
        )
        #expect(try await visit.get("/console/team").status == .seeOther)
        // One that began while its person was removed is another person's, too.
        let now = shop.clock.now
        try await shop.database.write { try $0.upsert(remaining, as: name, in: ConsoleSession.records, now: now) }
        #expect(try await visit.get("/console/team").headers["Location"]?.hasPrefix("/console/sign-in") == true)
        #expect(try await other.get("/console/team").status == .ok)
    }

    @Test func `a form without the session's secret, or from another site, changes nothing`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        let form = [
            "customer": "anna", "entitlement": "club", "days": "3", "reason": "x", "confirm": "yes",
            "scope": "com.example.coffee Production",
        ]
        let stolen = try await visit.post("/console/actions/grant", form.merging(["csrf": "guess"]) { $1 })
        #expect(stolen.status == .forbidden)
        for headers in [
            ["Sec-Fetch-Site": "cross-site"], ["Origin": "https://evil.example", "Host": "purser.example"],
        ] {
            #expect(try await visit.post("/console/actions/grant", form, headers: headers).status == .forbidden)
        }
        #expect(try await !shop.isEntitled("anna", to: "club"))
        let unconfirmed = try await visit.post("/console/actions/grant", form.merging(["confirm": ""]) { $1 })
        #expect(unconfirmed.status == .badRequest)
        #expect(try await !shop.isEntitled("anna", to: "club"))
        let own = ["Sec-Fetch-Site": "same-origin", "Origin": "https://purser.example", "Host": "purser.example"]
        #expect(try await visit.post("/console/actions/grant", form, headers: own).status == .seeOther)
        #expect(try await shop.isEntitled("anna", to: "club"))
    }

    @Test func `whoever may set a password may sign in with it, in any script`() async throws {
        let shop = try await TestShop()
        let password = String(repeating: "密", count: 67)
        try await shop.service.team.saveTeamMember("anna", role: .viewer, password: password, actor: "test")
        let visit = ConsoleVisit(shop)
        #expect(try await visit.signIn("anna", password).status == .seeOther)
        let maximum = String(repeating: "€", count: 200)
        let form = ["old": password, "new": maximum, "confirm": "yes"]
        #expect(try await visit.post("/console/actions/password", form).status == .seeOther)
        #expect(try await ConsoleVisit(shop).signIn("anna", maximum).status == .seeOther)
        for wrong in [String(repeating: "a", count: 11), maximum + "€", String(repeating: "👩‍👩‍👧‍👦", count: 100)] {
            await #expect(throws: ServiceProblem.self) {
                try await shop.service.team.saveTeamMember("anna", role: nil, password: wrong, actor: "test")
            }
        }
    }

    @Test func `no one is signed in by another site's form`() async throws {
        let shop = try await TestShop()
        _ = try await shop.service.createInitialAdministrator()
        let visit = ConsoleVisit(shop)
        let answer = try await visit.post("/console/sign-in", ["token": "t", "name": "admin", "password": "x"])
        #expect(answer.status == .forbidden && visit.cookies["purser_console"] == nil)
    }

    @Test func `every answer forbids what the console never does`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        for path in ["/console", "/console/sign-in", "/console/assets/console.js", "/console/customers/no one"] {
            let headers = try await visit.get(path).headers
            let policy = try #require(headers["Content-Security-Policy"])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
            #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
            #expect(headers["X-Content-Type-Options"] == "nosniff" && headers["X-Frame-Options"] == "DENY")
        }
        #expect(try await visit.get("/console").headers["Cache-Control"] == "no-store")
    }

    @Test func `under TLS a browser is asked to use nothing else`() async throws {
        let shop = try await TestShop { $0.publicURL = nil }
        func policy(isSecure: Bool, _ shop: TestShop) async -> String? {
            let request = HTTPRequest(target: "/console/sign-in", isSecure: isSecure)
            return await shop.service.router().respond(to: request).headers["Strict-Transport-Security"]
        }
        #expect(await policy(isSecure: true, shop) == "max-age=31536000")
        #expect(await policy(isSecure: false, shop) == nil)
        let proxied = try await TestShop { $0.publicURL = "https://purser.example.com" }
        #expect(await policy(isSecure: false, proxied) == "max-age=31536000")
    }

    @Test func `one never goes to another site after signing in`() async throws {
        let shop = try await TestShop()
        try await shop.service.team.saveTeamMember(
            "anna",
            role: .viewer,
            password: ConsoleVisit.password,
            actor: "test"
        )
        for next in ["https://evil.example", "//evil.example", "/consoles", "/console/\\evil", "javascript:x"] {
            let visit = ConsoleVisit(shop)
            let page = try await visit.get("/console/sign-in").text
            let token = String(try #require(page.firstMatch(of: /name="token" value="([^"]*)"/)?.1))
            let form = ["token": token, "name": "anna", "password": ConsoleVisit.password, "next": next]
            let answer = try await visit.post("/console/sign-in", form)
            #expect(answer.headers["Location"] == "/console", "\(next)")
        }
    }
}
