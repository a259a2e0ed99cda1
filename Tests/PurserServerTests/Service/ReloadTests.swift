// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Testing

@testable import PurserServer

@Suite struct ReloadTests {
    private static func credentials(_ keyID: String) throws -> AppStoreCredentials {
        AppStoreCredentials(
            issuerID: "issuer",
            keyID: keyID,
            privateKeyPEM: try PrivateKey.generate(.p256).pem,
            productionURL: "https://apple.test",
            sandboxURL: "https://apple.test"
        )
    }

    /// The key that the last request to Apple was signed with.
    private func lastKey(_ shop: TestShop) throws -> String? {
        let token = try #require(shop.transport.requests.last?.header("Authorization")?.split(separator: ".").first)
        var text = String(token.dropFirst("Bearer ".count)).replacing("-", with: "+").replacing("_", with: "/")
        while text.count % 4 != 0 { text += "=" }
        return try ServiceJSON.decode(JSONValue.self, from: try #require(Data(base64Encoded: text)))["kid"]?.string
    }

    @Test func `a changed key is used from the next request on, and what needs a restart is named`() async throws {
        let first = try Self.credentials("FIRSTKEY00")
        let shop = try await TestShop { $0.apps[0].appStoreServerAPI = first }
        await shop.service.probeLinks()
        #expect(try lastKey(shop) == "FIRSTKEY00")
        var changed = shop.service.configuration
        changed.apps[0].appStoreServerAPI = try Self.credentials("SECONDKEY0")
        changed.apps[0].sandbox = .refuse
        changed.requestsPerSecond = 7
        changed.alerts.channels = [AlertChannel(name: "new", kind: .slack, url: "https://slack.test")]
        #expect(try shop.service.reload(changed) == ["requestsPerSecond"])
        await shop.service.probeLinks()
        #expect(try lastKey(shop) == "SECONDKEY0")
        #expect(shop.service.configuration.requestsPerSecond == 200)
        let list: AlertList = try await shop.send(.get, "/v1/alerts").json()
        #expect(list.channels.map(\.name) == ["new"])
        let refused = try await shop.verify(
            .purchase(TestShop.beans, environment: .sandbox),
            customer: "anna"
        )
        #expect(refused.code == "sandbox-refused")
    }

    @Test func `a key that is none changes nothing`() async throws {
        let first = try Self.credentials("FIRSTKEY00")
        let shop = try await TestShop { $0.apps[0].appStoreServerAPI = first }
        var changed = shop.service.configuration
        changed.apps[0].appStoreServerAPI?.privateKeyPEM = "no key"
        changed.apps[0].sandbox = .refuse
        let wrong = changed
        #expect(throws: (any Error).self) { try shop.service.reload(wrong) }
        #expect(shop.service.configuration.apps[0].sandbox == .accept)
        #expect(wrong.fault?.contains("apps[0].appStoreServerAPI.privateKeyPEM") == true)
    }
}
