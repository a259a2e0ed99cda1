// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

/// The counts of a customer's proven purchases whose facts are not read, because they give no access.
///
/// Fraud signals follow from them together with the purchases that are read.
package struct PurchaseCounts: Hashable, Sendable {
    /// What is counted.
    package enum Name: Hashable, Sendable {
        /// The purchases.
        case purchases
        /// The refunded ones of them.
        case refunds
        /// Those of a storefront.
        case storefront(StorefrontCountryCode)
        /// Those of one download of the app.
        case appDownload(AppTransactionID)
    }

    /// How many storefronts, and how many downloads, are loaded at most: no signal asks for more, and one of them may
    /// be the purchase's that is decided about.
    package static let maximumValues = 4

    /// The counts; what is absent is zero.
    package var numbers: [Name: Int]

    /// Creates counts.
    package init(_ numbers: [Name: Int] = [:]) {
        self.numbers = numbers
    }

    /// The same without a purchase that was counted.
    package func removing(_ purchase: CustomerPurchase) -> PurchaseCounts {
        var rest = self
        for name in purchase.counted {
            guard let number = rest.numbers[name] else { continue }
            rest.numbers[name] = number > 1 ? number - 1 : nil
        }
        return rest
    }

    var purchases: Int { numbers[.purchases] ?? 0 }
    var refunds: Int { numbers[.refunds] ?? 0 }

    var storefronts: [StorefrontCountryCode] {
        numbers.keys.compactMap { name in
            guard case .storefront(let storefront) = name else { return nil }
            return storefront
        }
    }

    var appDownloads: [AppTransactionID] {
        numbers.keys.compactMap { name in
            guard case .appDownload(let id) = name else { return nil }
            return id
        }
    }
}
