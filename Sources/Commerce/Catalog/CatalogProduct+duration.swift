// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension CalendarPeriod {
    /// The durations an auto-renewable subscription can have: 1 week; 1, 2, 3 or 6 months; 1 year.
    ///
    /// App Store Connect offers no other (App Store Connect Help, "Set a subscription duration").
    public static let subscriptionDurations: [CalendarPeriod] =
        [.week] + [1, 2, 3, 6, 12].map { CalendarPeriod(months: $0) }

    /// The durations a free trial can have: 3 days; 1 or 2 weeks; 1, 2, 3 or 6 months; 1 year.
    ///
    /// Source: App Store Connect Help, "Set up introductory offers for auto-renewable subscriptions".
    public static let freeTrialDurations: [CalendarPeriod] =
        [CalendarPeriod(days: 3), .week, CalendarPeriod(days: 14)]
        + [1, 2, 3, 6, 12].map { CalendarPeriod(months: $0) }
}

extension CatalogProduct {
    /// Whether the App Store can sell the product for its period.
    ///
    /// Only auto-renewable subscriptions have a period of Apple's. A subscription without a period is incomplete, which is
    /// another finding. Equal lengths are equal: P7D is P1W, and P12M is P1Y.
    public var hasSupportedDuration: Bool {
        guard type == .autoRenewableSubscription, let period else { return true }
        return CalendarPeriod.subscriptionDurations.contains(period)
    }

    /// The offers that are free trials of a length the App Store does not offer.
    public var offersOfUnsupportedLength: [CatalogOffer] {
        ([introductoryOffer].compactMap { $0 } + offers).filter { offer in
            // The length of a paid offer follows the subscription's own duration.
            guard offer.discount == .freeTrial else { return false }
            guard let length = offer.length else { return true }
            return !CalendarPeriod.freeTrialDurations.contains(length)
        }
    }
}

extension CatalogOffer {
    /// The length of all its periods together, or `nil` when the number of periods is not one of a real offer (1 to 100).
    public var length: CalendarPeriod? {
        (1...100).contains(periodCount) ? period.multiplied(by: periodCount) : nil
    }
}
