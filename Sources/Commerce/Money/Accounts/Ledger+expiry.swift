// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

extension Ledger {
    /// What a customer still has of one credit that runs out.
    public struct CreditLot: Hashable, Sendable {
        /// The posting that gave it.
        public let entry: LedgerEntry

        /// When it runs out, or nothing.
        public let expiresDate: Date?

        /// What is left of it.
        public var remaining: Int64

        /// What takes it away once; a posting whose parts run out at several instants has several.
        fileprivate var expiryKey: String {
            guard !entry.parts.isEmpty, let expiresDate else { return "expiry:" + entry.key }
            return "expiry:\(entry.key):\(expiresDate.millisecondsSince1970)"
        }
    }

    /// What a customer has, credit by credit, after what was taken: first what runs out first, then the oldest.
    ///
    /// What was taken beyond what was there is paid by the credits that follow.
    public func lots(of customer: CustomerID) -> [CreditLot] {
        var (lots, debt) = ([CreditLot](), Int64(0))
        for entry in entries {
            let change = entry.change(of: .customer(customer))
            if change < 0 {
                let missing = Self.consume((-BoundedSum(change)).value, from: &lots, of: entry)
                debt = (BoundedSum(debt) + BoundedSum(missing)).value
            }
            guard change > 0 else { continue }
            let whole = [ExpiringPortion(amount: change, expiresDate: entry.expiresDate)]
            for part in entry.parts.isEmpty ? whole : entry.parts {
                let paid = min(debt, part.amount)
                debt -= paid
                lots.append(CreditLot(entry: entry, expiresDate: part.expiresDate, remaining: part.amount - paid))
            }
        }
        return lots.filter { $0.remaining > 0 }
    }

    /// What an amount that is taken of a customer consists of, by when it would have run out.
    public func parts(of customer: CustomerID, taking amount: Int64) -> [ExpiringPortion] {
        var (parts, left) = ([ExpiringPortion](), amount)
        let lots = lots(of: customer)
        for index in Self.order(lots, for: nil) where left > 0 {
            let consumed = min(left, lots[index].remaining)
            left -= consumed
            if let last = parts.indices.last, parts[last].expiresDate == lots[index].expiresDate {
                parts[last].amount += consumed
            } else {
                parts.append(ExpiringPortion(amount: consumed, expiresDate: lots[index].expiresDate))
            }
        }
        return parts
    }

    /// The requests that take away what has run out; posting them twice changes nothing.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - instant: The present instant; what runs out at it has run out.
    /// - Returns: One request for each credit of which something is left.
    public func expiries(of customer: CustomerID, asOf instant: Date) -> [LedgerRequest] {
        lots(of: customer).compactMap { lot in
            guard let end = lot.expiresDate, end <= instant else { return nil }
            return LedgerRequest(
                key: lot.expiryKey,
                customer: customer,
                currency: currency,
                amount: -lot.remaining,
                reason: .expiry,
                transactionID: lot.entry.transactionID
            )
        }
    }

    /// Takes an amount of what is there, and answers with what was not.
    private static func consume(_ amount: Int64, from lots: inout [CreditLot], of entry: LedgerEntry) -> Int64 {
        var left = amount
        for index in order(lots, for: entry) where left > 0 {
            let consumed = min(left, lots[index].remaining)
            lots[index].remaining -= consumed
            left -= consumed
        }
        return left
    }

    /// An expiry and a refund take of their own credit first; a spend takes what runs out first.
    private static func order(_ lots: [CreditLot], for entry: LedgerEntry?) -> [Int] {
        let own: (CreditLot) -> Bool = { lot in
            guard let entry else { return false }
            if entry.reason == .expiry { return entry.key == lot.expiryKey }
            return entry.reason == .refund && entry.transactionID != nil
                && lot.entry.transactionID == entry.transactionID
        }
        let end: (CreditLot) -> Date = { $0.expiresDate ?? .distantFuture }
        return lots.indices.sorted { left, right in
            let (first, second) = (lots[left], lots[right])
            if own(first) != own(second) { return own(first) }
            if end(first) != end(second) { return end(first) < end(second) }
            return left < right
        }
    }
}
