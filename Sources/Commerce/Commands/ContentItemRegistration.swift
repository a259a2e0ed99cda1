// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A content item that was registered, changed or withdrawn.
public struct ContentItemRegistration: Hashable, Sendable, Codable {
    /// The item.
    public var id: ContentItemID

    /// What one must be entitled to.
    public var entitlement: EntitlementID

    /// When it was, or will be, published.
    public var publicationDate: Date

    /// Its title.
    public var title: String?

    /// Whether it is withdrawn.
    public var isWithdrawn: Bool

    /// Makes a registration.
    public init(
        id: ContentItemID,
        entitlement: EntitlementID,
        publicationDate: Date,
        title: String? = nil,
        isWithdrawn: Bool = false
    ) {
        self.id = id
        self.entitlement = entitlement
        self.publicationDate = publicationDate
        self.title = title
        self.isWithdrawn = isWithdrawn
    }
}
