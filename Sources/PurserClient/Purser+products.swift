// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// The products to show, in the team's order, with the App Store's prices.
    ///
    /// The server's catalog decides the order and the texts; in an app without a server the entitlement map does. A
    /// product that the App Store does not sell here is left out. No one needs to be signed in.
    ///
    /// ```swift
    /// for product in try await purser.products() { show(product.name, product.price, product.terms.text) }
    /// ```
    ///
    /// - Parameters:
    ///   - promotedOnly: Whether to list only the products that the team promotes.
    ///   - language: The language of texts; the configuration's when absent.
    /// - Returns: The products.
    /// - Throws: ``PurserError`` with `serverUnavailable`, `serverRefused` or `productRequestFailed`.
    public func products(
        promotedOnly: Bool = false,
        in language: PurserLanguage? = nil
    ) async throws -> [ProductListing] {
        let language = language ?? self.language
        let listed = try await listed(promotedOnly: promotedOnly, in: language)
        let sold: [StoreProduct]
        do { sold = try await store.products(listed.map(\.id)) } catch {
            throw self.error(.productRequestFailed, StoreFailure(error))
        }
        let products = Dictionary(sold.map { ($0.id, $0) }) { first, _ in first }
        var found: [ProductListing] = []
        for item in listed {
            guard let product = products[item.id] else {
                configuration.onLog?("the App Store does not sell \(item.id), which the catalog lists")
                continue
            }
            let help = configuration.helpTexts[item.id]?[language.rawValue] ?? item.help
            found.append(
                ProductListing(
                    id: item.id,
                    kind: ProductListing.Kind(rawValue: product.kind),
                    description: item.description,
                    group: product.group,
                    level: item.level,
                    entitlements: item.entitlements ?? [],
                    terms: await terms(of: product, named: item.name, help: help, in: language)
                )
            )
        }
        return found
    }

    /// The offers of a subscription, and whether the customer may have each.
    ///
    /// ```swift
    /// let offers = try await purser.offers(of: "club.monthly").filter(\.isEligible)
    /// if let options = offers.first(where: { $0.kind == .winBack })?.options {
    ///     try await purser.purchase("club.monthly", options: options)
    /// }
    /// ```
    ///
    /// - Parameter product: The product's identifier.
    /// - Returns: The offers, the introductory one first.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable`, or `serverRefused` and the problem
    ///   `unknown-product`.
    public func offers(of product: String) async throws -> [CustomerOffer] {
        let environment = await knownEnvironment()
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.offers(of: product, for: customer, environment: environment)
        }
        return body.offers.map { $0.offer(of: product) }
    }

    private func listed(
        promotedOnly: Bool,
        in language: PurserLanguage
    ) async throws -> [ServerResponse.Products.Product] {
        guard let server else {
            return configuration.entitlementMap.products.map {
                ServerResponse.Products.Product(id: $0.id, entitlements: $0.entitlements)
            }
        }
        do {
            let list = try await server.products(language: language.rawValue, promotedOnly: promotedOnly)
            return list.products.filter { $0.isOnSale != false }
        } catch {
            throw PurserError(error, language: language)
        }
    }
}

extension PurserError {
    /// What the app learns of a request that the server did not do.
    init(_ problem: ServerProblem, language: PurserLanguage) {
        self.init(
            problem.isTemporary ? .serverUnavailable : .serverRefused,
            detail: problem.detail,
            problem: problem.code,
            language: language
        )
    }
}
