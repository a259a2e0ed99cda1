// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How much a fact's word is worth beside another one of the same instant.
///
/// It decides only between facts of one instant; a later fact of any rank that says something about a purchase is
/// newer knowledge. Facts of rank ``reported`` say nothing that an entitlement could rest on, at any instant.
public enum FactRank: UInt8, Hashable, Sendable, Codable {
    /// Anyone could have said it: version 1 notifications, rows of reports.
    case reported = 10

    /// Apple said it to us over an encrypted connection: answers about receipts.
    case answered = 20

    /// The team stated it about a purchase in another store, with its secret key.
    case stated = 25

    /// Apple signed it.
    case signed = 30

    /// We did it; last, so that it acts upon all that was known at its instant.
    case commanded = 40
}

extension FactRank: Comparable {
    /// Orders ranks from the weakest word to the strongest.
    public static func < (left: FactRank, right: FactRank) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension FactRank {
    /// Whether a fact of this rank states everything about a transaction: what it leaves out, such as a refund, is not so.
    ///
    /// An answer about a receipt leaves out what a receipt has no field for.
    var statesEverything: Bool { self == .stated || self == .signed }
}
