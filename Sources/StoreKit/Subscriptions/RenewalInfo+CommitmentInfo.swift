// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Product.SubscriptionInfo.RenewalInfo {
    /// What the customer commits to when the current commitment ends.
    public struct CommitmentInfo: Hashable, Sendable {
        /// The product of the next commitment.
        public let autoRenewPreference: String

        /// How it is billed.
        public let renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType

        /// When it begins.
        public let renewalDate: Date

        /// The price of one bill.
        public let renewalPrice: Decimal

        /// Whether it begins at all.
        public let willAutoRenew: Bool

        init?(payload: Data) {
            guard let fields = (try? AppStoreJSON.decode(Envelope.self, from: payload))?.commitmentInfo else {
                return nil
            }
            autoRenewPreference = fields.commitmentAutoRenewProductId ?? ""
            renewalBillingPlanType = .init(rawValue: fields.commitmentRenewalBillingPlanType ?? "")
            renewalDate = fields.commitmentRenewalDate ?? .distantPast
            renewalPrice = Decimal(fields.commitmentRenewalPrice ?? 0) / 1000
            willAutoRenew = fields.commitmentAutoRenewStatus == 1
        }
    }
}

private struct Envelope: Decodable {
    struct Fields: Decodable {
        var commitmentAutoRenewProductId: String?
        var commitmentAutoRenewStatus: Int?
        var commitmentRenewalBillingPlanType: String?
        var commitmentRenewalDate: Date?
        var commitmentRenewalPrice: Int64?
    }

    var commitmentInfo: Fields?
}
