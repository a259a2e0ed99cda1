// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Synchronization

extension SimulatedStore {
    package func redeem(_ code: String, isReturned: Bool) async throws -> PurchaseOutcome? {
        try perform { mutation in
            do {
                let offer = try mutation.codeOffer(named: code)
                return try mutation.redeem(offer, isReturned: isReturned)
            } catch let error as SimulatorError {
                throw error.redemptionError
            }
        }
    }

    /// A code for the offer that a test asks for by name.
    func code(of order: PurchaseOrder, at mutation: inout StoreMutation) throws -> String? {
        for case .codeOffer(let name) in order.options.map(\.choice) {
            let wanted = NamedCodeOffer(product: ProductID(rawValue: order.product), offer: OfferID(rawValue: name))
            guard mutation.codeOffers.contains(wanted) else { throw Product.PurchaseError.invalidOfferIdentifier }
            return try mutation.makeCode(for: wanted)
        }
        return nil
    }
}

/// An offer for codes, with the product it is for.
private struct NamedCodeOffer: Hashable {
    var product: ProductID
    var offer: OfferID

    /// Whether a text that the customer types stands for it: the offer's name, or the product's before it.
    func isNamed(_ text: String) -> Bool {
        text == offer.rawValue || text == "\(product.rawValue)/\(offer.rawValue)"
    }
}

extension StoreMutation {
    /// The offers for codes of all products.
    fileprivate var codeOffers: [NamedCodeOffer] {
        state.core.catalog.products.flatMap { product in
            let renewing = product.subscription?.codeOffers.map(\.offer.id) ?? []
            return (renewing + (product.codeOffers ?? []).map(\.id)).map {
                NamedCodeOffer(product: product.id, offer: $0)
            }
        }
    }

    /// The offer that the customer means; in a configuration file codes have no texts, so its name stands for one.
    fileprivate func codeOffer(named text: String) throws -> NamedCodeOffer {
        let found = codeOffers.filter { $0.isNamed(text) }
        guard let offer = found.first else {
            throw SimulatorError(
                .codeNotRedeemable,
                "No offer for codes is named \"\(text)\" in the configuration file."
            )
        }
        guard found.count == 1 else {
            throw SimulatorError(
                .codeNotRedeemable,
                "Several products have an offer for codes named \"\(text)\". "
                    + "Write the product's identifier before it: \"\(offer.product)/\(offer.offer)\"."
            )
        }
        return offer
    }

    /// A code for an offer, good for one redemption.
    fileprivate mutating func makeCode(for offer: NamedCodeOffer) throws -> String {
        let code = "TEST-\(state.codes)"
        state.codes += 1
        try grant(.addOfferCode(code, product: offer.product, offer: offer.offer, redemptions: 1))
        return code
    }

    fileprivate mutating func redeem(_ offer: NamedCodeOffer, isReturned: Bool) throws -> PurchaseOutcome {
        let code = try makeCode(for: offer)
        switch try grant(.redeem(customer, code: code, options: PurchaseOptions()), isOwn: isReturned) {
        case .purchased(let transaction):
            guard let stored = stored(transaction) else { throw StoreKitError.unknown }
            return .purchased(stored)
        case .pending(let pending): return wait(pending, attempt: UUID())
        default: throw StoreKitError.unknown
        }
    }
}

extension SimulatorError {
    /// What a redemption throws for it: never an error of a purchase.
    var redemptionError: StoreKitError {
        code == .productUnavailable ? .notAvailableInStorefront : .systemError(self)
    }
}
