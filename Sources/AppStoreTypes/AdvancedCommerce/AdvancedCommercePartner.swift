// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A partner of an Advanced Commerce item.
///
/// <https://developer.apple.com/documentation/storekit/transaction/advancedcommerceinfo/partner>
public struct AdvancedCommercePartner: Hashable, Sendable, Codable {
    /// The partner's identifier.
    public var id: String?

    /// The partner's name.
    public var name: String?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(id: String? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }
}
