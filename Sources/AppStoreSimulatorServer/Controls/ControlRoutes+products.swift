// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    private struct PriceWish: Decodable {
        var price: Int64
        var preservesExisting: Bool?
    }

    private struct Switch: Decodable {
        var on: Bool
    }

    private struct CodeWish: Decodable {
        var code: String
        var product: ProductID
        var offer: OfferID
        var redemptions: Int?
    }

    private struct ExtensionWish: Decodable {
        var product: ProductID
        var days: Int
        var reason: Int?
        var environment: Environment?
    }

    private struct ExternalWish: Decodable {
        var customer: CustomerID
        var app: BundleID?
    }

    private struct ConsentWish: Decodable {
        var app: BundleID?
    }

    private struct ExternalAnswer: Encodable {
        var externalPurchaseId: String
        /// The token as the app hands it to its server.
        var token: String
    }

    func addProducts(to routes: inout Router) {
        routes.on(.put, "/products/{id}/price") { request in
            let wish = try request.json(PriceWish.self)
            return try await perform(
                .changePrice(
                    try product(of: request),
                    PriceList(base: wish.price),
                    preservesExisting: wish.preservesExisting ?? false
                )
            )
        }
        routes.on(.put, "/products/{id}/sale") { request in
            try await perform(.setForSale(try product(of: request), try request.json(Switch.self).on))
        }
        routes.on(.put, "/products/{id}/approval") { request in
            try await perform(.setApproved(try product(of: request), try request.json(Switch.self).on))
        }
        routes.on(.put, "/products/{id}/generic") { request in
            try await perform(.setGeneric(try product(of: request), try request.json(Switch.self).on))
        }
        routes.on(.post, "/offer-codes") { request in
            let wish = try request.json(CodeWish.self)
            return try await perform(
                .addOfferCode(wish.code, product: wish.product, offer: wish.offer, redemptions: wish.redemptions ?? 1)
            )
        }
        routes.on(.post, "/extensions") { request in
            let wish = try request.json(ExtensionWish.self)
            return try await perform(
                .extendAllRenewals(
                    MassExtension(
                        request: UUID().uuidString.lowercased(),
                        product: wish.product,
                        environment: wish.environment ?? environment,
                        days: wish.days,
                        reason: wish.reason ?? 0
                    )
                )
            )
        }
        routes.on(.post, "/external-purchases") { request in
            let wish = try request.json(ExternalWish.self)
            let app = if let app = wish.app { app } else { try await self.app(of: request) }
            try await welcome(wish.customer)
            let outcome = try await engine.perform(.beginExternalPurchase(wish.customer, app: app))
            guard case .externalPurchase(let token) = outcome.answer else { return HTTPResponse(status: .noContent) }
            return try .json(
                ExternalAnswer(
                    externalPurchaseId: token.externalPurchaseId,
                    token: try AppStoreJSON.encode(token).base64EncodedString()
                ),
                status: .created
            )
        }
        routes.on(.post, "/customers/{id}/consent-withdrawal") { request in
            let wish = request.body.isEmpty ? ConsentWish() : try request.json(ConsentWish.self)
            let app = if let app = wish.app { app } else { try await self.app(of: request) }
            return try await perform(.rescindConsent(CustomerID(rawValue: try request.parameter("id")), app: app))
        }
    }

    private func product(of request: HTTPRequest) throws -> ProductID {
        ProductID(rawValue: try request.parameter("id"))
    }
}
