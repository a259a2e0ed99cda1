// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Transaction {
    /// Why the App Store took a transaction back.
    public struct RevocationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: Int

        /// Makes a value from the App Store's.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A problem with the app.
        public static let developerIssue = RevocationReason(rawValue: 1)

        /// The customer bought a bundle that holds the subscription.
        public static var upgradedToBundle: RevocationReason {
            RevocationReason(rawValue: AppStoreTypes.RevocationReason.upgradedToBundle.rawValue)
        }

        /// Another reason, such as a purchase by mistake.
        public static let other = RevocationReason(rawValue: 0)
    }
}

extension Transaction.RevocationReason {
    /// The value in words.
    public var localizedDescription: String {
        switch self {
        case .developerIssue: "Developer Issue"
        case .other: "Other"
        case .upgradedToBundle: "Upgraded To Bundle"
        default: "\(rawValue)"
        }
    }
}
