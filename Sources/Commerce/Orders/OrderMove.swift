// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// One step of an order from a state to another: when, and by which fact.
public struct OrderMove: Hashable, Sendable, Codable {
    /// The state it came to.
    public var state: OrderState

    /// When.
    public var date: Date

    /// The transaction that moved it, when one did.
    public var transactionID: TransactionID?

    /// Words for people: the failure's, or the team's.
    public var note: String?

    /// The fact that moved it; absent when only time did.
    public var evidence: Evidence?

    /// Makes a move.
    public init(
        state: OrderState,
        date: Date,
        transactionID: TransactionID? = nil,
        note: String? = nil,
        evidence: Evidence? = nil
    ) {
        self.state = state
        self.date = date
        self.transactionID = transactionID
        self.note = note
        self.evidence = evidence
    }
}
