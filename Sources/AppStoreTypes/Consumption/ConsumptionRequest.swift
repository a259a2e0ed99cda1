// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What was delivered and used, for Apple's decision on a refund.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequest>
public struct ConsumptionRequest: Hashable, Sendable, Codable {
    /// Whether the customer agreed to share it; must be true.
    public var customerConsented: Bool

    /// Whether it was delivered.
    public var deliveryStatus: DeliveryStatus

    /// Whether there was a sample before the purchase.
    public var sampleContentProvided: Bool

    /// How much was used, in thousandths of a per cent: 50000 is half.
    public var consumptionPercentage: Int?

    /// What the developer would have Apple decide.
    public var refundPreference: RefundPreference?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        customerConsented: Bool,
        deliveryStatus: DeliveryStatus,
        sampleContentProvided: Bool,
        consumptionPercentage: Int? = nil,
        refundPreference: RefundPreference? = nil
    ) {
        self.customerConsented = customerConsented
        self.deliveryStatus = deliveryStatus
        self.sampleContentProvided = sampleContentProvided
        self.consumptionPercentage = consumptionPercentage
        self.refundPreference = refundPreference
    }
}
