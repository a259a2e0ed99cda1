// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A group whose members share a subscription's seats.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/groups>
public struct CustomerGroup: Hashable, Sendable, Codable {
    /// The group.
    public var groupId: CustomerGroupID

    /// The kind of group.
    public var groupType: CustomerGroupType

    /// The customer's role for each product; absent for a consumer's group.
    public var roles: [CustomerGroupProductRole]?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(groupId: CustomerGroupID, groupType: CustomerGroupType, roles: [CustomerGroupProductRole]? = nil) {
        self.groupId = groupId
        self.groupType = groupType
        self.roles = roles
    }
}
