// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The identifier of a group of mutually exclusive subscriptions.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/subscriptiongroupidentifier>
public struct SubscriptionGroupID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
