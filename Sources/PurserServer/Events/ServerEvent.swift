// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// What happened, in the form that the team's backend receives.
///
/// Its identifier is made from what happened and not from how it became known: whether the app, a notification or a
/// recovery job reported the change, and however often, there is one event.
struct ServerEvent: Hashable, Sendable, Codable {
    /// The effect on a customer's access.
    enum Access: String, Hashable, Sendable, Codable {
        /// A grace period keeps it.
        case remainedWithOwner = "kept"

        /// It ends with what the event tells.
        case ended

        /// It had ended already, and an event before told so.
        case endedBefore = "ended-before"
    }

    var id: EventID
    var type: EventType
    var app: BundleID
    var environment: Environment
    /// Whose it is; absent while the purchase's customer is not known.
    var customer: CustomerID?
    /// When it happened, as far as documents tell.
    var occurred: Date

    var order: OrderID?
    /// The team's own number of the order.
    var reference: String?
    var product: ProductID?
    var transaction: TransactionID?
    var originalTransaction: OriginalTransactionID?
    var purchased: Date?
    var expires: Date?
    var gracePeriodExpiresDate: Date?
    /// The effect on access, when a payment failed or a subscription ended.
    var access: Access?
    var quantity: Int?
    var price: Int64?
    var currency: Currency?
    /// How much of the price went back, in milliunits of the currency.
    var refundedAmount: Int64?
    /// What Apple revoked, in thousandths of a per cent.
    var revocationPercentage: Int?
    var revocationReason: RevocationReason?
    var revocationType: RevocationType?
    var storefront: StorefrontCountryCode?
    var offer: OfferID?
    var offerType: OfferType?
    var offerDiscountType: OfferDiscountType?
    var isFamilyShared: Bool?
    /// Whether the buyer of a group subscription assigned it.
    var isAssigned: Bool?
    /// How many people may use the group subscription; of a change to come, how many may then.
    var seats: Int?
    /// How many seats were refunded.
    var refundedSeats: Int?
    /// The invitation to a seat of the group subscription.
    var invitation: SeatInvitationID?
    /// Apple's claim of the seat.
    var seatClaim: SeatClaimID?
    /// The bundle that brings the subscription.
    var bundle: ProductID?
    /// Which part of a commitment was paid, from 1, and when the commitment ends.
    var billingPeriodNumber: Int?
    var commitmentExpiresDate: Date?
    /// What the product gives; of a change of plans that has happened, what the next product gives.
    var entitlements: [EntitlementID]?
    var reason: String?
    var nextProduct: ProductID?
    var previousCustomer: CustomerID?
    var nextCustomer: CustomerID?
    var renewalNumber: Int?
    var notification: NotificationUUID?
    var detail: String?
    /// How many of a mass extension went well, and how many did not.
    var succeeded: Int64?
    var failed: Int64?
    var requestIdentifier: String?
    /// The token of a purchase outside the App Store, which is to be reported to Apple.
    var externalPurchase: String?
    var tokenCreated: Date?
    var tokenExpires: Date?
    /// The app download that it is about.
    var appTransaction: AppTransactionID?
    /// The conversion that it is about.
    var conversion: ConversionID?
    /// The time that the conversion gave, in milliseconds.
    var gainedMilliseconds: Int64?
    /// The device that a reminder is about; absent when it is about all of them.
    var device: DeviceID?
    /// How long before its instant a reminder is due, in ISO 8601, such as `P3D`.
    var leadTime: LeadTime?
    /// The other store that sold the purchase; absent when Apple did.
    var store: Store?
    /// The trace of the request that created the order.
    var traceParent: TraceParent?

    private enum CodingKeys: String, CodingKey {
        case id, type, app, environment, customer, order, reference, gracePeriodExpiresDate, access
        case quantity, price, currency, refundedAmount, revocationPercentage, revocationReason
        case revocationType, storefront, offer, offerType, offerDiscountType, isFamilyShared, entitlements
        case reason, previousCustomer, nextCustomer, renewalNumber, notification, detail, succeeded
        case failed, requestIdentifier, externalPurchase, tokenCreated, tokenExpires, appTransaction
        case store
        case conversion, device, leadTime, isAssigned, seats, refundedSeats, billingPeriodNumber, commitmentExpiresDate
        case invitation
        case seatClaim = "seatClaimId"
        case bundle = "bundleProductId"
        case occurred = "occurredAt"
        case product = "productId"
        case transaction = "transactionId"
        case originalTransaction = "originalTransactionId"
        case purchased = "purchaseDate"
        case expires = "expiresDate"
        case nextProduct = "nextProductId"
        case gainedMilliseconds = "durationMilliseconds"
        case traceParent = "traceparent"
    }

