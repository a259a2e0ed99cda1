// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// The documentation's table is the one that the tests go by; `RECORD=1 swift test --filter AccessPageTests` writes it.
@Suite struct AccessPageTests {
    static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/Access.md")

    private static func page(of routes: [Route]) -> String {
        let rows = Dictionary(AccessRow.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let head =
            "| operation | " + AccessCaller.allCases.map(\.rawValue).joined(separator: " | ") + " |\n"
            + "|---|" + AccessCaller.allCases.map { _ in "---|" }.joined()
        let chapters = AccessRule.allCases.map { rule in
            let lines = routes.compactMap { route -> String? in
                guard let row = rows[route.name], row.rule == rule else { return nil }
                let cells = AccessCaller.allCases.map { row.answer(to: $0).rawValue }
                return "| `\(route.method.rawValue) \(route.path)` | " + cells.joined(separator: " | ") + " |"
            }
            return "**\(rule.reason)**\n\n\(head)\n\(lines.joined(separator: "\n"))\n"
        }
        return """
            # Access

            This page lists every operation of the API for every kind of caller, each requesting an object of a customer of one \
            app. A test sends each request with existing objects, compares the result with this table, and fails for an operation \
            without a row (`RECORD=1 swift test --filter AccessPageTests` writes the page). It also checks that no rejected \
            request stores anything.

            - **yes**: the operation succeeds.
            - **own**: the response contains only the caller's own objects, or the content of the request. It has no order, token, \
            product, transaction, event, endpoint or key of the other party.
            - **401**, **403**, **404**, **409**: rejected. The response contains no data, and nothing is stored.

            The column of the app's key is for the default `requiresCustomerTokens: "reads"`. With `"always"`, that key gets 403 \
            where an order is created, changed or shown. With `"never"`, it reads and changes every customer whose ID the caller \
            knows.

            ## Several apps on one server

            - **Customers belong to the team.** The secret key of any app reads a customer's entitlements and snapshot, merged \
            over the apps, and reads and changes balances. An iOS and a macOS app therefore share their customers.
            - **Sales belong to the app.** Only that app's keys read and change its orders, purchases, events, webhooks, catalog, \
            content, keys, audit entries, offers and requests to Apple. Another app's key gets 404 for them, or a list of its own \
            objects.
            - **Reports belong to the vendor.** A key reads, imports and fetches the reports of its app's \
            `appStoreConnect.vendorNumber`, and reports that were imported without a number.
            - **Jobs and alerts serve all apps.** Every app's secret key reads and runs them. Failure reasons and reported \
            purchases that may name another app's objects are omitted; the server's log has the reasons.
            - **An administrator in the console, or a command on the server's machine, acts for every app.**

            ## Operations

            \(chapters.joined(separator: "\n"))
            """
    }

    @Test func `the documentation's access table is the one that the tests go by`() async throws {
        let page = Self.page(of: try await TestShop().service.routes)
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(page.utf8).write(to: Self.path)
        }
        let written = try String(decoding: Data(contentsOf: Self.path), as: UTF8.self)
        #expect(written == page, "Documentation/Access.md is out of date: RECORD=1 swift test --filter AccessPageTests")
    }
}
