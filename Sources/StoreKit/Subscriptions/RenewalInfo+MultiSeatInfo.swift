// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Product.SubscriptionInfo.RenewalInfo {
    /// The seats of the next period.
    public struct MultiSeatInfo: Hashable, Sendable {
        /// The seats by price, in no promised order.
        public let renewalPriceTiers: [Transaction.MultiSeatInfo.PriceTier]

        init(_ fields: RenewalMultiSeatInfo) {
            renewalPriceTiers = (fields.renewalPriceTiers ?? []).compactMap(Transaction.MultiSeatInfo.PriceTier.init)
        }
    }
}
