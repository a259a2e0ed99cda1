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
        await shop.service.monitoring.probeLinks()
        #expect(try lastKey(shop) == "FIRSTKEY00")
        var changed = shop.service.configuration
        changed.apps[0].appStoreServerAPI = try Self.credentials("SECONDKEY0")
        changed.apps[0].sandboxPurchases = .reject
        changed.requestsPerSecond = 7
        changed.alerts.channels = [AlertChannel(name: "new", kind: .slack, url: "https://slack.test")]
        #expect(try shop.service.reload(changed) == ["requestsPerSecond"])
        await shop.service.monitoring.probeLinks()
        #expect(try lastKey(shop) == "SECONDKEY0")
        #expect(shop.service.configuration.requestsPerSecond == 200)
        let list: AlertList = try await shop.send(.get, "/v1/alerts").json()
        #expect(list.channels.map(\.name) == ["new"])
        let refused = try await shop.verify(
            .purchase(TestShop.beans, environment: .sandbox),
            customer: "anna"
        )
        #expect(refused.code == "sandbox-not-accepted")
    }

    /// A change of each key, and whether it is taken while the server runs.
    private static let changes: [String: (isLive: Bool, change: @Sendable (inout ServiceConfiguration) -> Void)] = [
        "apps": (false, { $0.apps.append(AppConfiguration(bundleID: "com.example.tea")) }),
        "publicURL": (true, { $0.publicURL = "https://other.example" }),
        "trustedProxies": (false, { $0.trustedProxies = ["192.0.2.1"] }),
        "requestsPerSecond": (false, { $0.requestsPerSecond = 7 }),
        "requestBurst": (false, { $0.requestBurst = 7 }),
        "connectionsPerAddress": (false, { $0.connectionsPerAddress = 7 }),
        "halfSentRequestsPerAddress": (false, { $0.halfSentRequestsPerAddress = 7 }),
        "maxBodyBytes": (false, { $0.maxBodyBytes = 7000 }),
        "allowsPrivateWebhookTargets": (false, { $0.allowsPrivateWebhookTargets.toggle() }),
        "requestLogEntries": (false, { $0.requestLogEntries = 7 }),
        "orderLifetimeSeconds": (false, { $0.orderLifetimeSeconds = 7 }),
        "logRetentionDays": (true, { $0.logRetentionDays = 7 }),
        "auditRetentionDays": (true, { $0.auditRetentionDays = 7 }),
        "certificateRevocation": (false, { $0.certificateRevocation = .hard }),
        "verifiesNestedSignatures": (false, { $0.verifiesNestedSignatures.toggle() }),
        "notificationConcurrency": (false, { $0.notificationConcurrency = 7 }),
        "liveUpdateStreams": (true, { $0.liveUpdateStreams = 7 }),
        "liveUpdateStreamsPerCustomer": (true, { $0.liveUpdateStreamsPerCustomer = 7 }),
        "alerts": (true, { $0.alerts.reminderIntervalHours = 7 }),
        "log": (false, { $0.log.requests.toggle() }),
        "telemetry": (false, { $0.telemetry.endpoint = "http://127.0.0.1:4318" }),
        "launchChecklist": (true, { $0.launchChecklist["point"] = "anna" }),
        "taxRates": (true, { $0.taxRates = "country\tfrom\tkind\trate\nUSA\t2020-01-01\tadded\t10\n" }),
        "commissionRates": (true, { $0.commissionRates = "from\trate\tshare\n2020-01-01\tstandard\t70\n" }),
    ]

    @Test func `every key is either taken while the server runs or named as needing a restart`() async throws {
        let shop = try await TestShop()
        let before = shop.service.configuration
        func values(_ configuration: ServiceConfiguration) -> [String: String] {
            Mirror(reflecting: configuration).children.reduce(into: [:]) { $0[$1.label ?? ""] = "\($1.value)" }
        }
        #expect(Set(values(before).keys) == Set(Self.changes.keys), "say of a new key whether it is live")
        for (key, (isLive, change)) in Self.changes {
            var wanted = before
            change(&wanted)
            #expect(values(wanted)[key] != values(before)[key], "\(key) was not changed")
            #expect(try shop.service.reload(wanted) == (isLive ? [] : [key]))
            let expected = isLive ? wanted : before
            #expect(values(shop.service.configuration)[key] == values(expected)[key], "\(key)")
            _ = try shop.service.reload(before)
        }
    }

    @Test func `a key that is none changes nothing`() async throws {
        let first = try Self.credentials("FIRSTKEY00")
        let shop = try await TestShop { $0.apps[0].appStoreServerAPI = first }
        var changed = shop.service.configuration
        changed.apps[0].appStoreServerAPI?.privateKeyPEM = "no key"
        changed.apps[0].sandboxPurchases = .reject
        let wrong = changed
        #expect(throws: (any Error).self) { try shop.service.reload(wrong) }
        #expect(shop.service.configuration.apps[0].sandboxPurchases == .accept)
        #expect(wrong.fault?.contains("apps[0].appStoreServerAPI.privateKeyPEM") == true)
    }
}
