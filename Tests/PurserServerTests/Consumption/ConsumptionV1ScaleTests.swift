// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Testing

@testable import PurserServer

@Suite struct ConsumptionV1ScaleTests {
    private let day = 86_400.0

    @Test func `what is not known is undeclared`() {
        #expect(ConsumptionV1Scale.accountTenure(nil) == 0)
        #expect(ConsumptionV1Scale.playTime(nil) == 0)
        #expect(ConsumptionV1Scale.dollars(nil) == 0)
        #expect(ConsumptionV1Scale.consumption(nil) == 0)
        #expect(ConsumptionV1Scale.accountState(nil) == 0)
    }

    @Test(arguments: zip([0.0, 3, 10, 30, 90, 180, 365, 4000], [1, 2, 3, 4, 5, 6, 7, 7]))
    func `an account's age falls into Apple's steps`(days: Double, step: Int) {
        #expect(ConsumptionV1Scale.accountTenure(days * day) == step)
    }

    @Test(arguments: zip([0.0, 299, 300, 3600, 21_600, 86_400, 345_600, 1_382_400], [1, 1, 2, 3, 4, 5, 6, 7]))
    func `play time falls into Apple's steps`(seconds: Double, step: Int) {
        #expect(ConsumptionV1Scale.playTime(seconds) == step)
    }

    @Test(arguments: zip([0, 10, 49_990, 50_000, 100_000, 500_000, 1_000_000, 2_000_000], [1, 2, 2, 3, 4, 5, 6, 7]))
    func `money falls into Apple's steps`(thousandths: Int64, step: Int) {
        #expect(ConsumptionV1Scale.dollars(thousandths) == step)
    }

    @Test func `a part is neither nothing nor all`() {
        #expect([0, 1, 99_999, 100_000].map { ConsumptionV1Scale.consumption($0) } == [1, 2, 2, 3])
    }

    @Test func `of a subscription the part that has passed is used`() {
        let start = Date(millisecondsSince1970: 1_700_000_000_000)
        let knowledge = ConsumptionEvidence(
            hasConsent: true,
            isDelivered: true,
            productType: .autoRenewableSubscription,
            period: start...start.addingTimeInterval(30 * day)
        )
        #expect(knowledge.usedPercentage(at: start.addingTimeInterval(15 * day)) == 50_000)
        #expect(knowledge.usedPercentage(at: start.addingTimeInterval(60 * day)) == 100_000)
        #expect(knowledge.usedPercentage(at: start.addingTimeInterval(-day)) == 0)
    }

    @Test func `a delivered consumable's use is not guessed`() {
        let knowledge = ConsumptionEvidence(hasConsent: true, isDelivered: true, productType: .consumable)
        #expect(knowledge.usedPercentage(at: .distantFuture) == nil)
    }

    @Test func `what was never delivered was not used`() {
        let knowledge = ConsumptionEvidence(hasConsent: true, isDelivered: false, productType: .consumable)
        #expect(knowledge.usedPercentage(at: .distantFuture) == 0)
    }
}
