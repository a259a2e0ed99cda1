// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// A customer's whole story, with what can be done.
package struct CustomerPage: Sendable {
    /// A right of the customer's, or one that ended.
    package struct Entitlement: Sendable {
        /// The right.
        package var id: String
        /// The app's and environment's value.
        package var scope: PageContext.Scope
        /// Whether it is there now.
        package var isActive: Bool
        /// Since when.
        package var since: Date?
        /// Until when.
        package var until: Date?
        /// The name of the rule that decided.
        package var rule: String
        /// The product it comes from.
        package var product: String?
        /// The grant it comes from.
        package var grant: String?

        /// Makes an entitlement.
        package init(
            id: String,
            scope: PageContext.Scope,
            isActive: Bool,
            since: Date?,
            until: Date?,
            rule: String,
            product: String?,
            grant: String?
        ) {
            self.id = id
            self.scope = scope
            self.isActive = isActive
            self.since = since
            self.until = until
            self.rule = rule
            self.product = product
            self.grant = grant
        }
    }

    /// A purchase's transaction history that belongs to the customer.
    package struct Holding: Sendable {
        /// Its first transaction.
        package var lineage: String
        /// The app and environment.
        package var scope: PageContext.Scope
        /// What is bought.
        package var product: String
        /// The subscription's state, when it is one.
        package var state: String?
        /// When the period ends.
        package var ends: Date?
        /// Whether it renews.
        package var willRenew: Bool?
        /// Where it was bought.
        package var storefront: String?
        /// Seats, commitment and bundle.
        package var agreement: SubscriptionAgreement?

        /// Makes a holding.
        package init(
            lineage: String,
            scope: PageContext.Scope,
            product: String,
            state: String?,
            ends: Date?,
            willRenew: Bool?,
            storefront: String?
        ) {
            self.lineage = lineage
            self.scope = scope
            self.product = product
            self.state = state
            self.ends = ends
            self.willRenew = willRenew
            self.storefront = storefront
        }
    }

    /// An amount of one currency.
    package struct Amount: Hashable, Sendable {
        /// How much, in milliunits.
        package var milliunits: Int64
        /// The currency.
        package var currency: String

        /// Makes an amount.
        package init(_ milliunits: Int64, _ currency: String) {
            self.milliunits = milliunits
            self.currency = currency
        }
    }

    /// What the head of the page says of the customer's purchases.
    package struct Summary: Sendable {
        /// What was paid, in each currency.
        package var paid: [Amount] = []
        /// What went back.
        package var refunded: [Amount] = []
        /// How many payments there were.
        package var payments = 0
        /// How many of them went back.
        package var refunds = 0
        /// Where was bought last, and where before that.
        package var storefronts: [String] = []
        /// When access continues or ends next.
        package var next: Date?
        /// Whether it continues then.
        package var renews = false
        /// What the next period costs.
        package var nextPrice: Amount?
        /// Whether a trial or a grace period is running.
        package var hasTrial = false
        /// Whether a grace period is running.
        package var hasGrace = false

        /// Nothing.
        package init() {}
    }

    /// A part of the page.
    package enum Tab: String, Sendable, CaseIterable {
        /// What matters most.
        case overview
        /// Everything that happened.
        case timeline
        /// The orders.
        case orders
        /// Apple's transactions.
        case transactions
        /// Virtual currency.
        case balances
        /// What endpoints were sent.
        case webhooks
        /// What people did.
        case audit
    }

    /// A row of a part that is a list.
    package struct Row: Sendable {
        /// When.
        package var instant: Date
        /// The object, with its page.
        package var name: Link
        /// What it is about.
        package var about: String
        /// Where it stands: a state as its kind of object names them.
        package var state: String
        /// The rest: an actor, an answer, an amount.
        package var detail: String

        /// Makes a row.
        package init(instant: Date, name: Link, about: String, state: String, detail: String) {
            self.instant = instant
            self.name = name
            self.about = about
            self.state = state
            self.detail = detail
        }
    }

    /// A note of the team.
    package struct Note: Sendable {
        /// Its identifier.
        package var id: String
        /// When it was written.
        package var at: Date
        /// The author.
        package var author: String
        /// The text.
        package var text: String

        /// Makes a note.
        package init(id: String, at: Date, author: String, text: String) {
            self.id = id
            self.at = at
            self.author = author
            self.text = text
        }
    }

    /// What is paid for twice.
    package struct Conflict: Sendable {
        /// Its kind.
        package var kind: String
        /// The right.
        package var entitlement: String
        /// What stays.
        package var keptPurchase: String
        /// What could go.
        package var redundantPurchase: String
        /// What to advise.
        package var advice: [String]

        /// Makes a conflict.
        package init(
            kind: String,
            entitlement: String,
            keptPurchase: String,
            redundantPurchase: String,
            advice: [String]
        ) {
            self.kind = kind
            self.entitlement = entitlement
            self.keptPurchase = keptPurchase
            self.redundantPurchase = redundantPurchase
            self.advice = advice
        }
    }

    /// The customer.
    package var id: String
    /// Since when the customer is known.
    package var created: Date?
    /// When the customer was erased.
    package var erased: Date?
    /// The entitlements.
    package var entitlements: [Entitlement]
    /// The purchases.
    package var holdings: [Holding]
    /// What is paid for twice.
    package var conflicts: [Conflict]
    /// Signs of fraud.
    package var signals: [String]
    /// How many purchases and refunds there were.
    package var counts: (purchases: Int, refunds: Int)
    /// Balances of virtual currency, each environment's apart.
    package var balances: [(environment: String, currency: String, amount: Int64)]
    /// The timeline, the newest first.
    package var timelineEntries: [TimelineEntry]
    /// The kind that the timeline is narrowed to.
    package var kind: TimelineEntry.Kind?
    /// The page of the timeline, from one.
    package var number: Int
    /// Whether there are older entries.
    package var hasMore: Bool
    /// The entitlements that can be granted.
    package var grantable: [String]
    /// The customers without an account who became this one, and since when.
    package var aliases: [(id: String, merged: Date)] = []
    /// What the head says.
    package var summary = Summary()
    /// When the app or the backend last asked for the customer, with the app's version and the device's system.
    package var lastSeen: (date: Date, device: String)?
    /// What gave access over time.
    package var lanes: [AccessLane] = []
    /// How much of it is drawn.
    package var range = AccessRange.year
    /// The part that is shown.
    package var tab = Tab.overview
    /// The rows of the parts that are lists.
    package var rows: [Tab: [Row]] = [:]
    /// The timeline in groups, the newest first; one page of them.
    package var groups: [TimelineGroup] = []
    /// Whether every step is shown instead of groups.
    package var showsSteps = false

    /// The team's notes, the newest first.
    package var notes: [Note] = []
    /// The date that the page is about, where it is not now.
    package var at: Date?

    /// Makes a page.
    package init(
        id: String,
        created: Date?,
        erased: Date?,
        entitlements: [Entitlement],
        holdings: [Holding],
        conflicts: [Conflict],
        signals: [String],
        counts: (purchases: Int, refunds: Int),
        balances: [(environment: String, currency: String, amount: Int64)],
        timelineEntries: [TimelineEntry],
        kind: TimelineEntry.Kind?,
        number: Int,
        hasMore: Bool,
        grantable: [String]
    ) {
        self.id = id
        self.created = created
        self.erased = erased
        self.entitlements = entitlements
        self.holdings = holdings
        self.conflicts = conflicts
        self.signals = signals
        self.counts = counts
        self.balances = balances
        self.timelineEntries = timelineEntries
        self.kind = kind
        self.number = number
        self.hasMore = hasMore
        self.grantable = grantable
    }

    /// The address of the page.
    var path: String { "/console/customers/" + HTML.escapeSegment(id) }
}
