// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// What a customer may say about the own account, and how much.
@Suite struct OwnStatementTests {
    private func token(_ shop: TestShop) async throws -> String {
        let made: CustomerTokenBody = try await shop.send(.post, "/v1/customers/anna/tokens").json()
        return made.token
    }

    private func profile(_ shop: TestShop) async throws -> CustomerProfile {
        try await shop.database.read { try $0.profile(of: "anna") }
    }

    @Test func `what the backend said of an account is not changed by the customer's own app`() async throws {
        let shop = try await TestShop()
        let anna = try await token(shop)
        let path = "/v1/customers/anna/usage"
        func report(_ body: JSONValue, key: String?) async throws {
            #expect(try await shop.send(.post, path, body, key: key).status == 204)
        }
        try await report(["accountState": "active", "accountCreatedAt": 1_000_000], key: anna)
        #expect(try await profile(shop).accountState == "active")
        try await report(["accountState": "suspended", "accountCreatedAt": 2_000_000], key: nil)
        try await report(["accountState": "active", "accountCreatedAt": 1, "playSeconds": 60], key: anna)
        var known = try await profile(shop)
        #expect(known.accountState == "suspended")
        #expect(known.accountCreated == Date(millisecondsSince1970: 2_000_000))
        #expect(known.playSeconds == 60)
        try await report(["accountState": "limited"], key: nil)
        known = try await profile(shop)
        #expect(known.accountState == "limited")
    }

    @Test func `usage is recorded for purchases of the customer only`() async throws {
        let shop = try await TestShop()
        let anna = try await token(shop)
        _ = try await shop.verify(.purchase(TestShop.beans, id: "1"), customer: "anna")
        _ = try await shop.verify(.purchase(TestShop.beans, id: "2"), customer: "ben")
        let before = try await shop.database.read { try $0.profile(of: "anna") }
        for key in [anna, shop.publishableKey, shop.secretKey] {
            for foreign in ["2", "invented"] {
                let body: JSONValue = ["transactionId": .string(foreign), "usedPercentage": 100_000, "playSeconds": 60]
                let answer = try await shop.send(.post, "/v1/customers/anna/usage", body, key: key)
                #expect(answer.status == 404 && answer.code == "not-found", "\(answer.text)")
            }
        }
        #expect(try await profile(shop) == before)
        let own: JSONValue = ["transactionId": "1", "usedPercentage": 40_000]
        #expect(try await shop.send(.post, "/v1/customers/anna/usage", own, key: anna).status == 204)
        #expect(try await profile(shop).usage == ["1": 40_000])
    }

    @Test func `a word of the backend about one thing leaves the other to the app`() async throws {
        let shop = try await TestShop()
        let anna = try await token(shop)
        let path = "/v1/customers/anna/usage"
        #expect(try await shop.send(.post, path, ["accountState": "suspended"]).status == 204)
        #expect(try await shop.send(.post, path, ["accountCreatedAt": 5_000], key: anna).status == 204)
        #expect(try await profile(shop).accountCreated == Date(millisecondsSince1970: 5_000))
    }

    @Test func `a customer has a bounded number of devices, and removing one makes room`() async throws {
        let shop = try await TestShop()
        let anna = try await token(shop)
        func put(_ number: Int) async throws -> InProcessClient.Response {
            try await shop.send(.put, "/v1/customers/anna/devices/device-\(number)", key: anna)
        }
        for number in 1...ContentFeature.maximumDevices { #expect(try await put(number).status == 204) }
        let more = try await put(1000)
        #expect(more.status == 422 && more.code == "too-many-devices")
        #expect(try await put(1).status == 204)
        #expect(try await shop.send(.delete, "/v1/customers/anna/devices/device-1", key: anna).status == 204)
        #expect(try await put(1000).status == 204)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }
}
