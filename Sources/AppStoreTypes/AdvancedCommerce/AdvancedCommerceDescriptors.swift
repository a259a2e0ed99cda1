// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The words that describe an Advanced Commerce subscription to the customer.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/descriptors>
public struct AdvancedCommerceDescriptors: Hashable, Sendable, Codable {
    /// What it is; at most 45 characters.
    public var description: String

    /// Its name; at most 30 characters.
    public var displayName: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(description: String, displayName: String) {
        self.description = description
        self.displayName = displayName
    }
}
