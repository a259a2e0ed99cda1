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
    private struct CreatePurchaseRequest: Decodable {
        var customer: CustomerID
        var product: ProductID
        var quantity: Int?
        var seats: Int?
        var billingPlan: BillingPlanType?
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
                seats: seats,
                billingPlan: billingPlan,
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
    private struct SignatureRequest: Decodable {
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
    struct PurchaseResponse: Encodable {
        var transactionId: TransactionID
        var originalTransactionId: OriginalTransactionID
        var orderId: String?
        var signedTransactionInfo: String
        var signedRenewalInfo: String?
        var transaction: TransactionPayload
    }

    struct PendingResponse: Encodable {
        var pending: PendingPurchase
    }

    func addPurchases(to routes: inout Router) {
        routes.on(.post, "/purchases") { request in
            let body = try request.json(CreatePurchaseRequest.self)
            let options = try await checked(body)
            try await welcome(body.customer)
            if let jws = body.advancedCommerceJWS {
                let order = try await order(in: jws, for: body.product)
                return try await respond(
                    try await engine.perform(.orderAdvancedCommerce(body.customer, product: body.product, order))
                )
            }
            return try await respond(
                try await engine.perform(.buy(body.customer, product: body.product, options: options))
            )
        }
        routes.on(.post, "/offers/signature") { request in
            try await .json(sign(try request.json(SignatureRequest.self)))
        }
        routes.on(.post, "/redemptions") { request in
            let body = try request.json(Redemption.self)
            try await welcome(body.customer)
            let options = PurchaseOptions(appAccountToken: body.appAccountToken)
            return try await respond(
                try await engine.perform(.redeem(body.customer, code: body.code, options: options))
            )
        }
        routes.on(.get, "/customers/{id}/pending") { request in
            let pending = await engine.pendingPurchases(of: CustomerID(rawValue: try request.parameter("id")))
            return try .json(["pending": pending])
        }
        routes.on(.post, "/pending/{id}/complete") { request in
            let id = PendingPurchaseID(rawValue: try request.parameter("id"))
            return try await respond(try await engine.perform(.completePending(id)))
        }
        routes.on(.post, "/pending/{id}/cancel") { request in
            _ = try await engine.perform(.cancelPending(PendingPurchaseID(rawValue: try request.parameter("id"))))
            return HTTPResponse(status: .noContent)
        }
    }

    /// What is chosen with a purchase, once everything that a server must sign for it is found good.
    private func checked(_ body: CreatePurchaseRequest) async throws -> PurchaseOptions {
        var options = body.options
        guard let app = await engine.catalog.product(body.product)?.bundleID else { return options }
        if let jws = body.introductoryEligibilityJWS {
            let signed = try signatures.eligibility(jws, product: body.product, app: app)
            try await requireOwn(signed.transaction, customer: body.customer, app: app)
            try await engine.use(nonce: signed.nonce)
            options.introductoryEligibility = signed.allows
        }
        if let offer = body.promotionalOffer {
            let nonce = try signatures.check(
                OfferSignatures.PromotionalOfferRequest(
                    product: body.product,
                    app: app,
                    offer: offer,
                    signature: body.promotionalOfferSignature,
                    jws: body.promotionalOfferJWS,
                    appAccountToken: body.appAccountToken,
                    applicationUsername: body.applicationUsername
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
    private func sign(_ body: SignatureRequest) async throws -> PromotionalOfferSignature {
        guard let app = await engine.catalog.product(body.product)?.bundleID,
            let key = keys.first(where: { $0.bundleID == app })
        else { throw Problem(.notFound, code: "unknown-product", detail: "There is no product \(body.product).") }
        let signer = try PromotionalOfferSigner(
            bundleID: app,
            keyID: key.keyID,
            key: try PrivateKey(pem: key.privateKeyPEM)
        )
        let customer: PromotionalOffer.Customer =
            body.appAccountToken.map { .accountToken($0) }
            ?? body.applicationUsername.map { .applicationUsername($0) } ?? .anyone
        return try signer.sign(
            PromotionalOffer(productID: body.product, offerID: body.offer, customer: customer),
            nonce: UUID(),
            asOf: signatures.clock?() ?? engine.present.value
        )
    }

    /// Makes the account of a customer who comes for the first time.
    func welcome(_ id: CustomerID, as environment: Environment? = nil) async throws {
        guard await engine.customer(id) == nil else { return }
        do {
            _ = try await engine.perform(
                .addCustomer(CustomerProfile(id: id, environment: environment ?? self.environment))
            )
        } catch let error as SimulatorError where error.code == .customerExists {
            // Another request made it meanwhile.
        }
    }

    func respond(_ outcome: Outcome) async throws -> HTTPResponse {
        switch outcome.answer {
        case .purchased(let transaction), .assigned(let transaction):
            let renewal = try await engine.renewals("original = \(transaction.originalTransactionId.rawValue)").first
            return try .json(
                PurchaseResponse(
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
            return try .json(PendingResponse(pending: pending), status: .accepted)
        default:
            return HTTPResponse(status: .noContent)
        }
    }
}
