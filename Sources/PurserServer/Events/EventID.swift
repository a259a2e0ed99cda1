// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
public import AppStoreTypes
import Commerce

/// The identifier of an event, the same in every delivery of it; receivers drop duplicates by it.
public struct EventID: WireString {
    /// The identifier as deliveries spell it.
    public let rawValue: String

    /// Makes an identifier from its spelling.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension EventID {
    /// The identifier of something that happens once for a cause: 20 bytes of a digest over all that tells it apart.
    init(_ type: EventType, _ scope: AppScope, causes: String...) {
        let parts = [type.rawValue, scope.bundleID.rawValue, scope.environment.rawValue] + causes
        let digest = SHA256.digest(of: Array(parts.joined(separator: "\u{1f}").utf8))
        self.init(rawValue: "evt_" + Hexadecimal.encode(digest.prefix(20)))
    }
}
