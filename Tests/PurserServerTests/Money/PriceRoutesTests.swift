// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Testing

@testable import PurserServer

@Suite struct PriceRoutesTests {
    private static func shop() async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { request in
            let answer =
                request.url.contains("pricePoints")
                ? """
                {"data":[\(point("1", "0.99", "USA")),\(point("2", "1.09", "USA")),\(point("3", "7", "CHN"))]}
                """
                : request.url.contains("inAppPurchasesV2")
                    ? #"{"data":[{"type":"inAppPurchases","id":"77","attributes":{"productId":"coffee.beans.100"}}]}"#
                    : #"{"data":[]}"#
            return HTTPClientResponse(
                status: 200,
                headers: [("Content-Type", "application/json")],
                body: Data(answer.utf8)
            )
        }
        return try await TestShop(transport: transport) { configuration in
            configuration.apps[0].appStoreConnect = AppStoreConnectConfiguration(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                vendorNumber: "8000",
                url: "https://connect.test"
            )
        }
    }

    private static func point(_ id: String, _ price: String, _ territory: String) -> String {
        """
        {"type":"inAppPurchasePricePoints","id":"\(id)","attributes":{"customerPrice":"\(price)","proceeds":"0.7"},\
        "relationships":{"territory":{"data":{"type":"territories","id":"\(territory)"}}}}
        """
    }

    @Test func `fetched price points replace the approximation and prices are equalized to them`() async throws {
        let shop = try await Self.shop()
        let before: PricePointList = try await shop.send(.get, "/v1/price-points/USA").json()
        #expect(before.origin == "approximation" && before.points.count > 100)
        let product: JSONValue = ["productId": .string(TestShop.beans.rawValue)]
        let fetched: PricePointSummary = try await shop.send(.post, "/v1/price-points", product).json()
        #expect(fetched.storefronts.map(\.storefront) == ["CHN", "USA"])
        let after: PricePointList = try await shop.send(.get, "/v1/price-points/USA").json()
        #expect(after.origin == "app-store-connect" && after.points == [990, 1090])
        let input: JSONValue = ["price": 9990, "unavailable": ["JPN"], "manual": ["DEU": 12_340]]
        let prices: EqualizedPrices = try await shop.send(.post, "/v1/prices/equalize", input).json()
        let byCountry = Dictionary(uniqueKeysWithValues: prices.prices.map { ($0.storefront, $0) })
        #expect(byCountry["USA"]?.price?.milliunits == 9990 && byCountry["USA"]?.reason == "base")
        #expect(byCountry["CHN"]?.price?.milliunits == 7000 && byCountry["CHN"]?.reason == "equalized")
        #expect(byCountry["DEU"]?.price?.milliunits == 12_340 && byCountry["DEU"]?.reason == "manual")
        #expect(byCountry["JPN"]?.price == nil && byCountry["JPN"]?.reason == "not-available")
    }

    @Test func `a product that App Store Connect does not have is named, and bad rates are refused`() async throws {
        let shop = try await Self.shop()
        #expect(try await shop.send(.post, "/v1/price-points", ["productId": "nothing"]).code == "unknown-product")
        let input: JSONValue = ["price": 9990, "rates": ["EUR": "none"]]
        #expect(try await shop.send(.post, "/v1/prices/equalize", input).status.rawValue == 400)
        #expect(try await shop.send(.get, "/v1/price-points/ZZZ").status.rawValue == 404)
    }
}
