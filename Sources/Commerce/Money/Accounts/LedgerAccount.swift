// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A side of a posting: a customer's balance, or where its counterpart is booked.
///
/// Requirement E4: double entry. Every posting takes from one account what it gives to another, so that all balances of a
/// currency add up to nothing, always.
public enum LedgerAccount: Hashable, Sendable {
    /// What a customer has.
    case customer(CustomerID)

    /// What was sold.
    case sales

    /// What was given away.
    case bonuses

    /// What customers spent.
    case spending

    /// What ran out of time.
    case expiries

    /// What was corrected manually.
    case corrections
}

extension LedgerAccount: CustomStringConvertible {
    /// The account's name; a customer's begins with `customer:`.
    public var description: String {
        switch self {
        case .customer(let customer): "customer:\(customer)"
        case .sales: "sales"
        case .bonuses: "bonuses"
        case .spending: "spending"
        case .expiries: "expiries"
        case .corrections: "corrections"
        }
    }
}
