// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The seats with which a group subscription renews.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/renewalmultiseatinfo>
public struct RenewalMultiSeatInfo: Hashable, Sendable, Codable {
    /// The seats by price, in any order.
    public var renewalPriceTiers: [MultiSeatPriceTier]?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(renewalPriceTiers: [MultiSeatPriceTier]? = nil) {
        self.renewalPriceTiers = renewalPriceTiers
    }
}
