// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A right, and how it opens content.
public struct CatalogEntitlement: Hashable, Sendable, Codable {
    /// The right.
    public var id: EntitlementID

    /// How it opens content.
    public var model: AccessModel

    /// What it is, in words for people.
    public var description: String?

    /// Makes an entitlement.
    public init(id: EntitlementID, model: AccessModel = .streaming, description: String? = nil) {
        self.id = id
        self.model = model
        self.description = description
    }
}
