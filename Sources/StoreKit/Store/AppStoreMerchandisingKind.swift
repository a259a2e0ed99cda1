// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the App Store can show to sell several things together.
///
/// <https://developer.apple.com/documentation/storekit/appstoremerchandisingkind>
public struct AppStoreMerchandisingKind: Sendable {
    let groupID: String

    /// How the customer left.
    public enum PresentationResult: Sendable {
        /// The customer bought nothing.
        case dismissed

        /// The customer bought something.
        case purchaseCompleted(Product.PurchaseResult)
    }

    /// Subscriptions that are cheaper together.
    ///
    /// - Parameter groupID: The subscription group.
    /// - Returns: The kind.
    public static func subscriptionBundle(_ groupID: String) -> AppStoreMerchandisingKind {
        AppStoreMerchandisingKind(groupID: groupID)
    }
}
