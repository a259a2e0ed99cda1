// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// How much paid service a customer had without a long break: after a year of it Apple keeps less.
///
/// Free trials and extensions do not count, paid offers do; a change of plan inside the group goes on counting, a
/// lapse of more than 60 days begins anew.
///
/// <https://developer.apple.com/app-store/subscriptions/#net-revenue>
public struct PaidService: Hashable, Sendable, Codable {
    /// How long a year of paid service is: 365 days.
    public static let yearMilliseconds: Int64 = 365 * 86_400_000

    /// How long a lapse may be: 60 days.
    public static let lapseMilliseconds: Int64 = 60 * 86_400_000

    /// When the service that counts began.
    public var startDate: Date?

    /// How much of it is paid and gone by, in milliseconds.
    public var milliseconds: Int64

    /// Whole days of it.
    public var days: Int { Int(milliseconds / 86_400_000) }

    /// Whether it is a year or more.
    public var isYear: Bool { milliseconds >= Self.yearMilliseconds }
}

extension SubscriptionHistory {
    /// The paid service up to an instant, of the group that the subscription is in.
    ///
    /// Apple counts per subscriber and group; a purchase's life never leaves its group.
    public func paidService(asOf instant: Date) -> PaidService {
        var service = PaidService(startDate: nil, milliseconds: 0)
        var lastEnd: Date?
        for place in entries.indices {
            guard !isUndone(place), entries[place].startDate <= instant, let period = period(place) else { continue }
            let begins = period.startDate.millisecondsSince1970
            if let lastEnd, begins - lastEnd.millisecondsSince1970 > PaidService.lapseMilliseconds {
                service = PaidService(startDate: nil, milliseconds: 0)
            }
            lastEnd = max(lastEnd ?? period.endDate, period.endDate)
            guard period.kind.isPaid, period.transaction.ownership != .familyShared else { continue }
            if service.startDate == nil { service.startDate = period.startDate }
            let paidEnd = min(period.endDate, period.firstExpirationDate ?? period.endDate, instant)
            service.milliseconds += max(0, paidEnd.millisecondsSince1970 - begins)
        }
        if let lastEnd, instant.millisecondsSince1970 - lastEnd.millisecondsSince1970 > PaidService.lapseMilliseconds {
            return PaidService(startDate: nil, milliseconds: 0)
        }
        return service
    }

    /// Whether a period is charged after a year of paid service, so that 85 % of it are the team's.
    public func isAfterPaidYear(_ period: ServicePeriod) -> Bool {
        paidService(asOf: period.startDate).isYear
    }
}