    init(
        id: EventID,
        type: EventType,
        scope: AppScope,
        customer: CustomerID?,
        occurred: Date
    ) {
        self.id = id
        self.type = type
        self.app = scope.bundleID
        self.environment = scope.environment
        self.customer = customer
        self.occurred = occurred
    }

    var scope: AppScope { AppScope(bundleID: app, environment: environment) }
}

extension ServerEvent: SchemaDescribed {
    static let schemaName = "Event"
    static let schema = Schema.object(
        [
            "id": .string, "type": .string, "app": .string, "environment": .string, "occurredAt": .instant,
        ],
        optional: [
            "customer": .string, "order": .string,
            "reference": .string.described("The team's order number."), "productId": .string,
            "transactionId": .string,
            "originalTransactionId": .string, "purchaseDate": .instant, "expiresDate": .instant,
            "gracePeriodExpiresDate": .instant, "quantity": .integer, "price": .integer, "currency": .string,
            "refundedAmount": .integer, "revocationPercentage": .integer, "revocationReason": .integer,
            "revocationType": .string, "storefront": .string, "offer": .string, "offerType": .integer,
            "offerDiscountType": .string,
            "isFamilyShared": .boolean, "isAssigned": .boolean,
            "seats": .integer.described("The number of seats of the group subscription."), "refundedSeats": .integer,
            "invitation": .string.described("The invitation to a seat of the group subscription."),
            "seatClaimId": .string, "bundleProductId": .string, "billingPeriodNumber": .integer,
            "commitmentExpiresDate": .instant,
            "entitlements": .array(of: .string), "reason": .string,
            "nextProductId": .string, "previousCustomer": .string, "nextCustomer": .string, "renewalNumber": .integer,
            "notification": .string,
            "detail": .string, "succeeded": .integer, "failed": .integer, "requestIdentifier": .string,
            "externalPurchase": .string, "tokenCreated": .instant, "tokenExpires": .instant, "appTransaction": .string,
            "conversion": .string, "durationMilliseconds": .integer,
            "device": .string.described("The device on which the entitlement ends; absent if it ends on all devices."),
            "leadTime": .string.described("How long before `expiresDate` a reminder is due, in ISO 8601, such as P3D."),
            "store": .otherStore,
            "traceparent": .string.described(
                "The trace of the request that created the order, as W3C Trace Context writes it."
            ),
            "access": .string.described("The effect on access, as reported then: kept, ended or ended-before."),
        ]
    )
}

extension ServerEvent: DirectJSONEncodable {
    // The names are in alphabetical order, as the ordinary encoder has them.
    func write(to json: inout JSONWriter) {
        json.member("access", access?.rawValue)
        json.member("app", app)
        json.member("appTransaction", appTransaction)
        json.member("billingPeriodNumber", billingPeriodNumber)
        json.member("bundleProductId", bundle)
        json.member("commitmentExpiresDate", commitmentExpiresDate)
        json.member("conversion", conversion)
        json.member("currency", currency)
        json.member("customer", customer)
        json.member("detail", detail)
        json.member("device", device)
        json.member("durationMilliseconds", gainedMilliseconds)
        json.member("entitlements", list: entitlements)
        json.member("environment", environment)
        json.member("expiresDate", expires)
        json.member("externalPurchase", externalPurchase)
        json.member("failed", failed)
        json.member("gracePeriodExpiresDate", gracePeriodExpiresDate)
        json.member("id", id)
        json.member("invitation", invitation)
        json.member("isAssigned", isAssigned)
        json.member("isFamilyShared", isFamilyShared)
        json.member("leadTime", leadTime?.description)
        json.member("nextCustomer", nextCustomer)
        json.member("nextProductId", nextProduct)
        json.member("notification", notification?.description)
        json.member("occurredAt", occurred)
        json.member("offer", offer)
        json.member("offerDiscountType", offerDiscountType)
        json.member("offerType", offerType)
        json.member("order", order)
        json.member("originalTransactionId", originalTransaction)
        json.member("previousCustomer", previousCustomer)
        json.member("price", price)
        json.member("productId", product)
        json.member("purchaseDate", purchased)
        json.member("quantity", quantity)
        json.member("reason", reason)
        json.member("reference", reference)
        json.member("refundedAmount", refundedAmount)
        json.member("refundedSeats", refundedSeats)
        json.member("renewalNumber", renewalNumber)
        json.member("requestIdentifier", requestIdentifier)
        json.member("revocationPercentage", revocationPercentage)
        json.member("revocationReason", revocationReason)
        json.member("revocationType", revocationType)
        json.member("seatClaimId", seatClaim?.description)
        json.member("seats", seats)
        json.member("store", store)
        json.member("storefront", storefront)
        json.member("succeeded", succeeded)
        json.member("tokenCreated", tokenCreated)
        json.member("tokenExpires", tokenExpires)
        json.member("traceparent", traceParent)
        json.member("transactionId", transaction)
        json.member("type", type)
    }
}
