// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What was delivered and used, in version 1 of the request.
///
/// Apple keeps it for the Advanced Commerce API.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequestv1>
public struct ConsumptionRequestV1: Hashable, Sendable, Codable {
    /// How old the customer's account is.
    public var accountTenure: AccountTenure

    /// The customer's UUID, or an empty text.
    public var appAccountToken: String

    /// How much was used.
    public var consumptionStatus: ConsumptionStatus

    /// Whether the customer agreed to share it; must be true.
    public var customerConsented: Bool

    /// Whether it was delivered.
    public var deliveryStatus: DeliveryStatusV1

    /// How much the customer has bought.
    public var lifetimeDollarsPurchased: LifetimeDollarsPurchased

    /// How much the customer got back.
    public var lifetimeDollarsRefunded: LifetimeDollarsRefunded

    /// Where it was used.
    public var platform: ConsumptionPlatform

    /// How long the customer has used the app.
    public var playTime: PlayTime

    /// Whether there was a sample before the purchase.
    public var sampleContentProvided: Bool

    /// The state of the customer's account.
    public var userStatus: UserStatus

    /// What the developer would have Apple decide.
    public var refundPreference: RefundPreferenceV1?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        accountTenure: AccountTenure = .undeclared,
        appAccountToken: String = "",
        consumptionStatus: ConsumptionStatus = .undeclared,
        customerConsented: Bool,
        deliveryStatus: DeliveryStatusV1,
        lifetimeDollarsPurchased: LifetimeDollarsPurchased = .undeclared,
        lifetimeDollarsRefunded: LifetimeDollarsRefunded = .undeclared,
        platform: ConsumptionPlatform = .undeclared,
        playTime: PlayTime = .undeclared,
        sampleContentProvided: Bool,
        userStatus: UserStatus = .undeclared,
        refundPreference: RefundPreferenceV1? = nil
    ) {
        self.accountTenure = accountTenure
        self.appAccountToken = appAccountToken
        self.consumptionStatus = consumptionStatus
        self.customerConsented = customerConsented
        self.deliveryStatus = deliveryStatus
        self.lifetimeDollarsPurchased = lifetimeDollarsPurchased
        self.lifetimeDollarsRefunded = lifetimeDollarsRefunded
        self.platform = platform
        self.playTime = playTime
        self.sampleContentProvided = sampleContentProvided
        self.userStatus = userStatus
        self.refundPreference = refundPreference
    }
}
