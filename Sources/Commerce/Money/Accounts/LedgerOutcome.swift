// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The result of a request to change a balance.
public enum LedgerOutcome: Hashable, Sendable {
    /// It was posted.
    case posted(LedgerEntry)

    /// The same request was posted before; nothing changed.
    case repeated(LedgerEntry)

    /// The policy let nothing be taken: a refund of what was spent, with no debt allowed.
    case writtenOff

    /// It was refused.
    case refused(Refusal)

    /// Why a request is refused.
    public enum Refusal: Hashable, Sendable {
        /// There is less than is to be taken.
        case insufficient(balance: Int64)

        /// The key was used before for something else.
        case keyReused(LedgerEntry)

        /// The amount is zero, or the balance would not fit.
        case invalidAmount
    }
}
