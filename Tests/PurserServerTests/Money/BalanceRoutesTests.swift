// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct BalanceRoutesTests {
    private static let entries = "/v1/customers/anna/balances/beans/entries"

    private static func post(_ shop: TestShop, _ body: JSONValue) async throws -> InProcessClient.Response {
        try await shop.send(.post, entries, body)
    }

    @Test func `a team's backend gives and takes, each key once`() async throws {
        let shop = try await TestShop()
        let gift: LedgerEntryBody = try await Self.post(shop, ["key": "g", "amount": 100]).json()
        #expect(gift == LedgerEntryBody(key: "g", amount: 100, isNew: true, balance: 100))
        let spend: LedgerEntryBody = try await Self.post(shop, ["key": "s", "amount": -30]).json()
        #expect(spend.balance == 70 && spend.isNew)
        let again: LedgerEntryBody = try await Self.post(shop, ["key": "s", "amount": -30]).json()
        #expect(again.balance == 70 && !again.isNew && again.amount == -30)
        #expect(try await Self.post(shop, ["key": "s", "amount": -31]).code == "idempotency-conflict")
        #expect(try await Self.post(shop, ["key": "t", "amount": -71]).code == "insufficient-balance")
        #expect(try await Self.post(shop, ["key": "z", "amount": 0]).status.rawValue == 400)
        let list: BalanceList = try await shop.send(.get, "/v1/customers/anna/balances").json()
        #expect(list.balances.map(\.amount) == [70])
    }

    @Test func `a history is read page by page, and what ran out is in it`() async throws {
        let shop = try await TestShop()
        let end = shop.clock.now.addingTimeInterval(60).millisecondsSince1970
        _ = try await Self.post(shop, ["key": "a", "amount": 100])
        _ = try await Self.post(shop, ["key": "b", "amount": 50, "expiresAt": .integer(end)])
        shop.clock.advance(61)
        let first: LedgerEntryPage = try await shop.send(.get, Self.entries + "?limit=2").json()
        #expect(first.balance == 100 && first.entries.map(\.amount) == [-50, 50])
        #expect(first.entries.map(\.reason) == ["expiry", "bonus"])
        let last = try #require(first.entries.last).number
        let second: LedgerEntryPage = try await shop.send(.get, Self.entries + "?limit=2&before=\(last)").json()
        #expect(second.entries.map(\.key) == ["a"])
    }

    @Test func `a key has one answer permanently, though credits run out and others come in`() async throws {
        let shop = try await TestShop()
        let end = shop.clock.now.addingTimeInterval(60).millisecondsSince1970
        _ = try await Self.post(shop, ["key": "gift", "amount": 50, "expiresAt": .integer(end)])
        let spend: JSONValue = ["key": "s", "amount": -30]
        let first: LedgerEntryBody = try await Self.post(shop, spend).json()
        #expect(first.balance == 20)
        let refused = try await Self.post(shop, ["key": "t", "amount": -21])
        #expect(refused.status.rawValue == 422 && refused.code == "insufficient-balance")
        shop.clock.advance(61)
        for _ in 0..<2 {
            let again: LedgerEntryBody = try await Self.post(shop, spend).json()
            #expect(again == LedgerEntryBody(key: "s", amount: -30, isNew: false, balance: 20))
            #expect(try await Self.post(shop, ["key": "t", "amount": -21]).text == refused.text)
            let list: BalanceList = try await shop.send(.get, "/v1/customers/anna/balances").json()
            let key = JSONValue.string("more \(list.balances.map(\.amount))")
            _ = try await Self.post(shop, ["key": key, "amount": 100])
        }
        let list: BalanceList = try await shop.send(.get, "/v1/customers/anna/balances").json()
        #expect(list.balances.map(\.amount) == [200])
        #expect(try await shop.database.read { try $0.ledgerProblems() } == [])
    }

    @Test func `what has run out cannot be spent, and a spend's key has one answer`() async throws {
        let shop = try await TestShop()
        let path = "/v1/customers/anna/balances/beans/"
        let end = shop.clock.now.addingTimeInterval(60).millisecondsSince1970
        _ = try await Self.post(shop, ["key": "gift", "amount": 50, "expiresAt": .integer(end)])
        let first = try await shop.send(.post, path + "spend", ["key": "1", "amount": 20])
        #expect(try first.json(BalanceBody.self).amount == 30)
        shop.clock.advance(60)
        #expect(try await shop.send(.post, path + "spend", ["key": "2", "amount": 30]).code == "insufficient-balance")
        let credited: BalanceBody = try await shop.send(.post, path + "credit", ["key": "1", "amount": 70]).json()
        #expect(credited.amount == 70 && credited.history.map(\.reason) == ["bonus", "expiry", "spend", "bonus"])
        #expect(try await shop.send(.post, path + "spend", ["key": "1", "amount": 20]).text == first.text)
        #expect(try await shop.send(.post, path + "spend", ["key": "1", "amount": 21]).code == "idempotency-conflict")
        #expect(try await shop.send(.post, path + "spend", ["key": "2", "amount": 30]).code == "insufficient-balance")
        #expect(try await shop.balance() == 70)
    }

    @Test func `a balance moves to another customer once`() async throws {
        let shop = try await TestShop()
        _ = try await Self.post(shop, ["key": "a", "amount": 100])
        let path = "/v1/customers/anna/balances/beans/transfers"
        let body: JSONValue = ["key": "move", "to": "bob", "amount": 60]
        for isNew in [true, false] {
            let answer: LedgerEntryBody = try await shop.send(.post, path, body).json()
            #expect(answer.isNew == isNew && answer.balance == 40)
        }
        #expect(try await shop.balance("bob") == 60)
        #expect(try await shop.send(.post, path, ["key": "x", "to": "anna", "amount": 1]).status.rawValue == 400)
        #expect(try await shop.database.read { try $0.ledgerProblems() } == [])
    }

    @Test func `an app's own key may read a balance and not change it`() async throws {
        let shop = try await TestShop()
        let answer = try await shop.send(.post, Self.entries, ["key": "g", "amount": 100], key: shop.publishableKey)
        #expect(answer.status.rawValue == 403 || answer.status.rawValue == 401)
        #expect(try await shop.send(.get, Self.entries, key: shop.publishableKey).status.rawValue == 200)
    }
}
