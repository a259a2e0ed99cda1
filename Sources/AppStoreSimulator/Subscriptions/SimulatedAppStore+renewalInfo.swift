// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// What a renewal info signed now says about a subscription.
    func renewalInfo(slot: Int) -> RenewalInfoPayload {
        let lineage = lineages[slot]
        let customer = customers[lineage.customer]
        let isOver = lineage.phase == .expired || lineage.phase == .revoked
        let next = lineage.willRenew ? nextTerms(of: lineage) : nil
        let bundle = lineage.bundle.map { lineages[$0] }
        let remainsAlone = bundle?.remainingAlone?.contains(lineage.product) ?? false
        // The buyer pays a member's seat, and a bundle what it brings.
        let isPaidElsewhere = lineage.isShared || bundle != nil && !remainsAlone
        let isRetrying = lineage.phase == .retry || lineage.phase == .grace
        return RenewalInfoPayload(
            originalTransactionId: OriginalTransactionID(lineage.key),
            productId: lineage.product,
            autoRenewProductId: lineage.commitment?.isInLastMonth == false ? lineage.product : lineage.renewalProduct,
            autoRenewStatus: lineage.willRenew ? .on : .off,
            expirationIntent: lineage.intent,
            isInBillingRetryPeriod: isRetrying ? lineage.willRenew : (lineage.intent == nil ? nil : false),
            gracePeriodExpiresDate: lineage.graceExpires,
            priceIncreaseStatus: lineage.increase.map { $0.isAccepted ? .accepted : .pending },
            offerType: next?.offer?.type,
            offerIdentifier: next?.offer?.id,
            offerDiscountType: next?.offer?.mode,
            offerPeriod: next?.offer?.wholePeriod.iso8601,
            renewalDate: lineage.expires,
            renewalPrice: isPaidElsewhere ? nil : next.map { $0.tiers.isEmpty ? $0.price : $0.tiers.averagePrice },
            currency: isPaidElsewhere || next == nil ? nil : storefront(of: lineage.customer).currency,
            recentSubscriptionStartDate: lineage.recentStart,
            eligibleWinBackOfferIds: isOver ? winBackOffers(slot: slot) : nil,
            appAccountToken: lineage.token,
            appTransactionId: customer.downloads.first { $0.app == lineage.app }?.appTransactionID,
            environment: customer.profile.environment,
            signedDate: signedDate(in: customer.profile.environment),
            renewalBillingPlanType: lineage.isShared ? nil : next?.commitment == nil ? lineage.renewalPlan : .monthly,
            advancedCommerceInfo: lineage.willRenew ? lineage.advanced?.renewalInfo : nil,
            commitmentInfo: commitmentInfo(of: lineage),
            renewalQuantity: next.flatMap { $0.tiers.isEmpty ? nil : $0.tiers.seats },
            multiSeatInfo: next.flatMap { $0.tiers.isEmpty ? nil : RenewalMultiSeatInfo(renewalPriceTiers: $0.tiers) },
            bundleProductId: bundle?.product,
            bundleSubscriptionGroupIdentifier: bundle?.group,
            bundleOriginalTransactionId: bundle.map { OriginalTransactionID($0.key) },
            willUnbundle: bundle.map { _ in remainsAlone }
        )
    }
}
