// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Foundation

/// What this library needs of a store: StoreKit 2, the original interface, or a test's gate in front of one of them.
package protocol PurchaseStore: Sendable {
    /// Whether this device and its user may pay.
    var canMakePayments: Bool { get }

    /// A product; nothing when it is not sold.
    func product(_ id: String) async throws -> StoreProduct?

    /// The products of a list that are sold, in any order.
    func products(_ ids: [String]) async throws -> [StoreProduct]

    /// What names the Apple Account that pays to the App Store: its app transaction, or any transaction.
    func accountIdentifier() async -> String?

    /// Lets the customer pay.
    func purchase(_ order: StoreOrder) async throws -> StoreOutcome

    /// What was paid and not finished.
    func unfinished() async -> [StoreTransaction]

    /// What happens without the app asking, from now on.
    func updates() -> AsyncStream<StoreTransaction>

    /// The products that are chosen on the store's page, from now on.
    func promotions() -> AsyncStream<StorePromotion>

    /// Says that the app is done with a transaction.
    func finish(_ transaction: String) async

    /// Fetches what the customer has again, and gives it.
    func restore() async throws -> [StoreTransaction]

    /// What the customer has.
    func held() async -> [StoreTransaction]

    /// The store's environment.
    func environment() async -> PurserEnvironment

    /// Whether the customer may still have a group's introductory offer.
    func isEligibleForIntroductoryOffer(of group: String) async -> Bool

    /// The signed word on what comes after a subscription's transaction, when the store has one.
    func renewalInfo(of transaction: StoreTransaction) async -> String?

    /// The app receipt in base64, fetched again; nothing where transactions are signed themselves.
    func refreshedReceipt() async -> String?

    /// The subscriptions that will be charged again.
    ///
    /// - Throws: StoreKit's error when it cannot say.
    func renewingSubscriptions() async throws -> [RenewingSubscription]

    /// The seats that the customer bought of a product; nothing when there are none.
    ///
    /// - Throws: StoreKit's error when it cannot say.
    func seats(of product: StoreProduct) async throws -> StoreSeats?
}

extension PurchaseStore {
    /// Looks the products up one after the other.
    package func products(_ ids: [String]) async throws -> [StoreProduct] {
        var found: [StoreProduct] = []
        for id in ids {
            if let product = try await product(id) { found.append(product) }
        }
        return found
    }

    /// A store without signed documents does not name the account.
    package func accountIdentifier() async -> String? { nil }

    /// A store that sells no seats has none.
    package func seats(of product: StoreProduct) async throws -> StoreSeats? { nil }
}

/// What the customer is to pay.
package struct StoreOrder: Hashable, Sendable {
    package var product: String
    package var token: UUID?
    package var options: PurchaseOptions

    package init(product: String, token: UUID?, options: PurchaseOptions) {
        self.product = product
        self.token = token
        self.options = options
    }
}

/// What a customer chose on the store's page.
package struct StorePromotion: Hashable, Sendable {
    package var product: String

    /// The win-back offer that was chosen with it.
    package var offer: String?

    package init(product: String, offer: String? = nil) {
        self.product = product
        self.offer = offer
    }
}

/// How a payment ended.
package enum StoreOutcome: Hashable, Sendable {
    case paid(StoreTransaction)
    case waiting
    case canceled
}

/// A product as the store describes it.
package struct StoreProduct: Hashable, Sendable {
    package var id: String
    package var kind: String
    package var name: String
    package var displayPrice: String
    package var milliunits: Int64
    package var currency: String
    package var group: String?
    package var period: StorePeriod?
    package var introductoryOffer: StoreOffer?

    /// What seats cost; empty when it is not sold by seats.
    package var seatTiers: [StoreSeatTier] = []

    /// How it is paid month by month, where that is sold.
    package var monthlyPlan: StoreMonthlyPlan?

    /// How the store writes prices.
    package var priceFormat: Decimal.FormatStyle.Currency?

    package static let consumable = "Consumable"
    package static let nonConsumable = "Non-Consumable"
    package static let renewable = "Auto-Renewable Subscription"
    package static let nonRenewing = "Non-Renewing Subscription"
}

/// A length of time as the store names it.
package struct StorePeriod: Hashable, Sendable {
    package enum Unit: Hashable, Sendable {
        case day
        case week
        case month
        case year
    }

    package var unit: Unit
    package var count: Int
}

/// A first price.
package struct StoreOffer: Hashable, Sendable {
    package enum Payment: Hashable, Sendable {
        case freeTrial
        case payAsYouGo
        case payUpFront
    }

    package var payment: Payment
    package var displayPrice: String
    package var period: StorePeriod
    package var periodCount: Int
}

/// A transaction, whichever interface brought it.
package struct StoreTransaction: Hashable, Sendable {
    package var id: String
    package var originalID: String
    package var product: String
    package var kind: String?
    /// The subscription group.
    package var group: String?
    package var quantity: Int
    package var token: UUID?
    package var date: Date
    package var expires: Date?
    package var revoked: Date?
    package var isUpgraded: Bool
    package var isFamilyShared: Bool
    /// Whether it renewed a subscription; nothing when the system does not say.
    package var isRenewal: Bool?
    package var environment: String?
    /// Whether the device found the store's signature good; nothing when only the server can say.
    package var isVerified: Bool?
    package var proof: Proof
}
