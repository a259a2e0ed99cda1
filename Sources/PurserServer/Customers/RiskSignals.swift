// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Signs of proxy top-up and fraud: what is unusual about a customer's purchases, for a person to look at.
///
/// A purchase counts for the customer only when the customer's token or the team's backend proved the claim: with the app's key
/// alone anybody can attach a purchase of their own to anybody, and have it refunded. Such purchases are counted apart.
struct RiskSignals: Codable, Hashable, Sendable, Described {
    var purchases: Int
    var refunds: Int
    var storefronts: [StorefrontCountryCode]
    var appDownloads: Int
    var devices: Int
    var tokenMismatches: Int
    /// How often a purchase came for an order of another quantity.
    var quantityMismatches: Int
    /// Purchases whose claim nothing proves, and which count for nothing else here.
    var unprovenPurchases: Int
    /// The refunded ones of them.
    var unprovenRefunds: Int
    /// The names of the signs that are there.
    var signals: [String]

    static let schema = Schema.object([
        "purchases": .integer, "refunds": .integer, "storefronts": .array(of: .string), "appDownloads": .integer,
        "devices": .integer, "tokenMismatches": .integer,
        "quantityMismatches": .integer.described("Purchases that came for an order of another quantity."),
        "unprovenPurchases": .integer.described(
            "Purchases that neither the customer's token nor a secret key claimed; they count for nothing else here."
        ),
        "unprovenRefunds": .integer.described("The refunded ones of them."), "signals": .array(of: .string),
    ])

    init(_ account: CustomerAccount, profile: CustomerProfile, asOf now: Date) {
        let found = FraudSignals(
            account,
            tokenMismatches: profile.tokenMismatches ?? 0,
            quantityMismatches: profile.quantityMismatches ?? 0,
            asOf: now
        )
        purchases = found.purchases
        refunds = found.refunds
        storefronts = found.storefronts
        appDownloads = found.appDownloads
        devices = found.devices
        tokenMismatches = found.tokenMismatches
        quantityMismatches = found.quantityMismatches
        unprovenPurchases = found.unprovenPurchases
        unprovenRefunds = found.unprovenRefunds
        signals = found.signals
    }
}
