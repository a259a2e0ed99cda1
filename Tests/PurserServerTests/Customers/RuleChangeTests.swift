// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// Entitlements that are stored follow the catalog and the policies when these are others.
@Suite struct RuleChangeTests {
    @Test func `a product that gives more, or less, gives it to those who bought it before, too`() async throws {
        let shop = try await TestShop()
        for number in 1...250 {
            let bought = TransactionPayload.purchase(TestShop.grinder, id: TransactionID(rawValue: "\(1000 + number)"))
            _ = try await shop.verify(bought, customer: "customer \(number)")
        }
        try await shop.service.ruleChanges.recomputeAfterRuleChanges()
        let before = try await shop.events().count
        try await shop.shelveGrinder(giving: "espresso")
        try await shop.followRuleChanges()
        for customer in ["customer 1", "customer 99", "customer 250"] {
            #expect(try await shop.isEntitled(customer.replacing(" ", with: "%20"), to: "espresso"))
            #expect(try await shop.isEntitled(customer.replacing(" ", with: "%20"), to: "grinder") == false)
        }
        let received = try await shop.events().dropFirst(before)
        #expect(received.count { $0.type == .entitlementGranted && $0.entitlements == ["espresso"] } == 250)
        #expect(received.count { $0.type == .entitlementEnded && $0.entitlements == ["grinder"] } == 250)
        // The same rules again, or another price, are nothing new.
        try await shop.shelveGrinder(giving: "espresso", price: Money(milliunits: 1, currency: "USD"))
        try await shop.followRuleChanges()
        #expect(try await shop.events().count == before + 500)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test func `an instance with older rules does not bring them back, and what it processed is looked at again`()
        async throws
    {
        let shop = try await TestShop()
        let old = try shop.anotherInstance()
        _ = try await shop.verify(.purchase(TestShop.grinder), customer: "anna")
        for service in [shop.service, old] { try await service.ruleChanges.recomputeAfterRuleChanges() }
        try await shop.shelveGrinder(giving: "espresso")
        try await shop.service.ruleChanges.recomputeAfterRuleChanges()
        // The other one's catalog is that of before for a moment.
        let client = InProcessClient(old.router())
        let bought = TransactionPayload.purchase(TestShop.grinder, id: "2000")
        let body: JSONValue = [
            "customer": "ben", "signedTransaction": .string(try TestShop.sign(bought).rawValue),
        ]
        let bytes = try AppStoreJSON.encode(body)
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(try await shop.token(of: "ben"))", "Content-Type": "application/json",
        ]
        let accepted = try await client.send(.post, "/v1/transactions", headers: headers, body: bytes)
        #expect(accepted.status == .ok, "\(accepted.text)")
        for _ in 0..<3 {
            try await old.ruleChanges.recomputeAfterRuleChanges()
            shop.clock.advance(9)
            try await shop.service.ruleChanges.recomputeAfterRuleChanges()
        }
        for customer in ["anna", "ben"] {
            #expect(try await shop.isEntitled(customer, to: "espresso"))
            #expect(try await shop.isEntitled(customer, to: "grinder") == false)
        }
        let received = try await shop.events().filter { $0.type == .entitlementGranted && $0.customer == "anna" }
        #expect(received.map(\.entitlements) == [["grinder"], ["espresso"]])
    }
}
