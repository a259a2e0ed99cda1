// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// A customer's subscriptions, and their way to another customer.
struct SubscriptionFeature: Sendable {
    let accounts: EntitlementReader
    let pipeline: IntakePipeline
    let database: any Database

    var routes: [Route] { [listSubscriptions, listConflicts, foreseeConflicts, checkDeletion, transfer] }

    private var listSubscriptions: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/subscriptions",
            name: "listSubscriptions",
            summary: "Lists a customer's subscriptions: state, last and next renewal, pending plan change.",
            group: .customers,
            access: .app,
            query: [.environment],
            answers: [.json(SubscriptionList.self, "The subscriptions.")]
        ) { [self] call in
            let customer = try call.customer()
            let account = try await accounts.account(
                of: customer,
                in: try call.scope(),
                app: try call.app,
                now: call.now
            )
            let states = account.subscriptions(asOf: call.now)
            return try .json(SubscriptionList(subscriptions: states.map { SubscriptionBody($0.state, key: $0.key) }))
        }
    }

    private var listConflicts: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/conflicts",
            name: "listConflicts",
            summary: "Lists a customer's overlapping purchases, such as a subscription beside a lifetime purchase.",
            group: .customers,
            access: .app,
            query: [.environment],
            answers: [.json(ConflictList.self, "The conflicts, with advice.")]
        ) { [self] call in
            let customer = try call.customer()
            let account = try await accounts.account(
                of: customer,
                in: try call.scope(),
                app: try call.app,
                now: call.now
            )
            return try .json(ConflictList(conflicts: ConflictFinder(account, asOf: call.now).conflicts))
        }
    }

    private var foreseeConflicts: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/conflicts/{product}",
            name: "previewConflicts",
            summary: "Lists what the customer would pay for twice, for a warning before the purchase.",
            group: .customers,
            access: .app,
            query: [.environment],
            answers: [.json(ConflictList.self, "The conflicts, or an empty list.")]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let account = try await accounts.account(of: customer, in: scope, app: try call.app, now: call.now)
            let product = ProductID(rawValue: try call.path("product"))
            return try .json(
                ConflictList(conflicts: ConflictFinder(account, asOf: call.now).conflicts(buying: product, in: scope))
            )
        }
    }

    private var checkDeletion: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/deletion-check",
            name: "checkDeletion",
            summary:
                "Returns what an app shows before it deletes an account: renewals that continue, and where to manage them.",
            group: .customers,
            access: .app,
            query: [.environment],
            answers: [.json(AccountDeletionCheck.self, "The advice.")]
        ) { [self] call in
            let customer = try call.customer()
            let account = try await accounts.account(
                of: customer,
                in: try call.scope(),
                app: try call.app,
                now: call.now
            )
            let live = account.subscriptions(asOf: call.now).filter { $0.state.nextRenewal != nil }
            return try .json(
                AccountDeletionCheck(
                    renewingSubscriptions: live.map { SubscriptionBody($0.state, key: $0.key) },
                    manageSubscriptionsUrl: "https://apps.apple.com/account/subscriptions"
                )
            )
        }
    }

    private var transfer: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/transfers",
            name: "transferPurchase",
            summary: "Transfers a purchase to this customer. Both customers get an event.",
            group: .customers,
            access: .backend,
            query: [.environment],
            body: .json(TransferRequest.self),
            answers: [.empty("The purchase belongs to this customer.")]
        ) { [self] call in
            let request = try call.body(TransferRequest.self)
            let customer = try call.customer()
            let scope = try call.scope()
            let context = try await pipeline.context(app: try call.app, now: call.now)
            let audit = AuditRecord(call, "purchase.transfer", target: customer.rawValue)
            let key = LineageKey(scope: scope, lineage: request.originalTransactionId)
            try await database.write(locking: .deciding(about: [key], customers: [customer])) { writer in
                let session = try FulfillmentSession(writer: writer, context: context)
                let change = try session.change(of: key)
                guard !change.after.isEmpty else { throw ServiceProblem.notFound("purchase") }
                let transfer = Transfer(
                    lineage: key.lineage,
                    previousOwner: change.ownershipBefore.owners.first,
                    recipient: customer,
                    reason: request.reason
                )
                try session.fulfill(change, .command([.transfer(transfer)]))
                try writer.record(audit)
            }
            return HTTPResponse(status: .noContent)
        }
    }
}

struct TransferRequest: Decodable, Sendable, SchemaDescribed {
    var originalTransactionId: OriginalTransactionID
    var reason: String

    static let schema = Schema.object(["originalTransactionId": .identifier, "reason": .string(upTo: 1000)])
}

/// A subscription as it is now.
struct SubscriptionBody: Codable, Sendable, SchemaDescribed {
    var originalTransactionId: OriginalTransactionID
    var environment: Environment
    var product: ProductID
    /// `subscribed`, `expired`, `inBillingRetryPeriod`, `inGracePeriod` or `revoked`.
    var state: RenewalState
    var hasAccess: Bool
    /// Whether it is set to renew: 1 and 0 in the words of old notifications.
    var willRenew: Bool?
    /// When the current, or last, period began: the last renewal.
    var lastRenewal: Date
    /// When it ends: the next renewal.
    var nextRenewal: Date
    var accessExpiresDate: Date
    var graceEnds: Date?
    var billingRetryExpiresDate: Date?
    var nextProduct: ProductID?
    var nextPrice: Money?
    var expirationIntent: ExpirationIntent?
    var priceIncrease: PriceIncreaseStatus?
    var offerType: OfferType?
    var isFamilyShared: Bool
    /// Whether the buyer of a group subscription assigned it.
    var isAssigned: Bool
    /// How many people may use a group subscription, and how many when it renews.
    var seats: Int?
    var renewalSeats: Int?
    /// The bundle that brings it.
    var bundle: ProductID?
    /// The year that is paid month by month.
    var commitment: CommitmentBody?
    /// The other store that sold it, in which the customer manages it; absent when Apple did.
    var store: Store?

