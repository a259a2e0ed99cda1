// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

extension ControlRoutes {
    /// What is said of a purchase.
    private struct NewPurchase: Decodable {
        var customer: CustomerID
        var product: ProductID
        var quantity: Int?
        var appAccountToken: AppAccountToken?
        var promotionalOffer: OfferID?
        var winBackOffer: OfferID?
        var introductoryEligibility: Bool?
        var origin: PurchaseOptions.Origin?
        var simulatesAskToBuy: Bool?

        var options: PurchaseOptions {
            PurchaseOptions(
                quantity: quantity ?? 1,
                appAccountToken: appAccountToken,
                offer: promotionalOffer.map { .promotional($0, signatureIsValid: true) }
                    ?? winBackOffer.map { .winBack($0) },
                introductoryEligibility: introductoryEligibility,
                origin: origin ?? .app,
                simulatesAskToBuy: simulatesAskToBuy ?? false
            )
        }
    }

    private struct Redemption: Decodable {
        var customer: CustomerID
        var code: String
        var appAccountToken: AppAccountToken?
    }

    /// A purchase that came about, with the document that the app would get.
    struct PurchaseAnswer: Encodable {
        var transactionId: TransactionID
        var originalTransactionId: OriginalTransactionID
        var orderId: String?
        var signedTransactionInfo: String
        var signedRenewalInfo: String?
        var transaction: TransactionPayload
    }

    struct PendingAnswer: Encodable {
        var pending: PendingPurchase
    }

    func addPurchases(to routes: inout Router) {
        routes.on(.post, "/purchases") { request in
            let wish = try request.json(NewPurchase.self)
            try await welcome(wish.customer)
            return try await answer(
                try await engine.perform(.buy(wish.customer, product: wish.product, options: wish.options))
            )
        }
        routes.on(.post, "/redemptions") { request in
            let wish = try request.json(Redemption.self)
            try await welcome(wish.customer)
            let options = PurchaseOptions(appAccountToken: wish.appAccountToken)
            return try await answer(
                try await engine.perform(.redeem(wish.customer, code: wish.code, options: options))
            )
        }
        routes.on(.get, "/customers/{id}/pending") { request in
            let pending = await engine.pendingPurchases(of: CustomerID(rawValue: try request.parameter("id")))
            return try .json(["pending": pending])
        }
        routes.on(.post, "/pending/{id}/complete") { request in
            let id = PendingPurchaseID(rawValue: try request.parameter("id"))
            return try await answer(try await engine.perform(.completePending(id)))
        }
        routes.on(.post, "/pending/{id}/cancel") { request in
            _ = try await engine.perform(.cancelPending(PendingPurchaseID(rawValue: try request.parameter("id"))))
            return HTTPResponse(status: .noContent)
        }
    }

    /// Makes the account of a customer who buys for the first time.
    private func welcome(_ id: CustomerID) async throws {
        guard await engine.customer(id) == nil else { return }
        _ = try await engine.perform(.addCustomer(CustomerProfile(id: id, environment: environment)))
    }

    func answer(_ outcome: Outcome) async throws -> HTTPResponse {
        switch outcome.answer {
        case .purchased(let transaction):
            let renewal = try await engine.renewals("original = \(transaction.originalTransactionId.rawValue)").first
            return try .json(
                PurchaseAnswer(
                    transactionId: transaction.transactionId,
                    originalTransactionId: transaction.originalTransactionId,
                    orderId: OrderNumber.text(of: transaction.transactionId),
                    signedTransactionInfo: try signing.sign(transaction).rawValue,
                    signedRenewalInfo: try renewal.map { try signing.sign($0.renewalInfo).rawValue },
                    transaction: transaction
                ),
                status: .created
            )
        case .pending(let pending):
            return try .json(PendingAnswer(pending: pending), status: .accepted)
        default:
            return HTTPResponse(status: .noContent)
        }
    }
}
