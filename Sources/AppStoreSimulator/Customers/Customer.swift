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

    func subscription(of group: SubscriptionGroupID) -> Int? {
        subscriptions.first { $0.group == group }?.slot
    }

    func sharedSubscription(of group: SubscriptionGroupID) -> Int? {
        sharedSubscriptions.first { $0.group == group }?.slot
    }
}
