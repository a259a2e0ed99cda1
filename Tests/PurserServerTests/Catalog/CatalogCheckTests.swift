// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import HTTPService
import Testing

@testable import PurserServer

@Suite struct CatalogCheckTests {
    private static func page(_ items: [(id: String, attributes: String)]) -> HTTPClientResponse {
        let data = items.map { #"{"type":"t","id":"\#($0.id)","attributes":{\#($0.attributes)}}"# }
        return HTTPClientResponse(
            status: 200,
            headers: [("Content-Type", "application/json")],
            body: Data(#"{"data":[\#(data.joined(separator: ","))],"links":{"self":"x"}}"#.utf8)
        )
    }

    private func shop() async throws -> TestShop {
        let transport = RecordingTransport { request in
            if request.url.contains("inAppPurchasesV2") {
                return Self.page([
                    ("13", #""productId":"coffee.beans.100","state":"APPROVED""#),
                    ("14", #""productId":"coffee.grinder","state":"READY_TO_SUBMIT""#),
                    ("15", #""productId":"coffee.season","state":"APPROVED""#),
                    ("99", #""productId":"coffee.new","state":"APPROVED""#),
                ])
            }
            if request.url.contains("/subscriptions") {
                return Self.page([("11", #""productId":"coffee.club.monthly","state":"APPROVED""#)])
            }
            return Self.page([("7", #""referenceName":"Club""#)])
        }
        let key = try PrivateKey.generate(.p256).pem
        return try await TestShop(transport: transport) { configuration in
            configuration.apps[0].appStoreConnect = AppStoreConnectConfiguration(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                vendorNumber: "80012345",
                url: "https://connect.test"
            )
        }
    }

    @Test func `what Apple lacks or has not approved is warned of, told once, and what the catalog lacks is named`()
        async throws
    {
        let shop = try await shop()
        let checked: CatalogWarnings = try await shop.send(.post, "/v1/catalog/check").json()
        let codes = Set(checked.warnings.map { "\($0.product) \($0.code)" })
        #expect(
            codes.isSuperset(of: [
                "coffee.grinder not-approved", "coffee.club.yearly missing", "coffee.new not-in-catalog",
            ])
        )
        #expect(codes.contains("coffee.beans.100 missing") == false)
        await shop.service.catalogFeature.checkCatalogs()
        let received = try await shop.events().filter { $0.type == .catalogWarning }
        #expect(
            Set(received.map { "\($0.product?.rawValue ?? "") \($0.reason ?? "")" }) == [
                "coffee.grinder not-approved", "coffee.club.yearly missing",
            ]
        )
        #expect(received.count == 2)
    }

    @Test func `an imported file's prices are in the currency of its storefront, unless another one is named`()
        async throws
    {
        let shop = try await TestShop()
        func prices(_ storefront: String, _ query: String = "") async throws -> JSONValue? {
            let file: JSONValue = [
                "products": [["displayPrice": "12.00", "productID": "lamp", "type": "Consumable"]],
                "settings": ["_storefront": .string(storefront)], "version": ["major": 3, "minor": 0],
            ]
            let answer = try await shop.send(.post, "/v1/catalog/storekit\(query)", file)
            guard answer.status == 200 else { return answer.code.map { .string($0) } }
            let list: JSONValue = try await shop.send(.get, "/v1/catalog").json()
            return list["products"]?.array?.first?["price"]
        }
        #expect(try await prices("CHN") == ["milliunits": 12_000, "currency": "CNY"])
        #expect(try await prices("CHN", "?currency=USD") == ["milliunits": 12_000, "currency": "USD"])
        #expect(try await prices("QQQ") == "invalid-parameter")
    }

    @Test func `a catalog of 5,000 products is imported, although it is larger than other requests may be`()
        async throws
    {
        let shop = try await TestShop()
        let description = String(repeating: "All of it. ", count: 30)
        let products = (0..<5000).map { number -> JSONValue in
            [
                "displayPrice": "0.99", "productID": .string("pack.\(number)"), "type": "Consumable",
                "referenceName": .string("Pack \(number)"),
                "localizations": [
                    ["locale": "en_US", "displayName": .string("Pack \(number)"), "description": .string(description)]
                ],
            ]
        }
        let file: JSONValue = [
            "products": .array(products), "settings": ["_storefront": "USA"], "version": ["major": 3, "minor": 0],
        ]
        let size = try ServiceJSON.encode(file).count
        #expect(size > shop.service.configuration.maxBodyBytes)
        #expect(try await shop.send(.post, "/v1/catalog/storekit", file).status == 200)
        let purchase = TransactionPayload.purchase("pack.4999")
        #expect(try await shop.verify(purchase, customer: "anna").status == 200)
        let other: JSONValue = ["signedTransaction": .string(String(repeating: "a", count: size))]
        #expect(try await shop.send(.post, "/v1/transactions", other).status == 413)
    }

    @Test func `an app's first list has what is shown, in order, and only what is to be promoted when it asks so`()
        async throws
    {
        let shop = try await TestShop()
        func put(_ id: String, _ more: [String: JSONValue]) async throws {
            let own: [String: JSONValue] = ["id": .string(id), "type": "Consumable"]
            let body = JSONValue.object(own.merging(more) { $1 })
            #expect(try await shop.send(.put, "/v1/catalog/products/\(id)", body).status == 200)
        }
        try await put("b.second", ["promotionOrder": 2])
        try await put("c.first", ["promotionOrder": 1, "localizations": [["locale": "zh-Hans", "name": "一号"]]])
        try await put("a.hidden", ["promotionOrder": 3, "isListed": false])
        let promoted: ProductList = try await shop.send(
            .get,
            "/v1/products?promoted=true&language=zh-Hans",
            key: shop.publishableKey
        ).json()
        #expect(promoted.products.map(\.id) == ["c.first", "b.second"])
        #expect(promoted.products.first?.name == "一号")
        let all: ProductList = try await shop.send(.get, "/v1/products", key: shop.publishableKey).json()
        #expect(all.products.map(\.id).prefix(2) == ["c.first", "b.second"])
        #expect(all.products.contains { $0.id == "a.hidden" } == false && all.products.count > 5)
    }

    @Test func `without a key no one is asked`() async throws {
        let shop = try await TestShop()
        #expect(try await shop.send(.post, "/v1/catalog/check").code == "not-configured")
        await shop.service.catalogFeature.checkCatalogs()
        #expect(shop.transport.requests.isEmpty)
    }
}
