// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A promotional offer for one customer, before it is signed.
public struct PromotionalOffer: Hashable, Sendable {
    /// Whom an offer is for, as the app will say when it buys.
    public enum Customer: Hashable, Sendable {
        /// Whoever the app shows it to.
        case anyone

        /// The customer with a token.
        case accountToken(AppAccountToken)

        /// The customer with a name, as the original StoreKit has it; signed in lower case.
        case applicationUsername(String)

        var text: String {
            switch self {
            case .anyone: ""
            case .accountToken(let token): token.description
            case .applicationUsername(let name): name.lowercased()
            }
        }
    }

    /// The subscription's product.
    public var productID: ProductID

    /// The offer.
    public var offerID: OfferID

    /// Whom it is for.
    public var customer: Customer

    /// Describes an offer.
    public init(productID: ProductID, offerID: OfferID, customer: Customer) {
        self.productID = productID
        self.offerID = offerID
        self.customer = customer
    }
}