    private enum CodingKeys: String, CodingKey {
        case originalTransactionId, environment, state, hasAccess, lastRenewal, nextRenewal
        case accessExpiresDate, billingRetryExpiresDate, nextPrice, expirationIntent, priceIncrease
        case offerType, isFamilyShared, isAssigned, seats, renewalSeats, commitment, store
        case bundle = "bundleProductId"
        case product = "productId"
        case willRenew = "willAutoRenew"
        case graceEnds = "gracePeriodExpiresDate"
        case nextProduct = "nextProductId"
    }

    static let schemaName = "Subscription"
    static let schema = Schema.object(
        [
            "originalTransactionId": .string, "environment": .string, "productId": .string,
            "state": .oneOf(RenewalState.allCases.map(\.rawValue)), "hasAccess": .boolean, "lastRenewal": .instant,
            "nextRenewal": .instant, "accessExpiresDate": .instant, "isFamilyShared": .boolean,
            "isAssigned": .boolean,
        ],
        optional: [
            "willAutoRenew": .boolean, "gracePeriodExpiresDate": .instant, "billingRetryExpiresDate": .instant,
            "nextProductId": .string,
            "nextPrice": .of(MoneyBody.self), "expirationIntent": .integer, "priceIncrease": .integer,
            "offerType": .integer,
            "seats": .integer.described("The number of seats without refunded ones."),
            "renewalSeats": .integer.described("The number of seats that renew."), "bundleProductId": .string,
            "commitment": .of(CommitmentBody.self), "store": .otherStore,
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self, CommitmentBody.self]

    init(_ state: SubscriptionState, key: LineageKey) {
        originalTransactionId = key.lineage
        environment = key.scope.environment
        product = state.period.transaction.productID
        self.state = state.renewalState
        hasAccess = state.hasAccess
        willRenew = state.willAutoRenew
        lastRenewal = state.period.startDate
        nextRenewal = state.period.endDate
        accessExpiresDate = state.accessEndDate
        graceEnds = state.graceEndDate
        billingRetryExpiresDate = state.retryEndDate
        nextProduct = state.nextRenewal?.productID
        nextPrice = state.nextRenewal?.price
        expirationIntent = state.expirationIntent
        priceIncrease = state.priceIncrease
        offerType = state.period.transaction.offer?.type
        isFamilyShared = state.period.transaction.ownership == .familyShared
        isAssigned = state.period.transaction.ownership == .assigned
        seats = state.seats
        renewalSeats = state.renewalSeats
        bundle = state.period.transaction.bundle?.productID
        commitment = state.commitment.map(CommitmentBody.init)
        store = key.lineage.otherStore
    }
}

/// A year that the customer agreed to pay month by month.
struct CommitmentBody: Codable, Sendable, SchemaDescribed {
    var billingPeriodNumber: Int
    var totalBillingPeriods: Int
    var expiresDate: Date?
    var price: Money?
    var remainingPrice: Money?
    /// Whether it renews when it ends; when `false`, the customer canceled and is charged until it ends.
    var willAutoRenew: Bool?

    init(_ commitment: Commitment) {
        billingPeriodNumber = commitment.billingPeriodNumber
        totalBillingPeriods = commitment.totalBillingPeriods
        expiresDate = commitment.expirationDate
        price = commitment.price
        remainingPrice = commitment.remainingPrice
        willAutoRenew = commitment.willAutoRenew
    }

    static let schemaName = "Commitment"
    static let schema = Schema.object(
        ["billingPeriodNumber": .integer, "totalBillingPeriods": .integer],
        optional: [
            "expiresDate": .instant, "price": .of(MoneyBody.self), "remainingPrice": .of(MoneyBody.self),
            "willAutoRenew": .boolean.described("False if it was canceled; it is then charged until its end."),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self]
}

struct SubscriptionList: Codable, Sendable, SchemaDescribed {
    var subscriptions: [SubscriptionBody]

    static let schema = Schema.object(["subscriptions": .array(of: .of(SubscriptionBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [SubscriptionBody.self]
}

struct ConflictList: Codable, Sendable, SchemaDescribed {
    var conflicts: [Conflict]

    static let schema = Schema.object([
        "conflicts": .array(
            of: .object(
                [
                    "kind": .string, "entitlement": .string, "advice": .array(of: .string), "keptPurchase": .any,
                    "redundantPurchase": .any,
                ],
                optional: ["nextChargeDate": .instant]
            )
        )
    ])
}

struct AccountDeletionCheck: Codable, Sendable, SchemaDescribed {
    var renewingSubscriptions: [SubscriptionBody]
    var manageSubscriptionsUrl: String

    static let schema = Schema.object([
        "renewingSubscriptions": .array(of: .of(SubscriptionBody.self)), "manageSubscriptionsUrl": .string,
    ])
    static let schemaReferences: [any SchemaDescribed.Type] = [SubscriptionBody.self]
}
