// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// Which transactions share a period.
///
/// Seats that are added within a period of a group subscription are a transaction of their own beside the one that began
/// the period: both are valid, and both end together.
///
/// <https://developer.apple.com/documentation/storekit/managing-the-life-cycle-of-multiseat-subscriptions>
extension SubscriptionHistory {
    /// The place of the transaction that began the period of the one at a place: itself, unless it added seats.
    ///
    /// Each transaction of such a period says that there are several, the first one too once Apple has signed it again.
    /// What distinguishes the first one is that it is the earliest that ends with the others.
    func basePlace(of place: Int) -> Int {
        let seats = entries[place]
        guard seats.mayAddSeats else { return place }
        var base = place
        for earlier in (0..<place).reversed() {
            guard let end = entries[earlier].latestEnd, end > seats.startDate else { break }
            guard entries[earlier].endsWith(seats) else { continue }
            // A renewal adds no seats, so it began the period.
            guard entries[earlier].mayAddSeats else { return earlier }
            base = earlier
        }
        return base == place ? renewalPlace(after: place) ?? place : base
    }

    /// The place of the renewal that seats were added to before it began: Apple charges it early.
    private func renewalPlace(after place: Int) -> Int? {
        guard let end = entries[place].latestEnd else { return nil }
        for next in (place + 1)..<max(place + 1, entries.count) {
            guard entries[next].startDate < end else { return nil }
            if !entries[next].mayAddSeats, entries[next].endsWith(entries[place]) { return next }
        }
        return nil
    }

    /// Whether the transaction at a place began a period: it is of a subscription, and did not add seats to a period.
    func beginsPeriod(_ place: Int) -> Bool {
        entries[place].expirationDate != nil && basePlace(of: place) == place
    }

    /// The places of the transactions that added seats to the period that the transaction at a place began.
    func additions(to place: Int) -> [Int] {
        guard let end = entries[place].latestEnd else { return [] }
        var additions: [Int] = []
        for earlier in (0..<place).reversed() {
            guard entries[earlier].mayAddSeats else { break }
            if basePlace(of: earlier) == place { additions.insert(earlier, at: 0) }
        }
        for next in (place + 1)..<max(place + 1, entries.count) {
            guard entries[next].startDate < end else { break }
            if entries[next].mayAddSeats, basePlace(of: next) == place { additions.append(next) }
        }
        return additions
    }

    /// How many seats a period had before a transaction added others, from after all refunds that are known to before any;
    /// nothing when the transaction adds to no known period.
    func seats(before id: TransactionID) -> ClosedRange<Int>? {
        guard let place = place(of: id) else { return nil }
        let base = basePlace(of: place)
        guard base != place else { return nil }
        let earlier = [base] + additions(to: base).filter { $0 < place }
        let (left, bought) = earlier.reduce((BoundedSum(), BoundedSum())) { sums, place in
            let transaction = entries[place].transaction
            return (
                sums.0 + BoundedSum(Int64(transaction.seatsInUse)),
                sums.1 + BoundedSum(Int64(max(0, transaction.quantity)))
            )
        }
        return Int(left.value)...Int(bought.value)
    }
}

extension SubscriptionHistory.Entry {
    /// The latest end that a document gave the period.
    fileprivate var latestEnd: Date? {
        expirationDate.map { max($0, record.firstExpirationDate ?? $0) }
    }

    /// Whether another transaction is of the same product and ends when this one does, or did before an extension: Apple
    /// signs the transactions of an extended period one after another.
    fileprivate func endsWith(_ other: Self) -> Bool {
        guard record.productID == other.record.productID, let end = expirationDate, let otherEnd = other.expirationDate
        else { return false }
        let (first, otherFirst) = (record.firstExpirationDate ?? end, other.record.firstExpirationDate ?? otherEnd)
        return end == otherEnd || first == otherFirst || end == otherFirst || first == otherEnd
    }
}
