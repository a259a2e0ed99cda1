// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The groups that a customer is in now.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/get-customer-groups>
public struct CustomerGroupsResponse: Hashable, Sendable, Codable {
    /// The groups; empty for a customer who is in none.
    public var groups: [CustomerGroup]

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(groups: [CustomerGroup]) {
        self.groups = groups
    }
}
