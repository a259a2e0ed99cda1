// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

extension SubscriptionHistory {
    /// The subscription's periods in the order of purchase, undone ones included.
    ///
    /// No two of them overlap: a period ends where the next one begins. Transactions that added seats to a period belong to
    /// it.
    public var periods: [ServicePeriod] {
        entries.indices.compactMap(period)
    }

    /// The period that a transaction bought, or added seats to, with the one before it, and its number among all, counted
    /// from zero; nothing when it bought none.
    public func period(
        of id: TransactionID
    ) -> (number: Int, period: ServicePeriod, previous: ServicePeriod?)? {
        guard let place = place(of: id).map(basePlace), let period = period(place) else { return nil }
        let earlier = entries.indices[..<place].lastIndex(where: beginsPeriod)
        let number = entries.indices[..<place].count(where: beginsPeriod)
        return (number, period, earlier.flatMap { self.period($0) })
    }

    /// The time that each transaction bought: the parts of the periods.
    var transactionPeriods: [ServicePeriod] {
        entries.indices.compactMap { place in
            ownBounds(place).map { ServicePeriod(entries[place].record, $0) }
        }
    }

    /// The transactions that bought no period: one-time purchases.
    public var purchases: [TransactionRecord] {
        entries.filter { $0.expirationDate == nil }.map(\.record)
    }

    /// Every transaction, in the order of purchase.
    public var transactions: [TransactionRecord] { entries.map(\.record) }

    /// Whether all that is known comes from receipts.
    public var isFromReceiptsOnly: Bool { entries.allSatisfy(\.record.isFromReceiptOnly) }

    /// The times between periods in which there was none, undone periods left out.
    ///
    /// Each is found by comparing a period's end with the next one's purchase, as Apple's guide says.
    public var lapses: [Lapse] {
        let sound = entries.indices.compactMap { place in
            bounds(place).flatMap { $0.ending == .undone ? nil : (place: place, bounds: $0) }
        }
        return zip(sound, sound.dropFirst()).compactMap { before, after in
            guard before.bounds.endDate < after.bounds.startDate else { return nil }
            let grace = failure(after: before.place, asOf: after.bounds.startDate)?.info.gracePeriodExpirationDate
            return Lapse(
                startDate: before.bounds.endDate,
                endDate: after.bounds.startDate,
                graceEndDate: grace.map { min($0, after.bounds.startDate) }
            )
        }
    }

    /// The place of the last transaction bought at or before an instant, or -1 when there is none.
    func lastPlace(boughtBy instant: Date) -> Int {
        var place = entries.firstPlace { $0.startDate > instant } - 1
        while place >= 0, entries[place].purchaseDate > instant { place -= 1 }
        return place
    }

    /// The period that the transaction at a place began, or nothing when it began none.
    func period(_ place: Int) -> ServicePeriod? {
        guard let bounds = bounds(place) else { return nil }
        var period = ServicePeriod(entries[place].record, bounds)
        period.additions = additions(to: place).map { entries[$0].transaction }
        return period
    }

    /// When the period that the transaction at a place began starts and ends, or nothing when it began none.
    ///
    /// The customer has it until each of its transactions has ended: a refund of one leaves what the others bought. They have
    /// one expiration. When Apple extends the period, the last transaction states it, also one that was refunded.
    func bounds(_ place: Int) -> PeriodBounds? {
        guard beginsPeriod(place) else { return nil }
        let additions = additions(to: place)
        let last = additions.isEmpty ? nil : ([place] + additions).compactMap { entries[$0].expirationDate }.max()
        guard let own = ownBounds(place, until: last) else { return nil }
        return additions.compactMap { ownBounds($0, until: last) }.reduce(own) { $0.joined(with: $1) }
    }

