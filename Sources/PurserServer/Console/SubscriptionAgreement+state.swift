// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console

extension SubscriptionAgreement {
    /// Reads what a subscription has; nothing when it is a period at a time for one customer.
    init?(_ state: SubscriptionState) {
        self.init(
            seats: state.seats,
            renewalSeats: state.renewalSeats,
            commitment: state.commitment.map { commitment in
                Commitment(
                    month: commitment.billingPeriodNumber,
                    months: commitment.totalBillingPeriods,
                    owed: commitment.remainingPrice?.milliunits,
                    currency: commitment.remainingPrice?.currency.rawValue,
                    until: commitment.expirationDate,
                    willRenew: commitment.willAutoRenew
                )
            },
            bundle: state.period.transaction.bundle?.productID.rawValue
        )
    }
}
