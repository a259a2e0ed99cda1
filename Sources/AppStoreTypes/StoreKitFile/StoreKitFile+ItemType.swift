// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// The kind of a product, as the file names it.
    ///
    /// An open set: a value that Apple adds later is kept as it came.
    public struct ItemType: WireString {
        /// The value as Apple writes it.
        public let rawValue: String

        /// Makes a value from Apple's text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Used up, and bought again.
        public static let consumable = ItemType(rawValue: "Consumable")

        /// Bought once, owned permanently.
        public static let nonConsumable = ItemType(rawValue: "NonConsumable")

        /// Service for a time that the app's team computes.
        public static let nonRenewingSubscription = ItemType(rawValue: "NonRenewingSubscription")

        /// A subscription that renews until it is canceled.
        public static let recurringSubscription = ItemType(rawValue: "RecurringSubscription")
    }
}

extension StoreKitFile.ItemType {
    /// The kind as signed transactions name it, or nothing when the file's word is unknown.
    public var productType: ProductType? {
        switch self {
        case .consumable: .consumable
        case .nonConsumable: .nonConsumable
        case .nonRenewingSubscription: .nonRenewingSubscription
        case .recurringSubscription: .autoRenewableSubscription
        default: nil
        }
    }
}
