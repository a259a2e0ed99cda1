// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// The secret of customer tokens and the key of snapshots are rotated without signing anybody out.
@Suite struct SecretRotationTests {
    private static let path = "/v1/customers/anna/entitlements"

    private func token(_ shop: TestShop) async throws -> String {
        let made: CustomerTokenBody = try await shop.send(
            .post,
            "/v1/customers/anna/tokens",
            ["lifetimeSeconds": 86_400]
        ).json()
        return made.token
    }

    private func shop() async throws -> TestShop {
        try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
    }

    @Test func `after a rotation old tokens live out their time, and the old secret ends after a day`() async throws {
        let shop = try await shop()
        let old = try await token(shop)
        let rotated = try await shop.send(.post, "/v1/customer-token-secrets")
        #expect(rotated.status == 201)
        let list = try rotated.json(TokenSecretList.self)
        #expect(list.secrets.count == 2 && list.secrets[0].retires == nil)
        #expect(list.secrets[1].retires == shop.clock.now.addingTimeInterval(86_400))
        let new = try await token(shop)
        #expect(new.split(separator: ".").last != old.split(separator: ".").last)
        for token in [old, new] { #expect(try await shop.send(.get, Self.path, key: token).status == 200) }
        let stored = try await shop.database.read { try $0.values(in: CustomerTokenSecrets.records) }.flatMap(\.self)
        shop.clock.advance(86_401)
        // A thief who has the old secret makes a token of any age.
        let thief = CustomerToken(
            bundleID: TestShop.app,
            customer: "anna",
            expires: shop.clock.now.addingTimeInterval(600)
        )
        #expect(try await shop.send(.get, Self.path, key: try thief.signed(with: stored[1].key)).status == 401)
        #expect(try await shop.send(.get, Self.path, key: try thief.signed(with: stored[0].key)).status == 200)
    }

    @Test func `after a theft the old secret ends at once`() async throws {
        let shop = try await shop()
        let old = try await token(shop)
        #expect(try await shop.send(.post, "/v1/customer-token-secrets", ["endsOld": true]).status == 201)
        #expect(try await shop.send(.get, Self.path, key: old).status == 401)
        #expect(try await shop.send(.get, Self.path, key: try await token(shop)).status == 200)
    }

    @Test func `another server accepts a token of the new secret at once, and drops the old one within seconds`()
        async throws
    {
        let shop = try await shop()
        let other = InProcessClient(try shop.anotherInstance().router())
        func status(_ token: String) async throws -> HTTPStatus {
            try await other.send(.get, Self.path, headers: ["Authorization": "Bearer " + token]).status
        }
        let old = try await token(shop)
        #expect(try await status(old) == 200)
        shop.clock.advance(2)
        _ = try await shop.send(.post, "/v1/customer-token-secrets", ["endsOld": true])
        #expect(try await status(try await token(shop)) == 200)
        shop.clock.advance(CustomerTokenSecrets.memory + 1)
        #expect(try await status(old) == 401)
    }

    @Test func `a new snapshot key is published before it signs, beside the old one`() async throws {
        let shop = try await TestShop()
        func published() async throws -> [String] {
            let list: SnapshotKeyList = try await shop.send(.get, "/v1/snapshot-keys", key: "").json()
            return list.keys.map(\.kid)
        }
        func signer() async throws -> String {
            let body: SnapshotBody = try await shop.send(.get, "/v1/customers/anna/snapshot").json()
            let header = try #require(body.snapshot.split(separator: ".").first)
            var text = String(header).replacing("-", with: "+").replacing("_", with: "/")
            while text.count % 4 != 0 { text += "=" }
            let fields: JSONValue = try ServiceJSON.decode(from: try #require(Data(base64Encoded: text)))
            return try #require(fields["kid"]?.string)
        }
        let old = try await signer()
        #expect(try await published() == [old])
        let rotated = try await shop.send(.post, "/v1/snapshot-keys", ["signsAfterSeconds": 864_000])
        #expect(rotated.status == 201)
        let both = try await published()
        #expect(both.count == 2 && both.last == old)
        #expect(try await signer() == old)
        shop.clock.advance(days: 11)
        #expect(try await signer() == both[0])
        #expect(try await published() == both)
        shop.clock.advance(days: 31)
        #expect(try await published() == [both[0]])
    }

    @Test func `on a server of several apps no app's key rotates what all of them use`() async throws {
        let shop = try await TestShop { $0.apps.append(AppConfiguration(bundleID: "com.example.tea")) }
        #expect(try await shop.send(.post, "/v1/customer-token-secrets").status == 403)
        #expect(try await shop.send(.post, "/v1/snapshot-keys").status == 403)
    }
}
