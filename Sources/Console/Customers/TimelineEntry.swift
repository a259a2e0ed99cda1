// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// One thing that happened to a customer.
package struct TimelineEntry: Sendable {
    /// A transaction as a document states it.
    package struct Purchase: Sendable {
        /// The transaction.
        package var id: String
        /// What was bought.
        package var product: String
        /// `PURCHASE` or `RENEWAL`, when that is reported.
        package var reason: String?
        /// The price in thousandths.
        package var price: Int64?
        /// The price's currency.
        package var currency: String?
        /// When its period ends.
        package var expires: Date?
        /// When it was revoked.
        package var revoked: Date?
        /// Whether it came by Family Sharing.
        package var isFamilyShared: Bool
        /// Whether it ended because of an upgrade.
        package var isUpgraded: Bool
        /// The other store that sold it, as the team stated; `nil` when Apple did.
        package var store: (@Sendable (ConsoleLanguage) -> String)?

        /// Makes a purchase.
        package init(
            id: String,
            product: String,
            reason: String? = nil,
            price: Int64? = nil,
            currency: String? = nil,
            expires: Date? = nil,
            revoked: Date? = nil,
            isFamilyShared: Bool = false,
            isUpgraded: Bool = false,
            store: (@Sendable (ConsoleLanguage) -> String)? = nil
        ) {
            self.id = id
            self.product = product
            self.reason = reason
            self.price = price
            self.currency = currency
            self.expires = expires
            self.revoked = revoked
            self.isFamilyShared = isFamilyShared
            self.isUpgraded = isUpgraded
            self.store = store
        }
    }

    /// How an endpoint was notified of an event.
    package struct Delivery: Sendable {
        /// The endpoint.
        package var endpoint: String
        /// Where it stands.
        package var state: String
        /// How often it was tried.
        package var attempts: Int
        /// What it answered last.
        package var answer: String?

        /// Makes a value.
        package init(endpoint: String, state: String, attempts: Int, answer: String?) {
            self.endpoint = endpoint
            self.state = state
            self.attempts = attempts
            self.answer = answer
        }
    }

    /// What happened.
    package enum Matter: Sendable {
        /// An order moved.
        case order(id: String, state: String, product: String, mover: String, note: String?)
        /// Apple signed a transaction.
        case transaction(Purchase)
        /// Apple signed what will happen next.
        case renewal(product: String, willRenew: Bool?, next: String?, isInRetry: Bool, graceEnds: Date?)
        /// Apple notified.
        case notification(type: String, subtype: String?, product: String?)
        /// Apple answered about a receipt.
        case receipt(product: String?)
        /// Something followed from it, and backends were notified.
        case event(type: String, product: String?, entitlements: [String], reason: String?, deliveries: [Delivery])
        /// The team or the app did something.
        case command(kind: String, detail: String)
        /// Virtual currency was given or taken.
        case balance(currency: String, amount: Int64, reason: String)
        /// A person did something in the console or by the API.
        case audit(actor: String, action: String, detail: String?)
    }

    /// When.
    package var instant: Date
    /// What.
    package var matter: Matter
    /// Where: the app's environment.
    package var environment: String
    /// The document that says so.
    package var document: String?
    /// The purchase's page.
    package var purchase: String?
    /// What it belongs to: a transaction, a notification, an order; nothing where only its time tells.
    package var cause: String?

    /// Makes an entry.
    package init(
        instant: Date,
        matter: Matter,
        environment: String,
        document: String? = nil,
        purchase: String? = nil,
        cause: String? = nil
    ) {
        self.instant = instant
        self.matter = matter
        self.environment = environment
        self.document = document
        self.purchase = purchase
        self.cause = cause
    }
}
