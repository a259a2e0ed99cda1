// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// Patterns in a customer's purchases that suggest fraud or proxy top-up, for a person to review.
///
/// A purchase counts for the customer only when the customer's token or the team's backend proved the claim: with the
/// app's key alone anyone can attach a purchase of their own to any customer, and have it refunded. Such purchases are
/// counted apart.
package struct FraudSignals: Hashable, Sendable, Codable {
    /// The proven purchases.
    package var purchases: Int
    /// The refunded ones of them.
    package var refunds: Int
    /// The storefronts of the proven purchases.
    package var storefronts: [StorefrontCountryCode]
    /// How many downloads of the app made them: about one for each Apple Account.
    package var appDownloads: Int
    /// The customer's registered devices.
    package var devices: Int
    /// How often a purchase carried another order's token.
    package var tokenMismatches: Int
    /// How often a purchase came for an order of another quantity.
    package var quantityMismatches: Int
    /// Purchases whose claim nothing proves; they count for nothing else here.
    package var unprovenPurchases: Int
    /// The refunded ones of them.
    package var unprovenRefunds: Int
    /// The names of the signals.
    package var signals: [String]

    /// From how many on a number is a signal.
    private enum Threshold {
        static let refunds = 3
        static let refundsOfMajority = 2
        static let storefronts = 3
        static let appDownloads = 3
        static let devices = 10
    }

    /// Derives the signals of an account.
    ///
    /// - Parameters:
    ///   - account: The customer's purchases.
    ///   - unread: The counts of proven purchases that the account leaves out.
    ///   - tokenMismatches: How often a purchase carried another order's token.
    ///   - quantityMismatches: How often a purchase came for an order of another quantity.
    ///   - now: The instant.
    package init(
        _ account: CustomerAccount,
        unread: PurchaseCounts = PurchaseCounts(),
        tokenMismatches: Int,
        quantityMismatches: Int,
        asOf now: Date
    ) {
        let owned = account.ownedLineages(asOf: now)
        let proven = owned.filter { account.ownership(of: $0).isProven(account.customer) }
        let counted = TransactionCounts(of: proven, account)
        let unproven = TransactionCounts(of: owned.filter { !proven.contains($0) }, account)
        purchases = counted.purchases + unread.purchases
        refunds = counted.refunds + unread.refunds
        unprovenPurchases = unproven.purchases
        unprovenRefunds = unproven.refunds
        storefronts = counted.storefronts.union(unread.storefronts).sorted()
        appDownloads = counted.appDownloads.union(unread.appDownloads).count
        devices = account.registeredDevices.count
        self.tokenMismatches = tokenMismatches
        self.quantityMismatches = quantityMismatches
        signals = []
        if refunds >= Threshold.refunds { signals.append("many-refunds") }
        if refunds >= Threshold.refundsOfMajority, refunds * 2 >= purchases { signals.append("mostly-refunded") }
        if storefronts.count >= Threshold.storefronts { signals.append("many-storefronts") }
        if appDownloads >= Threshold.appDownloads { signals.append("many-apple-accounts") }
        if devices >= Threshold.devices { signals.append("many-devices") }
        if tokenMismatches >= 1 { signals.append("token-mismatch") }
        if quantityMismatches >= 1 { signals.append("quantity-mismatch") }
    }
}

/// The counts of some purchases' transactions.
private struct TransactionCounts {
    var purchases = 0
    var refunds = 0
    var storefronts: Set<StorefrontCountryCode> = []
    var appDownloads: Set<AppTransactionID> = []

    init(of keys: [LineageKey], _ account: CustomerAccount) {
        for key in keys {
            let entries = account.history(of: key)?.entries ?? []
            purchases += entries.count
            // Most transactions are like the one before.
            var last: (storefront: StorefrontCountryCode?, appDownload: AppTransactionID?)
            for entry in entries {
                if entry.isRevoked, entry.transaction.isRefunded { refunds += 1 }
                let (storefront, appDownload) = (entry.record.storefront, entry.record.appTransactionID)
                if let storefront, storefront != last.storefront { storefronts.insert(storefront) }
                if let appDownload, appDownload != last.appDownload { appDownloads.insert(appDownload) }
                last = (storefront, appDownload)
            }
        }
    }
}

extension Transaction {
    /// Whether Apple refunded what was sold.
    var isRefunded: Bool { withdrawal != nil && isSale }
}
