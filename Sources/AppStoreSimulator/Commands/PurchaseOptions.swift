// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What is chosen with a purchase.
public struct PurchaseOptions: Hashable, Sendable, Codable {
    /// Where a purchase begins.
    public enum Origin: String, Hashable, Sendable, Codable {
        /// In the app.
        case app

        /// On the app's page in the App Store.
        case promoted

        /// In the account's subscription settings.
        case settings
    }

    /// The offer that the purchase asks for.
    public enum Offer: Hashable, Sendable, Codable {
        /// A promotional offer, and whether the signature that came with it is good.
        ///
        /// Signatures are checked before the core is asked, because it holds no keys.
        case promotional(OfferID, signatureIsValid: Bool)

        /// A win-back offer.
        case winBack(OfferID)
    }

    /// How many; 1 to 10 for consumables and non-renewing subscriptions, otherwise 1.
    public var quantity: Int

    /// How many people are to use the subscription, those who use it already included; absent when one customer does.
    public var seats: Int?

    /// How the period is billed; at once when absent.
    public var billingPlan: BillingPlanType?

    /// The UUID that the app gives with the purchase.
    public var appAccountToken: AppAccountToken?

    /// The text that StoreKit 1 hands over for the customer; one that is a UUID comes back as the token, others never.
    public var applicationUsername: String?

    /// The offer that the purchase asks for.
    public var offer: Offer?

    /// What the app's server signed about the introductory offer; the App Store decides when absent.
    public var introductoryEligibility: Bool?

    /// Where the purchase begins.
    public var origin: Origin

    /// Whether the purchase asks a parent although the account does not, as the sandbox can simulate.
    public var simulatesAskToBuy: Bool

    /// Makes options; by default one piece, bought in the app.
    public init(
        quantity: Int = 1,
        seats: Int? = nil,
        billingPlan: BillingPlanType? = nil,
        appAccountToken: AppAccountToken? = nil,
        applicationUsername: String? = nil,
        offer: Offer? = nil,
        introductoryEligibility: Bool? = nil,
        origin: Origin = .app,
        simulatesAskToBuy: Bool = false
    ) {
        self.quantity = quantity
        self.seats = seats
        self.billingPlan = billingPlan
        self.appAccountToken = appAccountToken
        self.applicationUsername = applicationUsername
        self.offer = offer
        self.introductoryEligibility = introductoryEligibility
        self.origin = origin
        self.simulatesAskToBuy = simulatesAskToBuy
    }

    private enum CodingKeys: String, CodingKey {
        case quantity, seats, billingPlan, appAccountToken, applicationUsername, offer, introductoryEligibility
        case origin, simulatesAskToBuy
    }

    /// Decodes options; what is left out has its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            quantity: try container.decodeIfPresent(Int.self, forKey: .quantity) ?? 1,
            seats: try container.decodeIfPresent(Int.self, forKey: .seats),
            billingPlan: try container.decodeIfPresent(BillingPlanType.self, forKey: .billingPlan),
            appAccountToken: try container.decodeIfPresent(AppAccountToken.self, forKey: .appAccountToken),
            applicationUsername: try container.decodeIfPresent(String.self, forKey: .applicationUsername),
            offer: try container.decodeIfPresent(Offer.self, forKey: .offer),
            introductoryEligibility: try container.decodeIfPresent(Bool.self, forKey: .introductoryEligibility),
            origin: try container.decodeIfPresent(Origin.self, forKey: .origin) ?? .app,
            simulatesAskToBuy: try container.decodeIfPresent(Bool.self, forKey: .simulatesAskToBuy) ?? false
        )
    }
}

extension PurchaseOptions {
    /// The token that the transaction carries: the one given, or the UUID in the user name.
    ///
    /// A purchase in the account's settings goes past the app, which can give none.
    var token: AppAccountToken? {
        origin == .settings ? nil : appAccountToken ?? applicationUsername.flatMap { AppAccountToken($0) }
    }
}
