// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService

/// The offers that a customer may have, and their signatures.
struct OfferFeature: Sendable {
    let accounts: EntitlementReader
    let offerChecks: OfferChecks
    let random: RandomSource

    var routes: [Route] { [listOffers, signCustomerOffer] }

    private var listOffers: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/offers/{product}",
            name: "listOffers",
            summary: "Lists a subscription's offers with the customer's eligibility and its reason.",
            group: .customers,
            access: .app,
            query: [.environment],
            answers: [.json(OfferList.self, "The offers. Apple decides at the purchase.")],
            problems: [.unknownProduct]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let product = try await product(call)
            let account = try await accounts.account(of: customer, in: scope, app: try call.app, now: call.now)
            let offers = [product.introductoryOffer].compactMap(\.self) + product.offers
            return try .json(
                OfferList(
                    introductoryPrice: account.introductoryPrice(of: product, in: scope, asOf: call.now),
                    offers: offers.map {
                        OfferList.Item($0, account.offer($0, of: product, in: scope, asOf: call.now))
                    }
                )
            )
        }
    }

    private var signCustomerOffer: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/offers/{product}/signature",
            name: "signCustomerOffer",
            summary: "Signs an offer for an eligible customer, or the eligibility, as a JWS for StoreKit.",
            group: .apple,
            access: .customer,
            query: [.environment],
            body: .json(OfferSignatureRequest.self),
            answers: [.json(OfferSignature.self, "The JWS, valid for one purchase.")],
            problems: [.unknownProduct, .offerRefused, .notConfigured, .appStoreUnavailable, .appStoreRefused]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let request = try call.body(OfferSignatureRequest.self)
            let app = try call.app
            let product = try await product(call)
            let signer = try requestSigner(of: app)
            guard let id = request.offer else {
                guard let transaction = request.transactionId else {
                    throw ServiceProblem.invalid("transactionId", "given, for a subscription's introductory offer")
                }
                let answer = try await offerChecks.introduction(
                    to: product,
                    for: customer,
                    paidThrough: transaction,
                    in: scope,
                    app: app,
                    now: call.now
                )
                let jws = try signer.introductoryOfferEligibility(
                    productID: product.id,
                    isAllowed: answer.isEligible,
                    transactionID: transaction,
                    nonce: random.uuid(),
                    asOf: call.now
                )
                return try .json(OfferSignature(jws: jws, isEligible: answer.isEligible, ground: answer.ground))
            }
            let answer = try await offerChecks.permission(
                id,
                of: product,
                for: customer,
                in: scope,
                app: app,
                now: call.now
            )
            // The team's backend answers for what it names.
            if let payer = request.transactionId, !call.caller.isBackend {
                try await offerChecks.requireOwn(payer, of: customer, in: scope, app: app, now: call.now)
            }
            let jws = try signer.promotionalOffer(
                productID: product.id,
                offerID: id,
                transactionID: request.transactionId,
                nonce: random.uuid(),
                asOf: call.now
            )
            return try .json(OfferSignature(jws: jws, isEligible: true, ground: answer.ground))
        }
    }

    private func product(_ call: RequestContext) async throws -> CatalogProduct {
        try await offerChecks.catalogProduct(
            ProductID(rawValue: try call.path("product")),
            of: try call.app,
            now: call.now
        )
    }

    private func requestSigner(of app: AppConfiguration) throws -> InAppRequestSigner {
        guard let credentials = app.appStoreServerAPI else {
            throw ServiceProblem(.notConfigured, "Configure the app's In-App Purchase key first.")
        }
        return try InAppRequestSigner(
            .init(
                issuerID: credentials.issuerID,
                keyID: credentials.keyID,
                key: try PrivateKey(pem: credentials.privateKeyPEM),
                bundleID: app.bundleID
            )
        )
    }
}

extension ProblemCode {
    static let offerRefused = ProblemCode(rawValue: "offer-not-allowed")
}

/// A subscription's offers for one customer.
struct OfferList: Codable, Sendable, SchemaDescribed {
    struct Item: Codable, Sendable {
        var type: OfferType
        var id: OfferID?
        var discount: OfferDiscountType
        var period: CalendarPeriod
        var periodCount: Int
        var price: Money?
        var isEligible: Bool
        var ground: OfferEligibility.Criterion

        private enum CodingKeys: String, CodingKey {
            case type, id, discount, period, periodCount, price, isEligible
            case ground = "reason"
        }

        init(_ offer: CatalogOffer, _ answer: OfferEligibility) {
            type = offer.type
            id = offer.id
            discount = offer.discount
            period = offer.period
            periodCount = offer.periodCount
            price = offer.price
            isEligible = answer.isEligible
            ground = answer.ground
        }
    }

    /// What the customer pays first.
    var introductoryPrice: Money?
    var offers: [Item]

    static let schema = Schema.object(
        [
            "offers": .array(
                of: .object(
                    [
                        "type": .integer, "discount": .string, "period": .string, "periodCount": .integer,
                        "isEligible": .boolean, "reason": .oneOf(OfferEligibility.Criterion.allCases.map(\.rawValue)),
                    ],
                    optional: ["id": .string, "price": .of(MoneyBody.self)]
                )
            )
        ],
        optional: ["introductoryPrice": .of(MoneyBody.self)]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self]
}

struct OfferSignatureRequest: Decodable, Sendable, SchemaDescribed {
    var offer: OfferID?
    var transactionId: String?

    static let schema = Schema.object(
        [:],
        optional: [
            "offer": .identifier.described("A promotional offer; eligibility for the introductory one when absent."),
            "transactionId": .identifier
                .described(
                    "Any transaction of the Apple Account that pays, or its app transaction's identifier. Required for "
                        + "the introductory offer, which an Apple Account gets once for each subscription group. With a "
                        + "customer token, a promotional offer is signed only for this customer's own."
                ),
        ]
    )
}

struct OfferSignature: Codable, Sendable, SchemaDescribed {
    var jws: String
    var isEligible: Bool
    var ground: OfferEligibility.Criterion

    private enum CodingKeys: String, CodingKey {
        case jws, isEligible
        case ground = "reason"
    }

    static let schema = Schema.object(["jws": .string, "isEligible": .boolean, "reason": .string])
}
