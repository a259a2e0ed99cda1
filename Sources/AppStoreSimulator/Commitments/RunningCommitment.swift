// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// A year that a customer pays month by month.
struct RunningCommitment: Hashable, Sendable, Codable {
    /// The number of the month, from 1.
    var number: Int

    /// How many months it has.
    var total: Int

    /// When it ends; a payment that failed and was recovered moves it.
    var expires: Date

    /// The price of a month, for all seats if there are several.
    var monthlyPrice: Int64

    /// Whether another commitment or period follows.
    var renews = true

    var isInLastMonth: Bool { number == total }

    var info: TransactionCommitmentInfo {
        TransactionCommitmentInfo(
            billingPeriodNumber: number,
            commitmentExpiresDate: expires,
            commitmentPrice: monthlyPrice * Int64(total),
            totalBillingPeriods: total
        )
    }
}
