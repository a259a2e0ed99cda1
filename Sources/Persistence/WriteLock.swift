// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce

/// Something that at most one write at a time decides about, whichever instance runs it.
///
/// Two decisions depend on each other only when they read the same purchase or the same customer. Where writers
/// overlap, each holds the locks of all that it reads from before its first read until its commit, so decisions need
/// no isolation that undoes and repeats them.
package enum WriteLock: Hashable, Sendable {
    /// A purchase: its facts, its owner, its deliveries and the state that events were sent about.
    case purchase(LineageKey)
    /// A customer: the facts that name them, their profile, their entitlements, and the facts of the purchases they own,
    /// whose writers hold the customer's lock, too.
    case customer(CustomerID)

    /// The number by which a database knows it; two of the same number only wait for each other needlessly.
    package var number: Int64 {
        switch self {
        case .purchase(let key): Self.number(of: ["purchase", "\(key.scope)", key.lineage.rawValue])
        case .customer(let customer): Self.number(of: ["customer", customer.rawValue])
        }
    }

    /// FNV-1a with 64 bits: every instance and every version computes the same.
    private static func number(of parts: [String]) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in parts.joined(separator: "\0").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return Int64(bitPattern: hash)
    }
}

/// The locks that a write needs, as far as they are known before it begins.
///
/// A write that comes to need another one begins again with it, so this is about time alone.
package struct WriteLocks: Sendable {
    /// Those that are known.
    package var known: Set<WriteLock>
    /// Finds others by what is stored, such as the owner of a purchase; run before the write begins.
    package var find: (@Sendable (any DatabaseReader) throws -> Set<WriteLock>)?

    /// Whether the write locks the rows that it decides about itself.
    package private(set) var isByRow = false

    /// None beforehand: the write locks the rows that it decides about, and each of its statements sees what was committed
    /// before it.
    ///
    /// Where writers overlap, a serializable transaction sees no conflict with one that holds locks. So whoever decides about
    /// rows that decisions insert, too, must wait for those that are being inserted, and look again.
    package static let rows: WriteLocks = {
        var locks = WriteLocks([])
        locks.isByRow = true
        return locks
    }()

    /// Makes a request for locks.
    package init(_ known: Set<WriteLock>, find: (@Sendable (any DatabaseReader) throws -> Set<WriteLock>)? = nil) {
        self.known = known
        self.find = find
    }
}
