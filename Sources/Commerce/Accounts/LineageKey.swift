// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A purchase's transaction history, unique over all apps and environments.
public struct LineageKey: Hashable, Sendable, Codable, Comparable {
    /// The app and environment.
    public var scope: AppScope

    /// The purchase that began it.
    public var lineage: OriginalTransactionID

    /// Makes a key.
    public init(scope: AppScope, lineage: OriginalTransactionID) {
        self.scope = scope
        self.lineage = lineage
    }

    /// Orders keys by scope, then by purchase.
    public static func < (left: LineageKey, right: LineageKey) -> Bool {
        (left.scope, left.lineage) < (right.scope, right.lineage)
    }
}
