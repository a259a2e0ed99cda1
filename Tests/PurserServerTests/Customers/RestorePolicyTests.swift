// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

@Suite struct RestorePolicyTests {
    private func shop(_ policy: RestorePolicy) async throws -> (TestShop, TransactionPayload) {
        let shop = try await TestShop { $0.apps[0].restore = policy }
        let bought = TransactionPayload.purchase()
        _ = try await shop.verify(bought, customer: "anna")
        shop.clock.advance(60)
        return (shop, bought)
    }

    @Test func `keep leaves it with the first owner and says so`() async throws {
        let (shop, bought) = try await shop(.keep)
        let answer = try await shop.verify(bought, customer: "ben", isRestore: true)
        #expect(answer.status == 409)
        #expect(answer.check == "owner")
        #expect(try await shop.isEntitled("anna", to: "club"))
        #expect(try await shop.isEntitled("ben", to: "club") == false)
    }

    @Test func `transfer moves it and tells both`() async throws {
        let (shop, bought) = try await shop(.transfer)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).status == 200)
        #expect(try await shop.isEntitled("anna", to: "club") == false)
        #expect(try await shop.isEntitled("ben", to: "club"))
        let told = try await shop.events().filter { $0.type == .purchaseTransferred }
        #expect(Set(told.compactMap(\.customer)) == ["anna", "ben"])
        #expect(told.allSatisfy { $0.previousCustomer == "anna" })
    }

    @Test(arguments: [true, false])
    func `whoever loses a right by a move is told, and whoever gets it`(byBackend: Bool) async throws {
        let (shop, bought) = try await shop(byBackend ? .keep : .transfer)
        if byBackend {
            let body: JSONValue = ["originalTransactionId": "1000", "reason": "asked by letter"]
            _ = try await shop.send(.post, "/v1/customers/ben/transfers", body)
        } else {
            _ = try await shop.verify(bought, customer: "ben", isRestore: true)
        }
        let told = try await shop.events()
        func rights(_ type: EventType) -> [[String]] {
            told.filter { $0.type == type }.map { event in
                [event.customer?.rawValue ?? ""] + (event.entitlements ?? []).map(\.rawValue)
            }
        }
        #expect(rights(.entitlementGranted) == [["anna", "club"], ["ben", "club"]])
        #expect(rights(.entitlementEnded) == [["anna", "club"]])
    }

    @Test func `transfer if lapsed waits for the lapse`() async throws {
        let (shop, bought) = try await shop(.transferIfLapsed)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).check == "owner")
        shop.clock.advance(days: 40)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).status == 200)
        let order: OrderList = try await shop.send(.get, "/v1/customers/anna/orders").json()
        #expect(order.orders.count == 1)
    }

    @Test func `share gives it to both`() async throws {
        let (shop, bought) = try await shop(.share)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).status == 200)
        #expect(try await shop.isEntitled("anna", to: "club"))
        #expect(try await shop.isEntitled("ben", to: "club"))
    }

    @Test func `a backend may move it whatever the policy`() async throws {
        let (shop, _) = try await shop(.keep)
        let moved = try await shop.send(
            .post,
            "/v1/customers/ben/transfers",
            ["originalTransactionId": "1000", "reason": "asked by letter"]
        )
        #expect(moved.status == 204)
        #expect(try await shop.isEntitled("ben", to: "club"))
        #expect(try await shop.isEntitled("anna", to: "club") == false)
    }
}
