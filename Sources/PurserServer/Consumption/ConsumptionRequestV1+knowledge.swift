// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension ConsumptionRequestV1 {
    /// The first version's answer from what is truly known; what is not known is undeclared.
    init(_ knowledge: ConsumptionEvidence, policy: ConsumptionPolicy, preference: String?, at now: Date) {
        self.init(
            accountTenure: AccountTenure(
                rawValue: ConsumptionV1Scale.accountTenure(knowledge.accountCreated.map { now.timeIntervalSince($0) })
            ),
            appAccountToken: knowledge.appAccountToken?.description ?? "",
            consumptionStatus: ConsumptionStatus(
                rawValue: ConsumptionV1Scale.consumption(knowledge.usedPercentage(at: now))
            ),
            customerConsented: knowledge.hasConsent,
            deliveryStatus: DeliveryStatusV1(rawValue: knowledge.isDelivered ? 0 : 5),
            lifetimeDollarsPurchased: LifetimeDollarsPurchased(
                rawValue: ConsumptionV1Scale.dollars(knowledge.spentMilliDollars)
            ),
            lifetimeDollarsRefunded: LifetimeDollarsRefunded(
                rawValue: ConsumptionV1Scale.dollars(knowledge.refundedMilliDollars)
            ),
            platform: ConsumptionPlatform(rawValue: 1),
            playTime: PlayTime(rawValue: ConsumptionV1Scale.playTime(knowledge.playTime)),
            sampleContentProvided: policy.providesSampleContent,
            userStatus: UserStatus(rawValue: ConsumptionV1Scale.accountState(knowledge.accountState)),
            refundPreference: RefundPreferenceV1(rawValue: ConsumptionV1Scale.preference(preference))
        )
    }
}
