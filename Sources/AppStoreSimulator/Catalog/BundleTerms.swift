// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What a bundle or suite adds to the product that it is.
///
/// A bundle sells subscriptions together that are sold alone too; those of a suite are not sold alone.
///
/// <https://developer.apple.com/app-store/subscriptions/bundles-and-suites>
public struct BundleTerms: Hashable, Sendable, Codable {
    /// How many subscriptions a bundle has at most.
    public static let maximumMembers = 5

    /// How many subscriptions a suite has at most, one of each app.
    public static let maximumSuiteMembers = 15

    /// The subscriptions that it brings.
    public var members: [ProductID]

    /// The subscriptions of other developers' apps that it brings; nil when there are none.
    ///
    /// A transaction of such a subscription is for the other developer alone, and this store has none.
    public var partners: [PartnerSubscription]?

    /// Makes the terms of a bundle.
    public init(members: [ProductID], partners: [PartnerSubscription]? = nil) {
        self.members = members
        self.partners = partners
    }
}
