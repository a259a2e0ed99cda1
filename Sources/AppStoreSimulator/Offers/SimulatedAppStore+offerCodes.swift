// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// Codes for an offer, and how often they can still be redeemed.
struct OfferCodeBatch: Hashable, Sendable, Codable {
    var product: ProductID
    var offer: OfferID
    var remaining: Int
}

extension SimulatedAppStore {
    mutating func addOfferCode(_ code: String, _ product: ProductID, _ offer: OfferID, redemptions: Int) throws {
        let place = try self.product(product)
        guard codeOffer(offer, of: place) != nil || oneTimeOffer(offer, of: place) != nil else {
            throw SimulatorError(.invalidOfferIdentifier, "\"\(product)\" has no offer \"\(offer)\" for codes.")
        }
        offerCodes[code] = OfferCodeBatch(product: product, offer: offer, remaining: redemptions)
    }

    private func codeOffer(_ id: OfferID, of product: Int) -> CodeOffer? {
        catalog.products[product].subscription?.codeOffers.first { $0.offer.id == id }
    }

    private func oneTimeOffer(_ id: OfferID, of product: Int) -> OneTimeCodeOffer? {
        catalog.products[product].codeOffers?.first { $0.id == id }
    }

    /// A customer redeems an offer code, in the App Store or in the app's sheet.
    mutating func redeem(_ customer: Int, _ code: String, _ options: PurchaseOptions) throws -> Outcome.Answer {
        guard let batch = offerCodes[code], batch.remaining > 0 else {
            throw SimulatorError(.codeNotRedeemable, "The offer code does not exist or is used up.")
        }
        let product = try product(batch.product)
        if let offer = oneTimeOffer(batch.offer, of: product) {
            let answer = try buy(customer, batch.product, options, oneTimeCode: offer)
            offerCodes[code]?.remaining -= 1
            return answer
        }
        guard let offer = codeOffer(batch.offer, of: product), let terms = catalog.products[product].subscription else {
            throw SimulatorError(.codeNotRedeemable, "The code's offer does not exist any more.")
        }
        guard isEligible(customer, for: offer, of: terms.group) else {
            throw SimulatorError(.ineligibleForOffer, "The customer may not have the code's offer.")
        }
        let answer = try buy(customer, batch.product, options, code: offer)
        offerCodes[code]?.remaining -= 1
        return answer
    }

    private func isEligible(_ customer: Int, for offer: CodeOffer, of group: SubscriptionGroupID) -> Bool {
        guard let slot = customers[customer].subscription(of: group) else { return offer.eligibility.new }
        return lineages[slot].phase == .expired || lineages[slot].phase == .revoked
            ? offer.eligibility.expired : offer.eligibility.existing
    }
}
