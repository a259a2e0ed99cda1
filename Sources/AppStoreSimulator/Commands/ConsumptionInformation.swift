// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the app's server says about a purchase whose refund was asked for.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequest>
public struct ConsumptionInformation: Hashable, Sendable, Codable {
    /// What the server would like Apple to decide.
    public enum Preference: String, Hashable, Sendable, Codable {
        /// No refund.
        case decline
        /// The whole price.
        case grantFull
        /// The part that was not used.
        case grantProrated
    }

    /// Whether the customer agreed to the sending.
    public var customerConsented: Bool

    /// Whether it was delivered and works.
    public var isDelivered: Bool

    /// How much was used, in thousandths of a per cent.
    public var consumptionPercentage: Int?

    /// What the server would like.
    public var preference: Preference?

    /// Makes the information.
    public init(
        customerConsented: Bool = true,
        isDelivered: Bool = true,
        consumptionPercentage: Int? = nil,
        preference: Preference? = nil
    ) {
        self.customerConsented = customerConsented
        self.isDelivered = isDelivered
        self.consumptionPercentage = consumptionPercentage
        self.preference = preference
    }
}
