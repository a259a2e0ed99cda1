// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials

extension FraudSignals: SchemaDescribed {
    static let schema = Schema.object([
        "purchases": .integer, "refunds": .integer, "storefronts": .array(of: .string), "appDownloads": .integer,
        "devices": .integer, "tokenMismatches": .integer,
        "quantityMismatches": .integer.described("Purchases with another quantity than their order."),
        "unprovenPurchases": .integer.described(
            "Purchases that neither a customer token nor a secret key claimed. The other signals do not count them."
        ),
        "unprovenRefunds": .integer.described("The refunded unproven purchases."), "signals": .array(of: .string),
    ])

    init(_ account: CustomerAccount, profile: CustomerProfile, asOf now: Date) {
        self.init(
            account,
            tokenMismatches: profile.tokenMismatches ?? 0,
            quantityMismatches: profile.quantityMismatches ?? 0,
            asOf: now
        )
    }
}
