// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// A storefront as a backend knows it.
package struct StorefrontRecord: Codable, Hashable, Sendable {
    package var countryCode: String
    package var id: String
    package var currency: String

    package init(countryCode: String, id: String, currency: String) {
        self.countryCode = countryCode
        self.id = id
        self.currency = currency
    }
}

/// A transaction as a backend keeps it.
package struct StoredTransaction: Hashable, Sendable {
    package var document: String
    package var isFinished: Bool

    package init(document: String, isFinished: Bool) {
        self.document = document
        self.isFinished = isFinished
    }
}

/// Where a subscription stands, as a backend keeps it.
package struct StoredStatus: Hashable, Sendable {
    package var groupID: String
    package var state: Int
    package var transaction: String
    package var renewalInfo: String

    package init(groupID: String, state: Int, transaction: String, renewalInfo: String) {
        self.groupID = groupID
        self.state = state
        self.transaction = transaction
        self.renewalInfo = renewalInfo
    }
}

/// What the app asks to buy.
package struct PurchaseOrder: Sendable {
    /// Names the attempt, so that a purchase that had to wait can be matched with it.
    package var id = UUID()

    package var product: String
    package var options: Set<Product.PurchaseOption>

    package init(product: String, options: Set<Product.PurchaseOption> = []) {
        self.product = product
        self.options = options
    }
}

/// How a purchase ended.
package enum PurchaseOutcome: Sendable {
    case purchased(StoredTransaction)
    case deferred
    case interrupted
    case cancelled
}

/// What happens without the app asking.
package enum StoreEvent: Sendable {
    /// Why a transaction comes.
    package enum Cause: Hashable, Sendable {
        /// A purchase outside the app, or an offer code.
        case purchase

        /// A new period.
        case renewal

        /// A purchase that had to wait, by the name of its attempt.
        case completed(UUID)

        /// The store revoked a purchase, or changed what it said before.
        case change
    }

    /// The app receipt, of a store that is elsewhere; it comes before the transactions that are new in it.
    case receipt(Data)

    case transaction(StoredTransaction, Cause)
    case status(StoredStatus)
    case declined(UUID)
    case storefront(StorefrontRecord)
    case intent(product: String, offer: String?)
    case message(Int)

    /// A test took a transaction out of the history.
    case deleted
    case cleared
}
