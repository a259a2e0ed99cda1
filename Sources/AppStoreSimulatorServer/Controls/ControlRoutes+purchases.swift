// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
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
        var applicationUsername: String?
        var promotionalOffer: OfferID?
        var promotionalOfferSignature: PromotionalOfferSignature?
        var promotionalOfferJWS: String?
        var winBackOffer: OfferID?
        var introductoryEligibility: Bool?
        var introductoryEligibilityJWS: String?
        var origin: PurchaseOptions.Origin?
        var simulatesAskToBuy: Bool?
        var advancedCommerceJWS: String?

        var options: PurchaseOptions {
            PurchaseOptions(
                quantity: quantity ?? 1,
                appAccountToken: appAccountToken,
                applicationUsername: applicationUsername,
                // Whether the signature is good was looked at before.
                offer: promotionalOffer.map { .promotional($0, signatureIsValid: true) }
                    ?? winBackOffer.map { .winBack($0) },
                introductoryEligibility: introductoryEligibility,
                origin: origin ?? .app,
                simulatesAskToBuy: simulatesAskToBuy ?? false
            )
        }
    }

    /// Whom an offer is signed for.
    private struct SignatureWish: Decodable {
        var product: ProductID
        var offer: OfferID
        var appAccountToken: AppAccountToken?
        var applicationUsername: String?
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
            let options = try await checked(wish)
            try await welcome(wish.customer)
            if let jws = wish.advancedCommerceJWS {
                let order = try await order(in: jws, for: wish.product)
                return try await answer(
                    try await engine.perform(.orderAdvancedCommerce(wish.customer, product: wish.product, order))
                )
            }
            return try await answer(
                try await engine.perform(.buy(wish.customer, product: wish.product, options: options))
            )
        }
        routes.on(.post, "/offers/signature") { request in
            try await .json(sign(try request.json(SignatureWish.self)))
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

    /// What is chosen with a purchase, once everything that a server must sign for it is found good.
    private func checked(_ wish: NewPurchase) async throws -> PurchaseOptions {
        var options = wish.options
        guard let app = await engine.catalog.product(wish.product)?.bundleID else { return options }
        if let jws = wish.introductoryEligibilityJWS {
            let signed = try signatures.eligibility(jws, product: wish.product, app: app)
            try await requireOwn(signed.transaction, customer: wish.customer, app: app)
            try await engine.use(nonce: signed.nonce)
            options.introductoryEligibility = signed.allows
        }
        if let offer = wish.promotionalOffer {
            let nonce = try signatures.check(
                OfferSignatures.Wish(
                    product: wish.product,
                    app: app,
                    offer: offer,
                    signature: wish.promotionalOfferSignature,
                    jws: wish.promotionalOfferJWS,
                    appAccountToken: wish.appAccountToken,
                    applicationUsername: wish.applicationUsername
                )
            )
            try await engine.use(nonce: nonce)
        }
        return options
    }

    /// Refuses what a server signed for another customer's transaction: eligibility is one Apple Account's.
    private func requireOwn(_ transaction: String?, customer: CustomerID, app: BundleID) async throws {
        guard let transaction else { return }
        let condition: SQL = """
            (id = \(transaction) OR original = \(transaction) OR download = \(transaction)) AND app = \(app.rawValue)
            """
        guard let known = try await engine.transactions(condition, limit: 1).first, known.customer != customer else {
            return
        }
        throw Problem(
            .forbidden,
            code: SimulatorError.Code.invalidSignature.rawValue,
            detail: "The signature was refused: its transaction \(transaction) belongs to another customer."
        )
    }

    /// What a server signed that a customer orders through Advanced Commerce.
    private func order(in jws: String, for product: ProductID) async throws -> AdvancedCommerceOrder {
        guard let app = await engine.catalog.product(product)?.bundleID else {
            throw Problem(.notFound, code: "unknown-product", detail: "There is no product \(product).")
        }
        do {
            let signed = try signatures.order(jws, app: app)
            try await engine.use(nonce: signed.nonce)
            return try AdvancedCommerceBody.order(signed.request)
        } catch let error as ServerAPIError {
            throw Problem(
                HTTPStatus(rawValue: Int(error.code / 10_000)),
                code: String(error.code),
                detail: error.message
            )
        }
    }

    /// Signs an offer as the app's server would, for who tries things out without one.
    private func sign(_ wish: SignatureWish) async throws -> PromotionalOfferSignature {
        guard let app = await engine.catalog.product(wish.product)?.bundleID,
            let key = keys.first(where: { $0.bundleID == app })
        else { throw Problem(.notFound, code: "unknown-product", detail: "There is no product \(wish.product).") }
        let signer = try PromotionalOfferSigner(
            bundleID: app,
            keyID: key.keyID,
            key: try PrivateKey(pem: key.privateKeyPEM)
        )
        let customer: PromotionalOffer.Customer =
            wish.appAccountToken.map { .accountToken($0) }
            ?? wish.applicationUsername.map { .applicationUsername($0) } ?? .anyone
        return try signer.sign(
            PromotionalOffer(productID: wish.product, offerID: wish.offer, customer: customer),
            nonce: UUID(),
            asOf: signatures.clock?() ?? engine.present.value
        )
    }

    /// Makes the account of a customer who buys for the first time.
    func welcome(_ id: CustomerID) async throws {
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
