// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

@Suite struct SubscriptionDurationRouteTests {
    private func club(_ period: String, trial: String? = nil) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": "club.new", "type": "Auto-Renewable Subscription", "subscriptionGroupIdentifier": "club", "level": 1,
            "period": .string(period),
        ]
        if let trial {
            members["introductoryOffer"] = [
                "type": 1, "discount": "FREE_TRIAL", "period": .string(trial), "periodCount": 1, "eligibility": [],
                "isStackable": false,
            ]
        }
        return .object(members)
    }

    @Test(arguments: ["P4M", "P1D", "P2W", "P2Y"])
    func `a catalog with a subscription of another duration than Apple's is refused whole`(
        period: String
    )
        async throws
    {
        let shop = try await TestShop()
        let body: JSONValue = ["products": [club("P1M"), club(period)]]
        let answer = try await shop.send(.put, "/v1/catalog", body)
        #expect(answer.status == 400)
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.contains("club.new") && text.contains(period) && text.contains("P3M"))
        let catalog: CatalogBody = try await shop.send(.get, "/v1/catalog").json()
        #expect(!catalog.products.contains { $0.product.id == "club.new" })
    }

    @Test(arguments: ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"])
    func `a subscription of one of Apple's durations is accepted`(period: String) async throws {
        let shop = try await TestShop()
        #expect(try await shop.send(.put, "/v1/catalog/products/club.new", club(period)).status == 200)
    }

    @Test func `a free trial of a length that Apple does not offer is warned of`() async throws {
        let shop = try await TestShop()
        let odd: CatalogWarnings = try await shop.send(
            .put,
            "/v1/catalog/products/club.new",
            club("P1M", trial: "P5D")
        ).json()
        #expect(odd.warnings.contains { $0.code == "offer-duration" })
        let regular: CatalogWarnings = try await shop.send(
            .put,
            "/v1/catalog/products/club.new",
            club("P1M", trial: "P3D")
        ).json()
        #expect(!regular.warnings.contains { $0.code == "offer-duration" })
    }
}