    /// When the time that a transaction itself bought starts and ends, or nothing when it bought none; until the period's
    /// expiration, where another transaction's document says it.
    private func ownBounds(_ place: Int, until last: Date? = nil) -> PeriodBounds? {
        let entry = entries[place]
        guard let expiration = entry.expirationDate else { return nil }
        var bounds = PeriodBounds(startDate: entry.startDate, expirationDate: last ?? expiration)
        if isSuperseded(place) {
            bounds.shorten(to: bounds.startDate, .upgrade)
        } else {
            let transaction = entry.isRevoked ? entry.transaction : nil
            if wasLeft(place) {
                let mark = transaction?.withdrawal == nil ? transaction?.revocation?.date : nil
                let date = [mark, nextStart(after: place)].compactMap(\.self).min()
                if let date { bounds.shorten(to: date, .upgrade) }
            }
            if let transaction, let withdrawal = transaction.withdrawal {
                bounds.withdraw(
                    on: withdrawal.date,
                    signed: entry.record.firstSigning(of: withdrawal),
                    extent(of: withdrawal, ownership: transaction.ownership)
                )
            }
        }
        if bounds.startDate < bounds.endDate, let next = nextSoundStart(after: place) {
            bounds.shorten(to: next, .succession)
        }
        return bounds
    }

    /// When the next period begins, undone or not; one that was left before it began never does.
    func nextStart(after place: Int) -> Date? {
        var next = place + 1
        while next < entries.count {
            if beginsPeriod(next), !isSuperseded(next) { return entries[next].startDate }
            next += 1
        }
        return nil
    }

    /// When the next period begins that was neither undone nor left before it began.
    ///
    /// A renewal begins where the period before it ended: one within that period says that the period was made shorter,
    /// as testers can, which no document need tell. Taking the renewal's money back does not make it longer again.
    private func nextSoundStart(after place: Int) -> Date? {
        var next = place + 1
        while next < entries.count {
            if beginsPeriod(next), !isSuperseded(next),
                !isUndone(next) || entries[next].transaction.reason == .renewal
            {
                return entries[next].startDate
            }
            next += 1
        }
        return nil
    }

    /// Whether refunds undid the purchase at a place and all that was added to it; leaving a plan for another does not.
    func isUndone(_ place: Int) -> Bool {
        entries[place].isRevoked && isUndone(entries[place].transaction)
            && additions(to: place).allSatisfy { isUndone(entries[$0].transaction) }
    }

    /// Whether a refund undid a purchase; leaving a plan for another does not.
    func isUndone(_ transaction: Transaction) -> Bool {
        guard let withdrawal = transaction.withdrawal else { return false }
        return extent(of: withdrawal, ownership: transaction.ownership) == .asIfNeverBought
    }

    /// How far back a revocation reaches under the policy.
    func extent(of revocation: Revocation, ownership: InAppOwnershipType) -> RevocationEffect {
        switch revocation.type {
        case .familyRevoke?, .assignmentRevoke?: policy.familyRevocation
        case .refundProrated?: policy.refund.prorated
        case .refundFull?: policy.refund.full
        default: ownership.isSale ? policy.refund.full : policy.familyRevocation
        }
    }
}

// MARK: - Seats

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
        // Asked about each period several times: an entry is only copied where it matters.
        guard entries[place].mayAddSeats else { return place }
        let seats = entries[place]
        var base = place
        for earlier in (0..<place).reversed() {
            guard let end = entries[earlier].latestEnd, end > seats.startDate else { break }
            guard entries[earlier].endsWith(seats) else { continue }
            // A renewal adds no seats, so it began the period.
            guard entries[earlier].mayAddSeats else { return earlier }
            base = earlier
        }
        return renewalPlace(after: base) ?? base
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

    /// Whether a transaction that says that seats were added is known to have begun its period: its lineage begins with it, or
    /// an addition to it is known.
    func isFirstOfPeriod(_ id: TransactionID) -> Bool {
        guard let place = place(of: id), entries[place].mayAddSeats, basePlace(of: place) == place else { return false }
        return id.rawValue == entries[place].transaction.originalTransactionID.rawValue || !additions(to: place).isEmpty
    }

    /// The transactions that share a period to which seats were added with some transactions, and are none of these.
    func seatTransactions(besides ids: [TransactionID]) -> [TransactionID] {
        var found: [TransactionID] = []
        for id in ids {
            guard let place = place(of: id) else { continue }
            let base = basePlace(of: place)
            for other in ([base] + additions(to: base)).map({ entries[$0].transaction.id })
            where !ids.contains(other) && !found.contains(other) {
                found.append(other)
            }
        }
        return found
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
