// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Transaction {
    /// How the customer came to a transaction.
    public struct OwnershipType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer bought it.
        public static let purchased = OwnershipType(rawValue: "PURCHASED")

        /// A family member bought it.
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")

        /// The buyer of a group subscription, or an organization, assigned a seat to the customer.
        public static var assigned: Self { Self(rawValue: "ASSIGNED") }
    }
}

extension Transaction.OwnershipType {
    /// The value in words.
    public var localizedDescription: String {
        switch self {
        case .purchased: "Purchased"
        case .familyShared: "Family Shared"
        case .assigned: "Assigned"
        default: "\(rawValue)"
        }
    }
}
