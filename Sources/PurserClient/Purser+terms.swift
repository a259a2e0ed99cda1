// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// What the purchase page says of a product: the trial, the price after it, and the team's own text.
    ///
    /// - Parameters:
    ///   - id: The product's identifier.
    ///   - language: The language; the configuration's when absent.
    /// - Returns: What to say.
    /// - Throws: ``PurserError/Code/unknownProduct``, or ``PurserError/Code/productRequestFailed``.
    public func terms(of id: String, in language: PurserLanguage? = nil) async throws -> PurchaseTerms {
        let language = language ?? self.language
        let found: StoreProduct?
        do { found = try await store.product(id) } catch {
            throw self.error(.productRequestFailed, StoreFailure(error))
        }
        guard let product = found else { throw error(.unknownProduct) }
        return await terms(of: product, named: nil, help: await help(for: id, language), in: language)
    }

    /// What to say of a product that the App Store described.
    func terms(
        of product: StoreProduct,
        named name: String?,
        help: String?,
        in language: PurserLanguage
    ) async -> PurchaseTerms {
        var introduction = product.introduction(in: language)
        if let group = product.group, introduction != nil,
            !(await store.isEligibleForIntroductoryOffer(of: group))
        {
            introduction = nil
        }
        return PurchaseTerms(
            product: product.id,
            name: name ?? product.name,
            price: product.displayPrice,
            introduction: introduction,
            regular: product.regular(in: language, isAfterIntroduction: introduction != nil),
            help: help
        )
    }

    private func help(for product: String, _ language: PurserLanguage) async -> String? {
        if let own = configuration.helpTexts[product]?[language.rawValue] { return own }
        guard let server else { return nil }
        do {
            return try await server.products(language: language.rawValue).products.first { $0.id == product }?.help
        } catch {
            configuration.onLog?("the server could not be asked for help texts: \(error)")
            return nil
        }
    }
}
