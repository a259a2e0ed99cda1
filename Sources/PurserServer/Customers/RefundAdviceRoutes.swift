// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService

/// Refund guidance for a customer who asks for a refund.
struct RefundAdviceFeature: Sendable {
    let accounts: EntitlementReader

    var routes: [Route] { [readRefundAdvice] }

    private var readRefundAdvice: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/refund-guidance",
            name: "getRefundGuidance",
            summary:
                "Returns a customer's refunds, and for each purchase how a refund can be requested and until when.",
            group: .customers,
            access: .backend,
            query: [.environment, .limit],
            answers: [.json(RefundAdviceList.self, "The counts and the guidance, newest purchase first.")]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let account = try await accounts.account(of: customer, in: scope, app: try call.app, now: call.now)
            return try .json(RefundAdviceList(account, limit: limit, asOf: call.now))
        }
    }
}

/// A customer's refunds and what may be said about each purchase.
struct RefundAdviceList: Codable, Sendable, SchemaDescribed {
    struct Item: Codable, Sendable {
        var transaction: TransactionID
        var product: ProductID
        var purchased: Date
        var storefront: StorefrontCountryCode?
        /// When the money went back; there is no advice then.
        var refunded: Date?
        var chance: RefundGuidance.Likelihood?
        var windowDays: Int?
        var deadline: Date?
        /// How often the customer got money back in the year before.
        var refundsThisYear: Int?
        var routes: [RefundGuidance.Channel]?
        var fastestHours: Int?
        var cardWorkingDaysFrom: Int?
        var cardWorkingDaysTo: Int?
        /// The other store that sold it; there is no advice then, because each store has rules of its own.
        var store: Store?

        private enum CodingKeys: String, CodingKey {
            case storefront, windowDays, deadline, refundsThisYear, fastestHours, cardWorkingDaysFrom
            case cardWorkingDaysTo, store
            case transaction = "transactionId"
            case product = "productId"
            case purchased = "purchaseDate"
            case refunded = "refundedAt"
            case chance = "likelihood"
            case routes = "channels"
        }
    }

    var purchases: Int
    var refunds: Int
    var refundsThisYear: Int
    var items: [Item]

    static let schemaName = "RefundGuidance"
    static let schema = Schema.object([
        "purchases": .integer, "refunds": .integer, "refundsThisYear": .integer,
        "items": .array(
            of: .object(
                ["transactionId": .string, "productId": .string, "purchaseDate": .instant],
                optional: [
                    "storefront": .string, "refundedAt": .instant, "store": .otherStore,
                    "likelihood": .oneOf(RefundGuidance.Likelihood.allCases.map(\.rawValue)),
                    "windowDays": .integer, "deadline": .instant, "refundsThisYear": .integer,
                    "channels": .array(of: .oneOf(RefundGuidance.Channel.allCases.map(\.rawValue))),
                    "fastestHours": .integer, "cardWorkingDaysFrom": .integer, "cardWorkingDaysTo": .integer,
                ]
            )
        ),
    ])

    init(_ account: CustomerAccount, limit: Int, asOf now: Date) {
        let bought = account.ownPurchases(asOf: now)
        // What a stranger can attach to the customer, and have refunded, does not count in the customer's record.
        let trusted = account.ownPurchases(asOf: now, where: account.isTrusted)
        let dates = trusted.refundDates
        purchases = trusted.count
        refunds = dates.count
        refundsThisYear = dates.count { $0 <= now && now.timeIntervalSince($0) < RefundGuidance.countedTime }
        items = bought.prefix(limit).map { Item($0, refunds: dates, asOf: now) }
    }
}

extension CustomerAccount {
    /// What the customer paid for, the newest first.
    func ownPurchases(asOf now: Date, where counts: (LineageKey) -> Bool = { _ in true }) -> [Transaction] {
        ownedLineages(asOf: now).filter(counts).compactMap { history(of: $0) }
            .flatMap { $0.transactions.map(\.transaction) }
            .filter(\.isSale)
            .sorted { ($0.purchaseDate, $0.id.rawValue) > ($1.purchaseDate, $1.id.rawValue) }
    }
}

extension [Transaction] {
    /// When the money of some of them went back; an upgrade gives back none to speak of.
    var refundDates: [Date] { compactMap { $0.withdrawal?.date } }
}

extension RefundAdviceList.Item {
    init(_ bought: Transaction, refunds: [Date], asOf now: Date) {
        transaction = bought.id
        product = bought.productID
        purchased = bought.purchaseDate
        storefront = bought.storefront
        refunded = bought.withdrawal?.date
        store = bought.originalTransactionID.otherStore
        guard refunded == nil, store == nil else { return }
        let advice = RefundGuidance(
            storefront: bought.storefront,
            purchaseDate: bought.purchaseDate,
            refunds: refunds,
            asOf: now
        )
        chance = advice.chance
        windowDays = advice.windowDays
        deadline = advice.deadline
        refundsThisYear = advice.refundsThisYear
        routes = advice.routes
        fastestHours = advice.fastestHours
        cardWorkingDaysFrom = advice.cardWorkingDays.lowerBound
        cardWorkingDaysTo = advice.cardWorkingDays.upperBound
    }
}
