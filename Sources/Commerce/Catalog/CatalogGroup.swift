// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A subscription group: of its products a customer has one at a time.
public struct CatalogGroup: Hashable, Sendable, Codable {
    /// The group.
    public var id: SubscriptionGroupID

    /// The team's own name for it.
    public var referenceName: String?

    /// Its names.
    public var texts: [CatalogText]

    /// Whether a higher level gives the entitlements of the lower ones too.
    public var levelsImplyLower: Bool

    private enum CodingKeys: String, CodingKey {
        case id, referenceName, levelsImplyLower
        case texts = "localizations"
    }

    /// Makes a group.
    public init(
        id: SubscriptionGroupID,
        referenceName: String? = nil,
        texts: [CatalogText] = [],
        levelsImplyLower: Bool = true
    ) {
        self.id = id
        self.referenceName = referenceName
        self.texts = texts
        self.levelsImplyLower = levelsImplyLower
    }
}
