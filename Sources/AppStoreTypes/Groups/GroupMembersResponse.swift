// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A page of a group's members.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/get-group-members>
public struct GroupMembersResponse: Hashable, Sendable, Codable {
    /// At most 100 members.
    public var members: [GroupMember]

    /// Whether another page follows.
    public var hasMore: Bool

    /// The mark of the next page, while there is one.
    public var paginationToken: String?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(members: [GroupMember], hasMore: Bool, paginationToken: String? = nil) {
        self.members = members
        self.hasMore = hasMore
        self.paginationToken = paginationToken
    }
}
