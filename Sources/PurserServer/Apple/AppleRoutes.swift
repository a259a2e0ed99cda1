// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Apple's own operations, through the server that has the key.
struct AppleFeature: Sendable {
    let apps: Apps
    let pipeline: IntakePipeline
    let offerChecks: OfferChecks
    let random: RandomSource
    let database: any Database
    let verifiers: DocumentVerifiers

    /// Apple's own operations, through the server that has the key.
    var routes: [Route] {
        [extend, extendMany, readExtension, requestTest, readTest, lookUp, tieToken, signOffer, listConsumption]
    }

    private static let problems: [ProblemCode] = [.notConfigured, .appStoreUnavailable, .appStoreRefused]

    private func route(
        _ method: HTTPMethod,
        _ path: String,
        _ name: String,
        _ summary: String,
        body: Route.RequestBodyDescription? = nil,
        handler: @escaping @Sendable (RequestContext, AppStoreServerAPI, AppScope) async throws -> HTTPResponse
    ) -> Route {
        Route(
            method: method,
            path: "/v1/apple/" + path,
            name: name,
            summary: summary,
            group: .apple,
            access: .backend,
            query: [.environment],
            body: body,
            answers: [.init(status: 200, summary: "Apple's response.", schema: .object([:]))],
            problems: Self.problems
        ) { [self] call in
            let scope = try call.scope()
            let api = try apps.link(try call.app)[scope.environment]
            if method != .get {
                let audit = AuditRecord(call, "apple." + name, target: call.request.path)
                try await database.write { try $0.record(audit) }
            }
            return try await AppStoreClients.ask { try await handler(call, api, scope) }
        }
    }

    private var extend: Route {
        route(
            .post,
            "extensions",
            "extendSubscription",
            "Extends a subscription's renewal date by up to 90 days.",
            body: .json(ExtensionRequest.self)
        ) { call, api, _ in
            let request = try call.body(ExtensionRequest.self)
            guard let id = request.originalTransactionId else {
                throw ServiceProblem.invalid("originalTransactionId", "given")
            }
            let answer = try await api.extendRenewalDate(
                of: id,
                ExtendRenewalDateRequest(
                    extendByDays: request.days,
                    extendReasonCode: ExtendReasonCode(rawValue: request.reason ?? 0),
                    requestIdentifier: request.requestIdentifier ?? self.random.uuid().uuidString.lowercased()
                )
            )
            return .json(bytes: answer.bytes)
        }
    }

    private var extendMany: Route {
        route(
            .post,
            "mass-extensions",
            "massExtendSubscriptions",
            "Extends the renewal dates of all subscribers of a product.",
            body: .json(ExtensionRequest.self)
        ) { call, api, _ in
            let request = try call.body(ExtensionRequest.self)
            guard let product = request.product else { throw ServiceProblem.invalid("productId", "given") }
            let answer = try await api.extendRenewalDates(
                MassExtendRenewalDateRequest(
                    extendByDays: request.days,
                    extendReasonCode: ExtendReasonCode(rawValue: request.reason ?? 0),
                    requestIdentifier: request.requestIdentifier ?? self.random.uuid().uuidString.lowercased(),
                    storefrontCountryCodes: request.storefronts,
                    productId: product
                )
            )
            return .json(bytes: answer.bytes)
        }
    }

    private var readExtension: Route {
        route(
            .get,
            "mass-extensions/{product}/{request}",
            "getMassExtension",
            "Returns the status of a mass extension."
        ) { call, api, _ in
            let answer = try await api.renewalDateExtensionStatus(
                of: try call.path("request"),
                productId: ProductID(rawValue: try call.path("product"))
            )
            return .json(bytes: answer.bytes)
        }
    }

    private var requestTest: Route {
        route(.post, "test-notifications", "requestTestNotification", "Requests a test notification from Apple.") {
            _,
            api,
            _ in
            .json(bytes: try await api.requestTestNotification().bytes)
        }
    }

    private var readTest: Route {
        route(.get, "test-notifications/{token}", "getTestNotification", "Returns the result of a test notification.") {
            call,
            api,
            _ in
            .json(bytes: try await api.testNotification(try call.path("token")).bytes)
        }
    }

    private var lookUp: Route {
        route(
            .get,
            "orders/{order}",
            "lookUpOrder",
            "Finds a purchase by the order ID in Apple's e-mail."
        ) { [self] call, api, _ in
            let answer = try await api.lookUpOrder(OrderLookupID(rawValue: try call.path("order")))
            let app = try call.app
            var found: [TransactionBody] = []
            for signed in answer.body.signedTransactions ?? [] {
                let verified = try verifiers.transaction(signed, app: app.bundleID, now: call.now)
                let intake = FactExtractor.intake(of: verified, digest: FactDigest.digest)
                _ = try await pipeline.process(Submission(intake: intake, source: .history), app: app, now: call.now)
                found.append(
                    TransactionBody(
                        Commerce.Transaction(verified.payload),
                        environment: verified.payload.environment
                    )
                )
            }
            return try .json(
                OrderLookupBody(isValid: answer.body.status == .valid, transactions: found)
            )
        }
    }

    private var tieToken: Route {
        route(
            .put,
            "transactions/{transaction}/token",
            "setAppAccountToken",
            "Sets the token of a purchase that was made outside the app, permanently.",
            body: .json(TokenRequest.self)
        ) { call, api, _ in
            let token = try call.body(TokenRequest.self).appAccountToken
            try await api.setAppAccountToken(token, for: OriginalTransactionID(rawValue: try call.path("transaction")))
            return try .json(HealthBody(status: "ok"))
        }
    }

