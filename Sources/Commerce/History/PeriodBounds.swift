// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// When a period begins and ends, without the transaction that bought it.
struct PeriodBounds: Hashable, Sendable {
    let startDate: Date
    private(set) var endDate: Date
    private(set) var ending = ServicePeriod.Ending.expiration

    /// The expiration as the documents say it.
    let expirationDate: Date

    /// When it was refunded or stopped being shared.
    private(set) var withdrawalDate: Date?

    /// What the clock that signs showed when that happened: the same, or earlier where it is behind.
    private(set) var withdrawalSignedDate: Date?

    init(startDate: Date, expirationDate: Date) {
        self.startDate = startDate
        self.expirationDate = expirationDate
        endDate = max(startDate, expirationDate)
    }

    /// Whether it was refunded or is no longer shared.
    var isWithdrawn: Bool { ending == .undone || ending == .revocation }

    /// When it is, or was, to renew: a refund alone does not turn the renewal off.
    var renewalDate: Date { isWithdrawn ? expirationDate : endDate }

    /// The bounds of a period that another transaction belongs to as well, which added seats to it.
    ///
    /// The one that lasts longer decides how it ends; what one loses, the other still gives.
    func joined(with other: PeriodBounds) -> PeriodBounds {
        if other.ending == .undone, ending != .undone { return self }
        let isLast =
            ending == .undone && other.ending != .undone || other.endDate > endDate
            || other.endDate == endDate && isWithdrawn && !other.isWithdrawn
        let last = isLast ? other : self
        var joined = PeriodBounds(
            startDate: startDate,
            expirationDate: max(expirationDate, other.expirationDate)
        )
        (joined.endDate, joined.ending) = (max(startDate, last.endDate), last.ending)
        (joined.withdrawalDate, joined.withdrawalSignedDate) = (last.withdrawalDate, last.withdrawalSignedDate)
        return joined
    }

    mutating func shorten(to date: Date, _ reason: ServicePeriod.Ending) {
        guard date < endDate else { return }
        (endDate, ending) = (max(startDate, date), reason)
    }

    /// Takes the rest back, or all of it.
    mutating func withdraw(on date: Date, signed: Date, _ extent: RevocationEffect) {
        switch extent {
        case .asIfNeverBought: (endDate, ending) = (startDate, .undone)
        case .fromItsDate:
            guard date < endDate else { return }
            shorten(to: date, .revocation)
        }
        (withdrawalDate, withdrawalSignedDate) = (date, signed)
    }
}
