// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

/// How a configuration file sells a product that is bought once with a code.
extension StoreKitFile.Product {
    /// The offers for codes: each has a `referenceName` and a `displayPrice`, or is free.
    ///
    /// Apple sells them since 2026, but no file of Xcode's with one is known: the members are named as those of a
    /// subscription's `codeOffers`.
    ///
    /// - Throws: A ``SimulatorError`` when the members make no sense.
    package func oneTimeCodeOffers() throws -> [OneTimeCodeOffer]? {
        guard let own = others["codeOffers"] else { return nil }
        let offers: [FileOffer]
        do {
            offers = try AppStoreJSON.decode([FileOffer].self, from: try AppStoreJSON.encode(own))
        } catch {
            throw refusal("has a member codeOffers that cannot be read: \(error)")
        }
        return try offers.map { offer in
            guard let name = offer.referenceName ?? offer.internalID else {
                throw refusal("has an offer for codes without a name; give it a referenceName")
            }
            let text = offer.paymentMode == .free ? "0" : offer.displayPrice ?? "0"
            guard let price = Money.milliunits(decimal: text), price >= 0 else {
                throw refusal("has a price that is none; write one such as 1.99")
            }
            return OneTimeCodeOffer(id: OfferID(rawValue: name), price: PriceList(base: price))
        }
    }

    private func refusal(_ what: String) -> SimulatorError {
        SimulatorError(.invalidCatalog, "The StoreKit configuration cannot be used: \"\(productID)\" \(what).")
    }

    private struct FileOffer: Decodable {
        var internalID: String?
        var referenceName: String?
        var displayPrice: String?
        var paymentMode: StoreKitFile.PaymentMode?
    }
}
