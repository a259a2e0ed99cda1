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
        let owned = account.ownedLineages(asOf: now)
        let proven = owned.filter { account.ownership(of: $0).isProven(account.customer) }
        let transactions = account.transactions(of: proven)
        let unproven = account.transactions(of: owned.filter { !proven.contains($0) })
        purchases = transactions.count
        refunds = transactions.count(where: \.isRefunded)
        unprovenPurchases = unproven.count
        unprovenRefunds = unproven.count(where: \.isRefunded)
        storefronts = Set(transactions.compactMap(\.storefront)).sorted()
        appDownloads = Set(transactions.compactMap(\.appTransactionID)).count
        devices = account.registeredDevices.count
        tokenMismatches = profile.tokenMismatches ?? 0
        quantityMismatches = profile.quantityMismatches ?? 0
        signals = []
        if refunds >= 3 { signals.append("many-refunds") }
        if refunds >= 2, refunds * 2 >= purchases { signals.append("mostly-refunded") }
        if storefronts.count >= 3 { signals.append("many-storefronts") }
        if appDownloads >= 3 { signals.append("many-apple-accounts") }
        if devices >= 10 { signals.append("many-devices") }
        if tokenMismatches >= 1 { signals.append("token-mismatch") }
        if quantityMismatches >= 1 { signals.append("quantity-mismatch") }
    }
}

extension CustomerAccount {
    fileprivate func transactions(of keys: [LineageKey]) -> [Transaction] {
        keys.compactMap { history(of: $0) }.flatMap { $0.transactions.map(\.transaction) }
    }
}

extension Transaction {
    fileprivate var isRefunded: Bool { withdrawal != nil && ownership != .familyShared }
}

extension IntakeWork {
    /// Tells of signs that were not there before.
    func tellSignals(of account: CustomerAccount, customer: CustomerID, in scope: AppScope) throws {
        let profile = try writer.profile(of: customer)
        let risk = RiskSignals(account, profile: profile, asOf: now)
        let new = risk.signals.filter { !(profile.toldSignals ?? []).contains($0) }
        guard !new.isEmpty else { return }
        for signal in new {
            var event = ServerEvent(
                id: EventID(.fraudSignal, scope, causes: customer.rawValue, signal),
                type: .fraudSignal,
                scope: scope,
                customer: customer,
                occurred: now
            )
            event.reason = signal
            try tell(event)
        }
        try writer.changeProfile(of: customer, now: now) { $0.toldSignals = ($0.toldSignals ?? []) + new }
    }
}
