// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What follows a commitment that is billed in parts.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/renewalcommitmentinfo>
public struct RenewalCommitmentInfo: Hashable, Sendable, Codable {
    /// The product of the next commitment.
    public var commitmentAutoRenewProductId: ProductID?

    /// Whether the commitment renews.
    public var commitmentAutoRenewStatus: AutoRenewStatus?

    /// How the next commitment is billed.
    public var commitmentRenewalBillingPlanType: BillingPlanType?

    /// When the next commitment begins.
    public var commitmentRenewalDate: Date?

    /// The price of the next commitment in thousandths of the currency's unit.
    public var commitmentRenewalPrice: Int64?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        commitmentAutoRenewProductId: ProductID? = nil,
        commitmentAutoRenewStatus: AutoRenewStatus? = nil,
        commitmentRenewalBillingPlanType: BillingPlanType? = nil,
        commitmentRenewalDate: Date? = nil,
        commitmentRenewalPrice: Int64? = nil
    ) {
        self.commitmentAutoRenewProductId = commitmentAutoRenewProductId
        self.commitmentAutoRenewStatus = commitmentAutoRenewStatus
        self.commitmentRenewalBillingPlanType = commitmentRenewalBillingPlanType
        self.commitmentRenewalDate = commitmentRenewalDate
        self.commitmentRenewalPrice = commitmentRenewalPrice
    }
}
