// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension Ledger {
    /// What a customer still has of one credit that runs out.
    public struct Lot: Hashable, Sendable {
        /// The posting that gave it.
        public let entry: LedgerEntry

        /// What is left of it.
        public var remaining: Int64
    }

    /// What a customer has, credit by credit, after what was taken: first what runs out first, then the oldest.
    public func lots(of customer: CustomerID) -> [Lot] {
        var lots: [Lot] = []
        for entry in entries {
            let change = entry.change(of: .customer(customer))
            if change > 0 { lots.append(Lot(entry: entry, remaining: change)) }
            if change < 0 { Self.take(-change, from: &lots, of: entry) }
        }
        return lots.filter { $0.remaining > 0 }
    }

    /// The requests that take away what has run out; posting them twice changes nothing.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - instant: The present instant; what runs out at it has run out.
    /// - Returns: One request for each credit of which something is left.
    public func expiries(of customer: CustomerID, asOf instant: Date) -> [LedgerRequest] {
        lots(of: customer).compactMap { lot in
            guard let end = lot.entry.expiresDate, end <= instant else { return nil }
            return LedgerRequest(
                key: "expiry:" + lot.entry.key,
                customer: customer,
                currency: currency,
                amount: -lot.remaining,
                reason: .expiry,
                transactionID: lot.entry.transactionID
            )
        }
    }

    private static func take(_ amount: Int64, from lots: inout [Lot], of entry: LedgerEntry) {
        var left = amount
        for index in order(lots, for: entry) where left > 0 {
            let taken = min(left, lots[index].remaining)
            lots[index].remaining -= taken
            left -= taken
        }
    }

    /// An expiry and a refund take of their own credit first; a spend takes what runs out first.
    private static func order(_ lots: [Lot], for entry: LedgerEntry) -> [Int] {
        let own: (Lot) -> Bool = { lot in
            if entry.reason == .expiry { return entry.key == "expiry:" + lot.entry.key }
            return entry.reason == .refund && entry.transactionID != nil
                && lot.entry.transactionID == entry.transactionID
        }
        let end: (Lot) -> Date = { $0.entry.expiresDate ?? .distantFuture }
        return lots.indices.sorted { left, right in
            let (first, second) = (lots[left], lots[right])
            if own(first) != own(second) { return own(first) }
            if end(first) != end(second) { return end(first) < end(second) }
            return left < right
        }
    }
}
