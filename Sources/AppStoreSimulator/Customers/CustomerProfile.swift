// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What is chosen when a customer's account is made; all but the name and the environment can change later.
public struct CustomerProfile: Hashable, Sendable, Codable {
    /// The customer's name.
    public var id: CustomerID

    /// The environment, to which the account belongs permanently.
    public var environment: Environment

    /// The storefront's country.
    public var storefront: StorefrontCountryCode

    /// How payments go.
    public var payment: PaymentMethod

    /// Whether a parent must approve purchases.
    public var asksToBuy: Bool

    /// Whether every purchase is interrupted until the customer resolves it.
    public var interruptsPurchases: Bool

    /// Whether purchases and renewals are allowed at all.
    public var allowsPurchases: Bool

    /// The tester's own renewal rate; the environment's when absent.
    public var rate: RenewalRate?

    /// Makes a profile.
    public init(
        id: CustomerID,
        environment: Environment = .production,
        storefront: StorefrontCountryCode = "USA",
        payment: PaymentMethod = .works,
        asksToBuy: Bool = false,
        interruptsPurchases: Bool = false,
        allowsPurchases: Bool = true,
        rate: RenewalRate? = nil
    ) {
        self.id = id
        self.environment = environment
        self.storefront = storefront
        self.payment = payment
        self.asksToBuy = asksToBuy
        self.interruptsPurchases = interruptsPurchases
        self.allowsPurchases = allowsPurchases
        self.rate = rate
    }
}

/// How a customer's payments go.
public enum PaymentMethod: Hashable, Sendable, Codable {
    /// Every payment succeeds.
    case works

    /// Every payment fails.
    case fails

    /// The next payments fail, so many times; then every payment succeeds.
    case failsNext(Int)
}

/// One change of a customer's account.
public enum CustomerChange: Hashable, Sendable, Codable {
    /// The customer moves to another storefront.
    case storefront(StorefrontCountryCode)

    /// The customer's payments go differently; a payment that works again is tried at once.
    case payment(PaymentMethod)

    /// A parent must approve purchases, or need not.
    case asksToBuy(Bool)

    /// Purchases are interrupted, or not.
    case interruptsPurchases(Bool)

    /// Purchases and renewals are allowed, or not.
    case allowsPurchases(Bool)

    /// The tester chooses a renewal rate, from the next period on.
    case rate(RenewalRate?)

    /// The customer shares purchases with the family, or does not.
    case sharesPurchases(Bool)
}
