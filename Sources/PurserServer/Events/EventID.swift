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
    /// The identifier of something that happens once for a cause: 20 bytes of a digest over all that identifies it.
    ///
    /// - Parameters:
    ///   - type: What happened.
    ///   - scope: The app and environment.
    ///   - lineage: The purchase that the causes are about, and no other: the events of one stand side by side in the
    /// index
    ///     of identifiers, so that what a renewal tells changes one page of it and not one for each event.
    ///   - causes: What distinguishes it from the others of its type.
    init(_ type: EventType, _ scope: AppScope, beside lineage: OriginalTransactionID? = nil, causes: String...) {
        self.init(type, scope, beside: lineage, causes: causes)
    }

    /// The same with a list of causes.
    init(_ type: EventType, _ scope: AppScope, beside lineage: OriginalTransactionID? = nil, causes: [String]) {
        let parts = [type.rawValue, scope.bundleID.rawValue, scope.environment.rawValue] + causes
        var bytes = SHA256.digest(of: Array(parts.joined(separator: "\u{1f}").utf8)).prefix(20)
        if let lineage {
            bytes = SHA256.digest(of: Array(lineage.rawValue.utf8)).prefix(4) + bytes.prefix(16)
        }
        self.init(rawValue: "evt_" + Hexadecimal.encode(bytes))
    }
}
