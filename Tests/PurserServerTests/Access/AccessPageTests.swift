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

            Every operation of the API and every kind of caller, asking for what a customer of one app has. A test sends each request \
            with objects that exist, reads this table, and fails for an operation without a row \
            (`RECORD=1 swift test --filter AccessPageTests` writes the page). It also checks that no refused request stores anything.

            - **yes**: the route's own answer.
            - **own**: what is the caller's own, or what the request itself shows. The answer names no order, token, product, \
            transaction, event, endpoint or key of the other party.
            - **401**, **403**, **404**, **409**: refused; the answer names nothing, and nothing is stored.

            The app's key is answered under the default `requiresCustomerTokens: "reads"`. Under `"always"` it gets 403 where an order \
            is created, moved or shown; under `"never"` it reads and changes every customer whose identifier it knows.

            ## Several apps on one server

            - **Customers belong to the team.** The secret key of any app reads a customer's entitlements and snapshot, which are merged \
            over the apps, and reads and changes balances. An iOS and a macOS app therefore share one customer base.
            - **What is sold belongs to the app.** Orders, purchases, events, webhooks, catalog, content, keys, audit entries, offers and \
            questions to Apple are read and changed by that app's keys only. Another app's key gets 404 for them, or a list of its own.
            - **Reports belong to the vendor.** A key reads, imports and fetches those of its app's `appStoreConnect.vendorNumber`, and \
            those that were kept without a number.
            - **The server's work and alerts serve all apps.** Every app's secret key reads and runs them. Reasons of failures and reported \
            purchases that may name another app's are left out; the server's log has the reasons.
            - **An administrator of the console, or a command on the server's machine, acts for every app.**

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
