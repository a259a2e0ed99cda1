// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// What may be chosen for one purchase.
public struct PurchaseOptions: Hashable, Sendable {
    /// An offer of a subscription with the server's signature.
    public struct Offer: Hashable, Sendable {
        /// The offer's identifier.
        public var id: String

        /// The key that signed.
        public var keyID: String

        /// The signature's nonce.
        public var nonce: UUID

        /// The signature.
        public var signature: Data

        /// When it was signed, in milliseconds.
        public var timestamp: Int

        /// Describes a signed offer.
        public init(id: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int) {
            self.id = id
            self.keyID = keyID
            self.nonce = nonce
            self.signature = signature
            self.timestamp = timestamp
        }
    }

    /// How many, from 1 to 10.
    public var quantity: Int

    /// How many people are to use a subscription, those who use it already included; absent when one customer does.
    ///
    /// The order is for this number, and the transaction carries the added seats alone. State ``SeatTerms`` first.
    public var seats: Int?

    /// How a subscription with a commitment is billed; at once when absent.
    ///
    /// State ``CommitmentTerms`` first.
    public var billingPlan: BillingPlan?

    /// The name of a promotional offer, which the server signs for the order; for apps with a server.
    public var promotionalOffer: String?

    /// A win-back offer that the customer may have: one of ``Purser/offers(of:)``, or chosen on the App Store.
    ///
    /// Systems before iOS 18 have none: the purchase fails there, and nothing is paid.
    public var winBackOffer: String?

    /// Whether the server decides about the introductory offer instead of the App Store; for apps with a server.
    ///
    /// The server signs whether this customer may have it, so that customers who share an Apple Account
    /// are distinguished.
    public var serverDecidesIntroductoryOffer: Bool

    /// A promotional offer that somebody else signed, for apps without a server.
    ///
    /// Where there is an order its token goes with the payment, and a signature that was made before does not fit it.
    public var offer: Offer?

    /// The team's own number of the order, from 1 to 200 bytes; for apps with a server.
    ///
    /// The order, its events and the console have it.
    public var reference: String?

    /// The registered device that the purchase serves, where the team sells plans by device; for apps with a server.
    public var device: String?

    /// Buys although the customer then pays for something twice.
    public var ignoresConflicts: Bool

    /// Lets the sandbox behave as if a parent had to allow the purchase; a test session of StoreKit pays no heed to it.
    public var simulatesAskToBuy: Bool

    /// What the server signed of the introductory offer.
    package var introductoryEligibility: String?

    /// Where the App Store asks for confirmation; absent, wherever it chooses.
    package var scene: PurchaseScene?

    /// Makes options; what is not given is the usual purchase.
    public init(
        quantity: Int = 1,
        promotionalOffer: String? = nil,
        offer: Offer? = nil,
        ignoresConflicts: Bool = false,
        simulatesAskToBuy: Bool = false,
        reference: String? = nil,
        seats: Int? = nil,
        billingPlan: BillingPlan? = nil,
        winBackOffer: String? = nil,
        serverDecidesIntroductoryOffer: Bool = false,
        device: String? = nil
    ) {
        self.quantity = quantity
        self.promotionalOffer = promotionalOffer
        self.offer = offer
        self.ignoresConflicts = ignoresConflicts
        self.simulatesAskToBuy = simulatesAskToBuy
        self.reference = reference
        self.seats = seats
        self.billingPlan = billingPlan
        self.winBackOffer = winBackOffer
        self.serverDecidesIntroductoryOffer = serverDecidesIntroductoryOffer
        self.device = device
    }
}
