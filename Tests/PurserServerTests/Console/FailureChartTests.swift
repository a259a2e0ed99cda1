// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// The chart of purchases that failed on devices, by the version of the app.
@Suite struct FailureChartTests {
    /// An app whose versions reported failures on 1 March and on 11 March, one of them without a version.
    private func shop() async throws -> TestShop {
        let shop = try await TestShop()
        let days: [[(code: String, version: String?, product: ProductID)]] = [
            [("2", "1.0", TestShop.beans), ("2", "1.0", TestShop.beans), ("3", "1.1", TestShop.beans)],
            [
                ("2", "1.0", TestShop.beans), ("2", "1.1", TestShop.beans), ("3", "1.1", TestShop.beans),
                ("3", "1.1", TestShop.grinder), ("2", nil, TestShop.beans),
            ],
        ]
        for reports in days {
            for (code, version, product) in reports {
                var body: JSONValue = [
                    "code": .string(code), "productId": .string(product.rawValue), "storefront": "CHN",
                ]
                if let version { body = body.with("appVersion", .string(version)) }
                let answer = try await shop.send(.post, "/v1/purchase-failures", body, key: shop.publishableKey)
                try #require(answer.status == .noContent)
                shop.clock.advance(60)
            }
            shop.clock.advance(days: 10)
        }
        return shop
    }

    /// The segments of the chart's file in their order: each with its sum of all days, and the sum that is compared.
    private func sums(_ query: String, _ visit: ConsoleVisit) async throws -> [String] {
        let range = "from=2026-03-06&until=2026-03-15&res=day"
        let answer = try await visit.get("/console/charts/purchase-failures/csv?\(range)&\(query)")
        try #require(answer.status == .ok)
        var names: [String] = []
        var sums: [String: (own: Int, before: Int)] = [:]
        for line in answer.text.split(separator: "\r\n").dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if sums[cells[2]] == nil { names.append(cells[2]) }
            let sum = sums[cells[2]] ?? (0, 0)
            sums[cells[2]] = (sum.own + (Int(cells[4]) ?? 0), sum.before + (Int(cells[7]) ?? 0))
        }
        return names.map { "\($0): \(sums[$0]?.own ?? 0) after \(sums[$0]?.before ?? 0)" }
    }

    @Test func `failures are taken apart by the app's version, as the API counts them`() async throws {
        let shop = try await shop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        // The whole and the reports without a version have the same empty name in the file.
        let found = try await sums("by=appVersion", visit)
        #expect(found == ["1.1: 3 after 1", ": 6 after 3", "1.0: 1 after 2"])
        let first = ReportingZone.pacific.start(of: try #require(CivilDay("2026-03-06"))).millisecondsSince1970
        let counts: PurchaseFailureCounts = try await shop.send(
            .get,
            "/v1/purchase-failures?from=\(first)&groupBy=appVersion"
        ).json()
        #expect(counts.counts.map { "\($0.appVersion ?? "-") \($0.count)" } == ["1.1 3", "- 1", "1.0 1"])
        #expect(try await sums("", visit) == ["2: 3 after 2", "3: 2 after 1", ": 5 after 3"], "by code")
    }

    @Test func `filters narrow the failures of each version`() async throws {
        let visit = try await ConsoleVisit.signedIn(.viewer, at: try await shop())
        let grinders = try await sums("by=appVersion&vs=none&product=\(TestShop.grinder)", visit)
        #expect(grinders == ["1.1: 1 after 0", ": 1 after 0"])
        #expect(try await sums("by=appVersion&vs=none&region=asia-pacific", visit).first == "1.1: 3 after 0")
        #expect(try await sums("by=appVersion&vs=none&storefront=USA", visit) == [": 0 after 0"])
    }

    @Test func `the page of failures alone offers the app's version`() async throws {
        let shop = try await shop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let address = "from=2026-03-06&until=2026-03-15"
        let page = try await visit.get("/console/charts/purchase-failures?\(address)&by=appVersion").text
        #expect(page.contains("<h2 id=\"chart-all-title\">Purchase failures · By app version</h2>"))
        #expect(page.contains("aria-current=\"true\">By app version</a>") && page.contains(">App version</th>"))
        #expect(page.contains("groupBy=appVersion&amp;environment"), "the call of the API counts the same")
        // The list of charts leads to the others without what they do not have.
        #expect(ConsoleVisit.link("/console/charts/purchase-failures?", in: page).contains("by=appVersion"))
        #expect(!ConsoleVisit.link("/console/charts/refund-requests?", in: page).contains("by="))
        let other = try await visit.get("/console/charts/payments?\(address)&by=appVersion").text
        #expect(other.contains("could not be read: by</p>") && !other.contains("By app version"))
        let plain = try await visit.get("/console/charts/purchase-failures?\(address)").text
        #expect(plain.contains("By app version") && plain.contains("groupBy=code"))
    }
}
