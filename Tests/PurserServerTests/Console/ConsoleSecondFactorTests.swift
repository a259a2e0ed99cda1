// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Console
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

@Suite struct ConsoleSecondFactorTests {
    /// The vectors of RFC 6238, appendix B, with six of the eight digits.
    @Test(arguments: [
        (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
        (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
    func `one-time passwords are those of RFC 6238`(second: Int, code: String) {
        let password = OneTimePassword(secret: Array("12345678901234567890".utf8))
        let date = Date(timeIntervalSince1970: Double(second))
        #expect(password.code(of: OneTimePassword.step(of: date)) == code)
        #expect(password.base32 == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    }

    @Test func `a code is accepted once, one step early or late, and no further`() {
        let password = OneTimePassword(secret: Array(repeating: 7, count: 20))
        let date = Date(timeIntervalSince1970: 3_000_000)
        let now = OneTimePassword.step(of: date)
        for step in now - 1...now + 1 {
            #expect(password.step(of: password.code(of: step), at: date, after: 0) == step)
            #expect(password.step(of: password.code(of: step), at: date, after: step) == nil)
        }
        for step in [now - 2, now + 2] {
            #expect(password.step(of: password.code(of: step), at: date, after: 0) == nil)
        }
    }

    /// Turns the second factor on and answers its secret and the recovery codes.
    private func enable(_ visit: ConsoleVisit, _ shop: TestShop) async throws -> (OneTimePassword, [String]) {
        _ = try await visit.post("/console/actions/begin-second-factor")
        let user = try await shop.service.database.read { reader in
            try reader.records(in: ConsoleSession.records).compactMap { try $0.value.pendingSecret }.first
        }
        let password = OneTimePassword(secret: Array(try #require(user)))
        let account = try await visit.get("/console/account")
        #expect(account.text.contains(password.base32))
        let wrong = try await visit.post("/console/actions/enable-second-factor", ["code": "000000"])
        #expect(wrong.status == .seeOther)
        let code = password.code(of: OneTimePassword.step(of: shop.service.sessionClock()))
        let page = try await visit.post("/console/actions/enable-second-factor", ["code": code])
        let codes = page.text.matches(of: /[0-9a-f]{4}(-[0-9a-f]{4}){3}/).map { String($0.0) }
        #expect(Set(codes).count == SecondFactor.recoveryCount)
        return (password, Array(Set(codes)).sorted())
    }

    @Test func `signing in needs the code after the password, and a recovery code works once`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let (_, codes) = try await enable(visit, shop)
        let stranger = ConsoleVisit(shop)
        let first = try await stranger.signIn("support", ConsoleVisit.password)
        #expect(first.headers["location"]?.hasPrefix("/console/sign-in/code") == true)
        // The password alone opens nothing.
        #expect(try await stranger.get("/console").status == .seeOther)
        func enter(_ code: String) async throws -> HTTPStatus {
            let page = try await stranger.get("/console/sign-in/code").text
            let token = page.firstMatch(of: /name="token" value="([^"]*)"/).map { String($0.1) } ?? ""
            return try await stranger.post("/console/sign-in/code", ["token": token, "code": code]).status
        }
        #expect(try await enter("123456") == .unauthorized)
        #expect(try await enter(codes[0]) == .seeOther)
        #expect(try await stranger.get("/console").status == .ok)
        let second = ConsoleVisit(shop)
        _ = try await second.signIn("support", ConsoleVisit.password)
        let page = try await second.get("/console/sign-in/code").text
        let token = page.firstMatch(of: /name="token" value="([^"]*)"/).map { String($0.1) } ?? ""
        let again = try await second.post("/console/sign-in/code", ["token": token, "code": codes[0]])
        #expect(again.status == .unauthorized)
    }

    @Test func `five wrong codes end a sign-in, and an administrator can turn the factor off`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let (_, codes) = try await enable(visit, shop)
        let factors = shop.service.secondFactors
        let user = try #require(try await shop.service.database.read { try $0.consoleUser("support") })
        let now = shop.service.sessionClock()
        let cookie = try await factors.begin(user, now: now)
        for _ in 0..<SignInChallenge.maximumFailures {
            #expect(try await factors.finish(cookie, code: "0", now: now) == nil)
        }
        #expect(try await factors.finish(cookie, code: codes[1], now: now) == nil)
        let old = try await factors.begin(user, now: now.addingTimeInterval(-301))
        #expect(try await factors.finish(old, code: codes[1], now: now) == nil)
        let admin = try await ConsoleVisit.signedIn(.admin, at: shop)
        #expect(try await admin.get("/console/team").text.contains("reset-second-factor"))
        _ = try await admin.post("/console/actions/reset-second-factor", ["name": "support", "confirm": "yes"])
        let stranger = ConsoleVisit(shop)
        let answer = try await stranger.signIn("support", ConsoleVisit.password)
        #expect(answer.headers["location"] == "/console")
    }

    @Test func `a person sees the own sessions and ends the others`() async throws {
        let shop = try await TestShop()
        let one = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let other = ConsoleVisit(shop)
        _ = try await other.signIn("viewer", ConsoleVisit.password)
        #expect(try await one.get("/console/account").text.contains("end-other-sessions"))
        _ = try await one.post("/console/actions/end-other-sessions", ["confirm": "yes"])
        #expect(try await other.get("/console").status == .seeOther)
        #expect(try await one.get("/console").status == .ok)
    }

    @Test func `a password from the command line ends the sessions and can turn the second factor off`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        _ = try await enable(visit, shop)
        #expect(try await shop.service.resetTeamMember("missing", turnsSecondFactorOff: true) == nil)
        let password = try #require(try await shop.service.resetTeamMember("support", turnsSecondFactorOff: true))
        #expect(try await visit.get("/console").status == .seeOther)
        let other = ConsoleVisit(shop)
        #expect(try await other.signIn("support", ConsoleVisit.password).status == .unauthorized)
        #expect(try await other.signIn("support", password).headers["location"] == "/console")
        #expect(try await shop.service.teamMembers().map(\.hasSecondFactor) == [false])
    }
}
