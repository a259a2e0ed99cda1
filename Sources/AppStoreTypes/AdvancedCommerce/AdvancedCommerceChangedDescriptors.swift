// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// New words for a subscription.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionchangemetadatadescriptors>
public struct AdvancedCommerceChangedDescriptors: Hashable, Sendable, Codable {
    /// What it is.
    public var description: String?

    /// Its name.
    public var displayName: String?

    /// When they take effect.
    public var effective: AdvancedCommerceEffective

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(description: String? = nil, displayName: String? = nil, effective: AdvancedCommerceEffective) {
        self.description = description
        self.displayName = displayName
        self.effective = effective
    }
}
