// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Whether a customer may open a content item, and why.
public struct ContentAccess: Hashable, Sendable, Codable {
    /// The item.
    public var item: ContentItemRegistration

    /// Whether the customer may open it.
    public var isReadable: Bool

    /// When it was unlocked, when the customer may.
    public var unlockDate: Date?

    /// Why.
    public var reason: Reason

    /// Makes an answer.
    public init(item: ContentItemRegistration, isReadable: Bool, unlockDate: Date? = nil, reason: Reason) {
        self.item = item
        self.isReadable = isReadable
        self.unlockDate = unlockDate
        self.reason = reason
    }
}
