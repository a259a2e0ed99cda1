// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    private struct PriceRequest: Decodable {
        var price: Int64
        var preservesExisting: Bool?
    }

    private struct Switch: Decodable {
        var on: Bool
    }

    private struct CreateOfferCodeRequest: Decodable {
        var code: String
        var product: ProductID
        var offer: OfferID
        var redemptions: Int?
    }

    private struct ExtensionRequest: Decodable {
        var product: ProductID
        var days: Int
        var reason: Int?
        var environment: Environment?
    }

    private struct ExternalPurchaseRequest: Decodable {
        var customer: CustomerID
        var app: BundleID?
    }

    private struct ConsentRequest: Decodable {
        var app: BundleID?
    }

    private struct ExternalPurchaseResponse: Encodable {
        var externalPurchaseId: String
        /// The token as the app hands it to its server.
        var token: String
    }

    func addProducts(to routes: inout Router) {
        routes.on(.put, "/products/{id}/price") { request in
            let input = try request.json(PriceRequest.self)
            return try await perform(
                .changePrice(
                    try product(of: request),
                    PriceList(base: input.price),
                    preservesExisting: input.preservesExisting ?? false
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
            let input = try request.json(CreateOfferCodeRequest.self)
            return try await perform(
                .addOfferCode(
                    input.code,
                    product: input.product,
                    offer: input.offer,
                    redemptions: input.redemptions ?? 1
                )
            )
        }
        routes.on(.post, "/extensions") { request in
            let input = try request.json(ExtensionRequest.self)
            return try await perform(
                .extendAllRenewals(
                    MassExtension(
                        request: UUID().uuidString.lowercased(),
                        product: input.product,
                        environment: input.environment ?? environment,
                        days: input.days,
                        reason: input.reason ?? 0
                    )
                )
            )
        }
        routes.on(.post, "/external-purchases") { request in
            let input = try request.json(ExternalPurchaseRequest.self)
            let app = if let app = input.app { app } else { try await self.app(of: request) }
            try await welcome(input.customer)
            let outcome = try await engine.perform(.beginExternalPurchase(input.customer, app: app))
            guard case .externalPurchase(let token) = outcome.answer else { return HTTPResponse(status: .noContent) }
            return try .json(
                ExternalPurchaseResponse(
                    externalPurchaseId: token.externalPurchaseId,
                    token: try AppStoreJSON.encode(token).base64EncodedString()
                ),
                status: .created
            )
        }
        routes.on(.post, "/customers/{id}/rescind-consent") { request in
            let input = request.body.isEmpty ? ConsentRequest() : try request.json(ConsentRequest.self)
            let app = if let app = input.app { app } else { try await self.app(of: request) }
            return try await perform(.rescindConsent(CustomerID(rawValue: try request.parameter("id")), app: app))
        }
    }

    private func product(of request: HTTPRequest) throws -> ProductID {
        ProductID(rawValue: try request.parameter("id"))
    }
}
