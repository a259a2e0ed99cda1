// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Transaction {
    /// What took a transaction back.
    public struct RevocationType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A family member no longer shares it.
        public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")

        /// The buyer of a group subscription, or an organization, revoked the seat.
        public static var assignmentRevocation: Self { Self(rawValue: "ASSIGNMENT_REVOKE") }

        /// The whole price went back.
        public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")

        /// A part of the price went back.
        public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
    }
}