    private var signOffer: Route {
        Route(
            method: .post,
            path: "/v1/offers/signatures",
            name: "signOffer",
            summary:
                "Signs a promotional offer for an eligible customer, for the original StoreKit. Valid once, for 24 hours.",
            group: .apple,
            access: .customer,
            query: [.environment],
            body: .json(OfferRequest.self),
            answers: [.init(status: 200, summary: "The signature's parts.", schema: .object([:]))],
            problems: [.unknownProduct, .offerRefused, .tokenMismatch, .notConfigured]
        ) { [self] call in
            let request = try call.body(OfferRequest.self)
            let (app, scope) = (try call.app, try call.scope())
            let customer = try await recipient(of: request, call)
            let product = try await offerChecks.catalogProduct(request.product, of: app, now: call.now)
            try await offerChecks.permission(
                request.offer,
                of: product,
                for: customer,
                in: scope,
                app: app,
                now: call.now
            )
            let offer = PromotionalOffer(
                productID: request.product,
                offerID: request.offer,
                customer: request.appAccountToken.map(PromotionalOffer.Customer.accountToken) ?? .anyone
            )
            let signature = try apps.link(app).offers.sign(offer, nonce: random.uuid(), asOf: call.now)
            return try .json(signature)
        }
    }

    /// The customer an offer is signed for: whom the token proves, whom the backend names, or whose order has the
    /// token.
    private func recipient(of request: OfferRequest, _ call: RequestContext) async throws -> CustomerID? {
        let named = request.customer ?? call.caller.provenCustomer
        if let named { try call.caller.requireAccess(to: named) }
        guard let token = request.appAccountToken else { return named }
        let app = try call.app.bundleID
        let owners = try await database.read { reader in
            Set(try reader.orders(token: token).filter { $0.scope.bundleID == app }.compactMap(\.customer))
        }
        if let named, !owners.isEmpty, !owners.contains(named) {
            throw ServiceProblem(.tokenMismatch, "The appAccountToken belongs to another customer's order.")
        }
        return named ?? (owners.count == 1 ? owners.first : nil)
    }

    private var listConsumption: Route {
        Route(
            method: .get,
            path: "/v1/consumption",
            name: "listConsumptionRequests",
            summary: "Lists Apple's consumption requests with the responses and Apple's decisions, newest first.",
            group: .apple,
            access: .backend,
            query: [
                .environment, .limit,
                .init(
                    name: "after",
                    schema: .string(upTo: 1000),
                    summary: "The last `notification` of the previous page."
                ),
            ],
            answers: [.json(ConsumptionList.self, "The requests with their responses.")]
        ) { [self] call in
            let scope = try call.scope()
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let after = call.text("after") ?? ""
            let answers = try await database.read { reader -> [ConsumptionRecord] in
                let store = ConsumptionRecord.records[scope]
                let last = try NotificationUUID(after).flatMap { try reader.record($0, in: store) }
                guard after.isEmpty || last != nil else { return [] }
                return try reader.newestRecords(in: store, after: last, limit: limit).map {
                    var record = try $0.value
                    record.notification = $0.name.description
                    record.decision = try reader.outcome(of: record, in: scope)
                    return record
                }
            }
            return try .json(ConsumptionList(answers: answers))
        }
    }
}

struct ExtensionRequest: Decodable, Sendable, SchemaDescribed {
    var originalTransactionId: OriginalTransactionID?
    var product: ProductID?
    var days: Int
    var reason: Int?
    var requestIdentifier: String?
    var storefronts: [StorefrontCountryCode]?

    private enum CodingKeys: String, CodingKey {
        case originalTransactionId, days, reason, requestIdentifier, storefronts
        case product = "productId"
    }

    static let schema = Schema.object(
        ["days": .integer(from: 1, to: 90)],
        optional: [
            "originalTransactionId": .identifier.described("For one subscription."),
            "productId": .identifier.described("For all subscribers of a product."),
            "reason": .integer(from: 0, to: 3), "requestIdentifier": .string(upTo: 128),
            "storefronts": .array(of: .storefront, upTo: 500),
        ]
    )
}

struct TokenRequest: Decodable, Sendable, SchemaDescribed {
    var appAccountToken: AppAccountToken

    static let schema = Schema.object(["appAccountToken": .uuid])
}

struct OfferRequest: Decodable, Sendable, SchemaDescribed {
    var product: ProductID
    var offer: OfferID
    var appAccountToken: AppAccountToken?
    var customer: CustomerID?

    private enum CodingKeys: String, CodingKey {
        case offer, appAccountToken, customer
        case product = "productId"
    }

    static let schema = Schema.object(
        ["productId": .identifier, "offer": .identifier],
        optional: [
            "appAccountToken": .uuid.described("The token of the payment, such as the order's."),
            "customer": .identifier
                .described(
                    "Whose eligibility is checked. A customer token's own customer when absent; for a backend, the customer "
                        + "of the order with this appAccountToken, and without one the catalog alone is checked."
                ),
        ]
    )
}

struct OrderLookupBody: Codable, Sendable, SchemaDescribed {
    var isValid: Bool
    var transactions: [TransactionBody]

    static let schemaName = "OrderLookUp"
    static let schema = Schema.object(["isValid": .boolean, "transactions": .array(of: .of(TransactionBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [TransactionBody.self]
}

struct ConsumptionList: Codable, Sendable, SchemaDescribed {
    var answers: [ConsumptionRecord]

    private enum CodingKeys: String, CodingKey {
        case answers = "requests"
    }

    static let schema = Schema.object(["requests": .array(of: .any)])
}
