// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// A customer's account and what the App Store must remember of it.
package struct Customer: Sendable, Codable {
    /// A customer's download of one app.
    package struct Download: Sendable, Codable {
        package var app: BundleID
        package var appTransactionID: AppTransactionID
        package var originalPurchaseDate: Date
        package var originalVersion: String
    }

    /// A customer's subscription of one group: an own one, or one that the family shares.
    struct Subscription: Sendable, Codable {
        var group: SubscriptionGroupID
        var slot: Int
    }

    package var profile: CustomerProfile
    var downloads: [Download] = []
    var subscriptions: [Subscription] = []
    var sharedSubscriptions: [Subscription] = []
    /// The seats in other customers' group subscriptions; absent in stores of an older version.
    var assignedSubscriptions: [Subscription]?
    /// Whether it is an organization, which buys seats outside of any app; no when absent.
    package var isOrganization: Bool?
    var purchases: [TransactionPayload] = []
    var usedIntroductoryGroups: Set<SubscriptionGroupID> = []
    var family: FamilyID?
    var sharesPurchases = true
    var isDeleted = false
    var extensions: [Date] = []
    var lastWinBack: Date?
    package var pending: [PendingPurchase] = []

    package init(profile: CustomerProfile) {
        self.profile = profile
    }

    /// The customer's own subscriptions, the family's, and the seats in other customers' ones.
    var allSubscriptions: [Subscription] { subscriptions + sharedSubscriptions + (assignedSubscriptions ?? []) }

    func subscription(of group: SubscriptionGroupID) -> Int? {
        subscriptions.first { $0.group == group }?.slot
    }

    func sharedSubscription(of group: SubscriptionGroupID) -> Int? {
        sharedSubscriptions.first { $0.group == group }?.slot
    }
}
