// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The words of a subscription that moves to the Advanced Commerce API.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionmigratedescriptors>
public struct AdvancedCommerceMigrateDescriptors: Hashable, Sendable, Codable {
    /// What it is.
    public var description: String?

    /// Its name.
    public var displayName: String?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(description: String? = nil, displayName: String? = nil) {
        self.description = description
        self.displayName = displayName
    }
}
