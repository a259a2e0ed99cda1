// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient
import TestSupport
import Testing

@testable import purser

/// One server with an iOS and a macOS app, as a process of its own, and `purser keys` beside it.
@Suite(.serialized) struct KeysCommandTests {
    private static let phone = "com.example.coffee"
    private static let mac = "com.example.coffee.mac"

    private struct Keys: Decodable {
        var publishableKey: String
        var secretKey: String
    }

    private let folder: TemporaryFolder
    private let configuration: String

    init() throws {
        folder = try TemporaryFolder()
        let text = """
            { apps: [{ bundleID: "\(Self.phone)", appAppleID: 1 }, { bundleID: "\(Self.mac)", appAppleID: 2 }] }
            """
        configuration = try folder.write("purser.json5", Data(text.utf8))
        _ = try folder.write("root.pem", Data(TestAuthority.shared.documents.root.certificate.pem.utf8))
    }

    private var database: String { "sqlite:\(folder.url.path)/purser.sqlite" }

    private func serve() async throws -> PurserProcess {
        let server = try await PurserProcess(
            [
                "serve", "--config", configuration, "--listen", "127.0.0.1:0", "--database", database, "--root",
                folder.url.appending(path: "root.pem").path,
            ],
            until: "for backends of \(Self.phone)"
        )
        return server
    }

    private func keys(_ file: String) throws -> Keys {
        try JSONDecoder().decode(Keys.self, from: Data(contentsOf: folder.url.appending(path: file)))
    }

    private func ask(
        _ method: String,
        _ url: String,
        key: String,
        _ body: JSONValue? = nil
    ) async throws -> (status: Int, body: JSONValue) {
        let headers = [(name: "Content-Type", value: "application/json"), ("Authorization", "Bearer " + key)]
        let bytes = try body.map { try AppStoreJSON.encode($0) }
        let answer = try await CurlTransport().send(HTTPClientRequest(method, url, headers: headers, body: bytes))
        let json = answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
        return (answer.status, json)
    }

    private func transaction(_ app: String, _ id: String, token: String?) throws -> String {
        let now = Date()
        let payload = TransactionPayload(
            transactionId: TransactionID(rawValue: id),
            originalTransactionId: OriginalTransactionID(rawValue: id),
            bundleId: BundleID(rawValue: app),
            productId: "club.monthly",
            subscriptionGroupIdentifier: "club",
            purchaseDate: now.addingTimeInterval(-60),
            originalPurchaseDate: now.addingTimeInterval(-60),
            expiresDate: now.addingTimeInterval(30 * 86_400),
            quantity: 1,
            type: .autoRenewableSubscription,
            appAccountToken: token.flatMap(UUID.init(uuidString:)).map(AppAccountToken.init(rawValue:)),
            inAppOwnershipType: .purchased,
            signedDate: now.addingTimeInterval(-60),
            environment: .production
        )
        return try TestAuthority.shared.signer.sign(payload).rawValue
    }

    /// A customer buys in an app: catalog, order and purchase with that app's own keys.
    private func buy(_ app: String, _ customer: String, _ id: String, keys: Keys, at url: String) async throws -> String
    {
        let club: JSONValue = [
            "id": "club.monthly", "type": "Auto-Renewable Subscription", "subscriptionGroupIdentifier": "club",
            "level": 1, "period": "P1M",
            "entitlements": ["club"],
        ]
        let shelved = try await ask("PUT", url + "/v1/catalog/products/club.monthly", key: keys.secretKey, club)
        #expect(shelved.status == 200, "\(shelved.body)")
        let path = url + "/v1/customers/\(customer)/tokens"
        let token = try #require(try await ask("POST", path, key: keys.secretKey, [:]).body["token"]?.string)
        let request: JSONValue = ["customer": .string(customer), "productId": "club.monthly"]
        let order = try await ask("POST", url + "/v1/orders", key: token, request)
        #expect(order.status == 201 && order.body["app"]?.string == app, "\(order.body)")
        let signed = try transaction(app, id, token: order.body["appAccountToken"]?.string)
        let shown = try await ask(
            "POST",
            url + "/v1/transactions",
            key: token,
            ["signedTransaction": .string(signed), "order": .string(order.body["id"]?.string ?? "")]
        )
        #expect(shown.status == 200 && shown.body["state"]?.string == "delivered", "\(shown.body)")
        return order.body["id"]?.string ?? ""
    }

