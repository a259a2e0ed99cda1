// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

@Suite struct RefundGuidanceTests {
    private static func advice(_ storefront: String, days: Double, refunds: Int = 0) -> RefundGuidance {
        let bought = TestClock.start
        let now = bought.addingTimeInterval(days * 86_400)
        return RefundGuidance(
            storefront: StorefrontCountryCode(rawValue: storefront),
            purchaseDate: bought,
            refunds: (0..<refunds).map { bought.addingTimeInterval(-Double($0 + 1) * 86_400) },
            asOf: now
        )
    }

    @Test(arguments: [
        ("DEU", 13, 0, RefundGuidance.Likelihood.unconditional, 14), ("DEU", 15, 0, .conditional, 14),
        ("TWN", 6, 0, .unconditional, 7), ("TWN", 8, 0, .conditional, 7), ("USA", 89, 0, .conditional, 90),
        ("USA", 91, 0, .late, 90), ("CHN", 1, 0, .unconditional, 90), ("CHN", 1, 1, .conditional, 90),
        ("CHN", 1, 2, .conditional, 90), ("CHN", 1, 3, .hard, 90), ("USA", 1, 3, .hard, 90),
    ])
    func `the window and the chance follow the storefront and the habit`(
        storefront: String,
        days: Double,
        refunds: Int,
        chance: RefundGuidance.Likelihood,
        window: Int
    ) {
        let advice = Self.advice(storefront, days: days, refunds: refunds)
        #expect(advice.chance == chance)
        #expect(advice.windowDays == window)
        #expect(advice.routes == [.reportAProblem, .appleSupport, .cardIssuer])
    }

    @Test func `China's refund without a reason is had once, not once a year`() {
        let bought = TestClock.start
        func chance(_ refunds: [Double]) -> RefundGuidance.Likelihood {
            RefundGuidance(
                storefront: "CHN",
                purchaseDate: bought,
                refunds: refunds.map { bought.addingTimeInterval($0 * 86_400) },
                asOf: bought.addingTimeInterval(86_400)
            )
            .chance
        }
        #expect(chance([]) == .unconditional)
        #expect(chance([-400]) == .conditional)
        #expect(chance([-400, -30, -20, -10]) == .hard)
    }

    @Test func `support sees a customer's refunds and what may be said about each purchase`() async throws {
        let shop = try await TestShop()
        let first = TransactionPayload.purchase(TestShop.beans, id: "1")
        _ = try await shop.verify(first, customer: "anna")
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "2"), customer: "anna")
        try await shop.notify(.about(.refund, nil, first.refunded(at: TestClock.start.addingTimeInterval(60))))
        let list: RefundAdviceList = try await shop.send(.get, "/v1/customers/anna/refund-guidance").json()
        #expect(list.purchases == 2 && list.refunds == 1)
        #expect(list.items.first { $0.transaction == "1" }?.refunded != nil)
        let open = try #require(list.items.first { $0.transaction == "2" })
        #expect(open.chance == .conditional && open.windowDays == 90)
        #expect(open.cardWorkingDaysTo == 15 && open.fastestHours == 36)
    }

    @Test(arguments: [(0, "given for a good reason"), (3, "unlikely: many earlier refunds")])
    func `the console says what the interface says, by the customer's habit`(refunds: Int, words: String) async throws {
        let shop = try await TestShop()
        for number in 0..<refunds {
            let bought = TransactionPayload.purchase(TestShop.beans, id: .init(rawValue: "9\(number)"))
            _ = try await shop.verify(bought, customer: "anna")
            try await shop.notify(.about(.refund, nil, bought.refunded(at: TestClock.start.addingTimeInterval(60))))
        }
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "2"), customer: "anna")
        shop.clock.advance(3600)
        let list: RefundAdviceList = try await shop.send(.get, "/v1/customers/anna/refund-guidance").json()
        let chance = list.items.first { $0.transaction == "2" }?.chance
        #expect(chance == (refunds == 0 ? .conditional : .hard))
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        let page = try await visit.get("/console/purchases/2").text
        #expect(page.contains(words))
        #expect(page.contains("<dd>\(refunds)</dd>"))
    }
}
