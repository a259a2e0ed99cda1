// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

@Suite struct RefundGuidanceRuleTests {
    private static let purchase = Date.utc("2026-01-01")

    static let chances: [(String, Int, Int, RefundGuidance.Likelihood, Int)] = [
        // In the European Union 14 days, on Taiwan 7 without a reason; elsewhere 90 with one.
        ("DEU", 0, 0, RefundGuidance.Likelihood.unconditional, 14), ("DEU", 13, 5, .unconditional, 14),
        ("DEU", 14, 0, .conditional, 14), ("DEU", 14, 3, .late, 14), ("DEU", 89, 2, .conditional, 14),
        ("DEU", 90, 0, .late, 14), ("TWN", 6, 0, .unconditional, 7), ("TWN", 7, 0, .conditional, 7),
        ("USA", 0, 0, .conditional, 90), ("USA", 89, 2, .conditional, 90), ("USA", 89, 3, .hard, 90),
        ("USA", 90, 0, .late, 90), ("CHN", 0, 0, .unconditional, 90), ("CHN", 89, 0, .unconditional, 90),
        ("CHN", 89, 1, .conditional, 90), ("CHN", 89, 3, .hard, 90), ("CHN", 90, 0, .late, 90),
    ]

    @Test(arguments: chances)
    func `the chance of a refund follows from place, days and earlier refunds`(
        country: String,
        days: Int,
        refunds: Int,
        chance: RefundGuidance.Likelihood,
        window: Int
    ) {
        let guidance = RefundGuidance(
            storefront: StorefrontCountryCode(rawValue: country),
            purchaseDate: Self.purchase,
            refunds: Array(repeating: Self.purchase - 86_400, count: refunds),
            asOf: Self.purchase + Double(days) * 86_400
        )
        #expect(guidance.chance == chance)
        #expect(guidance.windowDays == window)
        #expect(guidance.deadline == Self.purchase + Double(window) * 86_400)
        #expect(guidance.refundsThisYear == refunds)
        #expect(guidance.fastestHours == 36 && guidance.cardWorkingDays == 7...15)
    }

    static let refundAges: [(Double, Bool)] = [
        // Seconds before now, and whether the refund counts among those of the year.
        (0.0, true), (-1, false), (365 * 86_400 - 1, true), (365 * 86_400, false),
    ]

    @Test(arguments: refundAges)
    func `refunds of the 365 days before count, and none of the future`(seconds: Double, counts: Bool) {
        let guidance = RefundGuidance(
            storefront: nil,
            purchaseDate: Self.purchase,
            refunds: [Self.purchase - seconds],
            asOf: Self.purchase
        )
        #expect(guidance.refundsThisYear == (counts ? 1 : 0))
    }

    @Test func `in China the first refund of an account is unconditional, however long ago another was`() {
        func chance(_ refund: Date) -> RefundGuidance.Likelihood {
            RefundGuidance(storefront: "CHN", purchaseDate: Self.purchase, refunds: [refund], asOf: Self.purchase)
                .chance
        }
        #expect(chance(Self.purchase - 800 * 86_400) == .conditional)
        #expect(chance(Self.purchase) == .conditional)
        #expect(chance(Self.purchase + 1) == .unconditional)
    }

    @Test func `a policy that names one rule keeps the others' defaults`() throws {
        let policy = try JSONDecoder().decode(RefundPolicy.self, from: Data(#"{"clawback":"none"}"#.utf8))
        #expect(policy == RefundPolicy(full: .asIfNeverBought, prorated: .fromItsDate, clawback: .none))
    }
}
