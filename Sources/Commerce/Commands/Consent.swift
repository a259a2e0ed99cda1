// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A customer's consent, or its withdrawal.
public struct Consent: Hashable, Sendable, Codable {
    /// What the consent is about.
    ///
    /// ``all`` lists the subjects that Purser acts on. A subject outside that list can only come from a newer version.
    public struct Subject: WireString {
        /// The subject's name, as the API spells it and as it is stored.
        public let rawValue: String

        /// Makes a subject from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Telling Apple how much of a purchase was used, when a refund is asked for.
        ///
        /// Apple accepts the data only with this consent:
        /// <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information>
        public static let consumptionInformation: Subject = "consumption-information"

        /// Every subject that Purser acts on, in alphabetical order.
        public static let all: [Subject] = [.consumptionInformation]

        /// Returns the subject in ``all`` whose name is most like a text, by the length of their common beginning.
        ///
        /// - Parameter text: What was sent instead of a subject; letter case is ignored.
        /// - Returns: The nearest subject.
        public static func nearest(to text: String) -> Subject {
            let wanted = text.lowercased()
            let ranked = all.map { subject in
                (subject, zip(subject.rawValue, wanted).prefix { $0 == $1 }.count)
            }
            return ranked.max { $0.1 < $1.1 }?.0 ?? .consumptionInformation
        }
    }

    /// The customer.
    public var customer: CustomerID

    /// What it is about.
    public var subject: Subject

    /// Whether it was given; false when it was withdrawn.
    public var isGranted: Bool

    /// Makes a consent.
    public init(customer: CustomerID, subject: Subject, isGranted: Bool) {
        self.customer = customer
        self.subject = subject
        self.isGranted = isGranted
    }
}
