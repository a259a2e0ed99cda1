// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

// A form has 64 marks, so the numbers of tiers, of which there may be any number, use bytes.

extension CompactWriter {
    mutating func seats(_ value: TransactionMultiSeatInfo) {
        optional(value.invitationManagement) { $0.text($1) }
        optional(value.priceTiers) { $0.tiers($1) }
        optional(value.revokedSeatQuantity) { $0.integer($1) }
    }

    mutating func tiers(_ tiers: [MultiSeatPriceTier]) {
        number(UInt64(tiers.count))
        for tier in tiers {
            number((tier.price == nil ? 0 : 1) + (tier.quantity == nil ? 0 : 2))
            if let price = tier.price { integer(price) }
            if let quantity = tier.quantity { integer(quantity) }
        }
    }

    mutating func bundle(_ value: SubscriptionBundle) {
        text(value.productID)
        optional(value.subscriptionGroupID) { $0.text($1) }
        optional(value.transactionID) { $0.text($1) }
        optional(value.originalTransactionID) { $0.text($1) }
    }
}

extension CompactReader {
    mutating func seats() throws -> TransactionMultiSeatInfo {
        TransactionMultiSeatInfo(
            invitationManagement: try optional { try $0.text() },
            priceTiers: try optional { try $0.tiers() },
            revokedSeatQuantity: try optional { try $0.int() }
        )
    }

    mutating func tiers() throws -> [MultiSeatPriceTier] {
        var tiers: [MultiSeatPriceTier] = []
        for _ in 0..<(try number()) {
            let known = try number()
            tiers.append(
                MultiSeatPriceTier(
                    price: known & 1 == 0 ? nil : try integer(),
                    quantity: known & 2 == 0 ? nil : try int()
                )
            )
        }
        return tiers
    }

    mutating func bundle() throws -> SubscriptionBundle {
        SubscriptionBundle(
            productID: try text(),
            subscriptionGroupID: try optional { try $0.text() },
            transactionID: try optional { try $0.text() },
            originalTransactionID: try optional { try $0.text() }
        )
    }
}
