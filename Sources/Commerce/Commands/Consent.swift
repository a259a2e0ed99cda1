// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A customer's consent, or its withdrawal.
public struct Consent: Hashable, Sendable, Codable {
    /// What the consent is about.
    public struct Subject: WireString {
        /// The subject as it is stored.
        public let rawValue: String

        /// Makes a subject from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Telling Apple how much of a purchase was used, when a refund is asked for.
        public static let consumptionInformation: Subject = "consumption-information"
    }

    /// The customer.
    public var customer: CustomerID

    /// What it is about.
    public var subject: Subject

    /// Whether it was given; false when it was withdrawn.
    public var isGiven: Bool

    /// Makes a consent.
    public init(customer: CustomerID, subject: Subject, isGiven: Bool) {
        self.customer = customer
        self.subject = subject
        self.isGiven = isGiven
    }
}
