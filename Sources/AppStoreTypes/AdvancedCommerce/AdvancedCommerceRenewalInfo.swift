// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the renewal info of an Advanced Commerce subscription says besides.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/advancedcommercerenewalinfo>
public struct AdvancedCommerceRenewalInfo: Hashable, Sendable, Codable {
    /// The mark that orders changes of the subscription.
    public var consistencyToken: String?

    /// The subscription's words.
    public var descriptors: AdvancedCommerceDescriptors?

    /// What it renews with.
    public var items: [AdvancedCommerceRenewalItem]?

    /// The length of one subscription period.
    public var period: SubscriptionPeriod?

    /// The developer's reference.
    public var requestReferenceId: String?

    /// The product's tax category.
    public var taxCode: String?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        consistencyToken: String? = nil,
        descriptors: AdvancedCommerceDescriptors? = nil,
        items: [AdvancedCommerceRenewalItem]? = nil,
        period: SubscriptionPeriod? = nil,
        requestReferenceId: String? = nil,
        taxCode: String? = nil
    ) {
        self.consistencyToken = consistencyToken
        self.descriptors = descriptors
        self.items = items
        self.period = period
        self.requestReferenceId = requestReferenceId
        self.taxCode = taxCode
    }
}