    @Test func `an iOS and a macOS app of one server share customers, and each sells with its own keys`() async throws {
        let server = try await serve()
        let url = try server.line("API").replacing("/v1", with: "")
        let (phone, mac) = (try keys("keys.json"), try keys("keys.\(Self.mac).json"))
        #expect(Set([phone.publishableKey, phone.secretKey, mac.publishableKey, mac.secretKey]).count == 4)
        let orders = [
            try await buy(Self.phone, "anna", "1000", keys: phone, at: url),
            try await buy(Self.mac, "ben", "2000", keys: mac, at: url),
        ]
        // Whoever bought in one app is entitled in the other, and either backend sees it.
        for customer in ["anna", "ben"] {
            for own in [phone, mac] {
                let entitlements = try await ask(
                    "GET",
                    url + "/v1/customers/\(customer)/entitlements",
                    key: own.secretKey
                )
                let entitlement = entitlements.body["entitlements"]?.array?.first
                #expect(
                    entitlement?["id"]?.string == "club" && entitlement?["isActive"] == true,
                    "\(entitlements.body)"
                )
            }
        }
        // What one app sold belongs to that app alone.
        for (order, pair) in zip(orders, [(phone, mac), (mac, phone)]) {
            #expect(try await ask("GET", url + "/v1/orders/\(order)", key: pair.0.secretKey).status == 200)
            #expect(try await ask("GET", url + "/v1/orders/\(order)", key: pair.1.secretKey).status == 404)
        }
        #expect(try await ask("GET", url + "/v1/products", key: mac.publishableKey).status == 200)
        #expect(try await server.stop() == 0)
    }

    @Test func `keys are listed, created and revoked at a running server, for the key's own app`() async throws {
        let server = try await serve()
        let url = try server.line("API").replacing("/v1", with: "")
        let phone = try keys("keys.json")
        let options = ["--server", url, "--key", phone.secretKey]
        let list = TestTerminal()
        #expect(await list.run(["keys", "list"] + options) == 0, "\(list.errors)")
        #expect(list.output.count == 2 && list.output.allSatisfy { $0.contains("\t\(Self.phone)\t") }, "\(list.output)")
        let create = TestTerminal()
        #expect(
            await create.run(["keys", "create", "publishable", "--name", "tablet"] + options) == 0,
            "\(create.errors)"
        )
        let made = try #require(create.output.first)
        #expect(create.output.count == 1 && made.hasPrefix("pk_"))
        #expect(try await ask("GET", url + "/v1/products", key: made).status == 200)
        let id = try #require(create.errors.last?.firstMatch(of: /key_[0-9a-f]+/)?.0)
        let other = TestTerminal()
        #expect(await other.run(["keys", "create", "secret", "--app", Self.mac] + options) == 1)
        #expect(other.output.isEmpty)
        let json = TestTerminal()
        #expect(await json.run(["keys", "list", "--json"] + options) == 0, "\(json.errors)")
        #expect(json.output.count == 1 && json.output[0].contains(#""name":"tablet""#), "\(json.output)")
        let revoke = TestTerminal()
        #expect(await revoke.run(["keys", "revoke", String(id)] + options) == 0, "\(revoke.errors)")
        #expect(try await ask("GET", url + "/v1/products", key: made).status == 401)
        let again = TestTerminal()
        _ = await again.run(["keys", "list"] + options)
        #expect(again.output.contains { $0.hasPrefix(id) && $0.hasSuffix("\ttablet") && !$0.contains("\t-\t") })
        #expect(try await server.stop() == 0)
    }

    @Test func `a lost secret key of any app is replaced on the server's machine`() async throws {
        let first = try await serve()
        let lost = try keys("keys.\(Self.mac).json")
        let options = ["--database", database, "--config", configuration]
        let beside = TestTerminal()
        #expect(await beside.run(["keys", "list"] + options) == 1)
        #expect(beside.errors.joined().contains("another process runs as the server"), "\(beside.errors)")
        #expect(try await first.stop() == 0)
        let list = TestTerminal()
        #expect(await list.run(["keys", "list"] + options) == 0, "\(list.errors)")
        #expect(list.output.count == 4, "\(list.output)")
        let old = try #require(list.output.first { $0.contains("\t\(Self.mac)\tsecret\t") })
        let create = TestTerminal()
        #expect(await create.run(["keys", "create", "secret", "--app", Self.mac] + options) == 0, "\(create.errors)")
        let made = try #require(create.output.first)
        #expect(made.hasPrefix("sk_") && create.errors.last?.contains(Self.mac) == true)
        let revoke = TestTerminal()
        let id = String(old.prefix { $0 != "\t" })
        #expect(await revoke.run(["keys", "revoke", id] + options) == 0, "\(revoke.errors)")
        let server = try await serve()
        let url = try server.line("API").replacing("/v1", with: "")
        #expect(try await ask("GET", url + "/v1/webhook-endpoints", key: made).status == 200)
        #expect(try await ask("GET", url + "/v1/webhook-endpoints", key: lost.secretKey).status == 401)
        #expect(try await server.stop() == 0)
    }

    @Test(arguments: [
        ["keys"], ["keys", "list", "all"], ["keys", "create"], ["keys", "create", "private"], ["keys", "revoke"],
        ["keys", "forget", "key_1"],
    ])
    func `what cannot be understood is refused`(parts: [String]) async {
        #expect(await TestTerminal().run(parts + ["--key", "k"]) == 2)
    }
}
