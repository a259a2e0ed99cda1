// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import Testing

@testable import PurserServer

@Suite struct FailureCountTests {
    @Test func `failed purchases are distinguished by code, version, country and time`() async throws {
        let shop = try await TestShop()
        let reports: [(String, String, String)] = [
            ("2", "1.0", "CHN"), ("2", "1.1", "USA"), ("3", "1.1", "CHN"), ("2", "1.1", "CHN"),
        ]
        for (code, version, storefront) in reports {
            let body: JSONValue = [
                "code": .string(code), "appVersion": .string(version), "storefront": .string(storefront),
                "productId": .string(TestShop.beans.rawValue),
            ]
            #expect(
                try await shop.send(.post, "/v1/purchase-failures", body, key: shop.publishableKey).status == .noContent
            )
            shop.clock.advance(3600)
        }
        func counts(_ by: String) async throws -> [PurchaseFailureCounts.Count] {
            let answer: PurchaseFailureCounts = try await shop.send(.get, "/v1/purchase-failures?groupBy=\(by)").json()
            return answer.counts
        }
        #expect(try await counts("code").map { [$0.code, "\($0.count)"] } == [["2", "3"], ["3", "1"]])
        #expect(
            try await counts("storefront").map { [$0.storefront, "\($0.count)"] } == [["CHN", "3"], ["USA", "1"]]
        )
        #expect(try await counts("appVersion,code").first.map { [$0.appVersion, $0.code] } == ["1.1", "2"])
        #expect(try await counts("day").map(\.count) == [4])
        let hours = try await counts("hour")
        #expect(hours.map(\.count) == [1, 1, 1, 1] && hours.first?.at == TestClock.start)
        #expect(try await counts("product").first?.product == TestShop.beans)
        #expect(try await shop.send(.get, "/v1/purchase-failures?groupBy=weather").code == "invalid-parameter")
    }

    @Test func `a later failure without a text keeps the last text`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let token = try await shop.token(of: "anna")
        for text in ["The card was declined.", "", "  ", nil] as [String?] {
            var body: JSONValue = ["code": "3"]
            if let text { body = body.with("text", .string(text)) }
            for path in ["/v1/purchase-failures", "/v1/orders/\(order.id)/failure"] {
                #expect(try await shop.send(.post, path, body, key: token).status.rawValue < 300)
            }
            shop.clock.advance(60)
        }
        let answer: PurchaseFailureCounts = try await shop.send(.get, "/v1/purchase-failures?groupBy=code").json()
        #expect(answer.counts.map(\.count) == [8])
        #expect(answer.counts.map(\.lastText) == ["The card was declined."])
    }
}
