// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// Every route against every kind of caller, read from the routes themselves so that a new one cannot be forgotten.
@Suite struct AccessMatrixTests {
    /// A route's address with something instead of each name.
    private static func target(_ route: Route) -> String {
        route.path.replacing(/\{[^}]+\}/, with: "x")
    }

    private func status(_ shop: TestShop, _ route: Route, key: String) async throws -> Int {
        try await shop.send(route.method, Self.target(route), key: key).status.rawValue
    }

    @Test func `who shows no key, or none of this server's, is refused everywhere but where anyone may`() async throws {
        let shop = try await TestShop()
        let strangers = [
            "", "pk_nonsense", "sk_nonsense", "ct_nonsense", "Bearer", shop.secretKey + "x",
            String(shop.secretKey.dropLast()),
            shop.secretKey.uppercased(), "é",
        ]
        var guarded = 0
        for route in shop.service.routes where [.app, .customer, .backend].contains(route.access) {
            guarded += 1
            for key in strangers {
                let status = try await status(shop, route, key: key)
                #expect(status == 401, "\(route.method) \(route.path) answers \(status) to a stranger")
            }
        }
        #expect(guarded > 50)
    }

    @Test func `an app's publishable key opens no route of backends`() async throws {
        let shop = try await TestShop()
        let routes = shop.service.routes.filter { $0.access == .backend || $0.access == .customer }
        #expect(routes.count > 20)
        for route in routes {
            let status = try await status(shop, route, key: shop.publishableKey)
            #expect(status == 403, "\(route.method) \(route.path) answers \(status) to a publishable key")
        }
    }

    @Test func `the right key is never told that it is unknown`() async throws {
        let shop = try await TestShop()
        for route in shop.service.routes where !route.isStream {
            let needsSecret = [.customer, .backend].contains(route.access)
            let key = needsSecret ? shop.secretKey : route.access == .app ? shop.publishableKey : ""
            let status = try await status(shop, route, key: key)
            #expect(status != 401, "\(route.method) \(route.path) answers 401 to whom it is for")
        }
    }

    @Test func `what is open to anyone is what is meant to be`() async throws {
        let shop = try await TestShop()
        let open = shop.service.routes.filter { $0.access == .open || $0.access == .appStore }.map(\.path)
        // The last three are the old routes' addresses: what they are sent is verified like anything else.
        let allowed = [
            "/healthz", "/readyz", "/openapi.json", "/metrics", "/v1/snapshot-keys",
            "/apple/notifications/{environment}", "/postPay/ios", "/applePay/receipt", "/applePay/report",
        ]
        #expect(Set(open).isSubset(of: allowed), "\(Set(open).subtracting(allowed)) are open to anyone")
    }
}
