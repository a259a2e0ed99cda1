// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

@Suite struct ConsoleRoleTests {
    @Test func `every page and act asks for its role, and whoever is not signed in gets nowhere`() async throws {
        let shop = try await TestShop()
        let routes = shop.service.console.routes
        #expect(routes.count > 20)
        var visits: [(ConsoleRole, ConsoleVisit)] = []
        for role in ConsoleRole.allCases { visits.append((role, try await .signedIn(role, at: shop))) }
        let stranger = ConsoleVisit(shop)
        for route in routes {
            guard let needed = route.role, route.path != "/console/sign-out", route.path != "/console/live" else {
                continue
            }
            let path = route.path.replacing(/\{[a-z.]*\}/, with: "x1")
            let isPage = route.method == .get
            let refused = isPage ? try await stranger.get(path) : try await stranger.post(path)
            #expect(refused.status == (isPage ? .seeOther : .unauthorized), "\(route.path)")
            for (role, visit) in visits {
                let answer = isPage ? try await visit.get(path) : try await visit.post(path)
                let isRefused = answer.status == .forbidden
                #expect(isRefused == (role < needed), "\(route.method) \(route.path) as \(role): \(answer.status)")
                #expect(answer.status.rawValue < 500, "\(route.path) as \(role)")
            }
        }
    }

    @Test func `only a viewer's own language, scope, password, views and way out are a viewer's to change`()
        async throws
    {
        let shop = try await TestShop()
        let changing = shop.service.console.routes.filter { $0.method == .post && $0.role == .viewer }
        let own: Set = [
            "/console/language", "/console/scope", "/console/sign-out", "/console/actions/password",
            "/console/actions/begin-second-factor", "/console/actions/enable-second-factor",
            "/console/actions/disable-second-factor", "/console/actions/end-other-sessions",
            "/console/actions/save-view", "/console/actions/remove-view",
        ]
        #expect(Set(changing.map(\.path)).isSubset(of: own))
    }

    @Test func `a hostile customer's name is shown and never run`() async throws {
        let shop = try await TestShop()
        let name = "<img src=x onerror=alert(1)>"
        _ = try await shop.order(TestShop.beans, customer: name)
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let encoded = PercentEncodingOfTests.encode(name)
        for path in ["/console/search?q=onerror", "/console/customers/\(encoded)", "/console/customers"] {
            let page = try await visit.get(path)
            #expect(page.status == .ok && page.text.contains("&lt;img src=x onerror"))
            #expect(!page.text.contains("<img"))
        }
    }
}

enum PercentEncodingOfTests {
    static func encode(_ text: String) -> String {
        text.utf8.map { "%" + String(format: "%02X", $0) }.joined()
    }
}
