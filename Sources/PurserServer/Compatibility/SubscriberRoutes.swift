// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Customers as other services answer about them.
struct CompatibilityFeature: Sendable {
    let accounts: EntitlementReader
    let catalog: CatalogCache
    let database: any Database

    var routes: [Route] { [readSubscriber] }

    private var readSubscriber: Route {
        Route(
            method: .get,
            path: "/v1/subscribers/{customer}",
            name: "getSubscriber",
            summary: "Returns a customer in RevenueCat's format.",
            group: .compatibility,
            access: .app,
            query: [.environment],
            answers: [.init(status: 200, summary: "The subscriber.", types: [], schema: .object(["subscriber": .any]))],
            allowsUnknown: true
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let account = try await accounts.account(of: customer, in: scope, app: try call.app, now: call.now)
            let created = try await database.read { try $0.customer(customer)?.createdDate }
            let catalog = try await self.catalog.catalog(of: scope.bundleID, now: call.now)
            let view = SubscriberView(
                account: account,
                scope: scope,
                names: catalog.items.compactMapValues { $0.product.texts.first?.name ?? $0.product.referenceName },
                created: created ?? call.now,
                now: call.now
            )
            return try .json(view.json)
        }
    }
}

/// A customer in the shape of RevenueCat's first API.
///
/// <https://www.revenuecat.com/docs/api-v1#tag/customers>
struct SubscriberView {
    var account: CustomerAccount
    var scope: AppScope
    /// What the products are called.
    var names: [ProductID: String]
    var created: Date
    var now: Date

    var json: JSONValue {
        [
            "request_date": Self.text(now),
            "request_date_ms": .integer(now.millisecondsSince1970),
            "subscriber": [
                "original_app_user_id": .string(account.customer.rawValue),
                "original_application_version": .null,
                "original_purchase_date": .null,
                "first_seen": Self.text(created),
                "last_seen": Self.text(now),
                "management_url": subscriptions.isEmpty ? .null : "https://apps.apple.com/account/subscriptions",
                "entitlements": .object(entitlements),
                "subscriptions": .object(subscriptions),
                "non_subscriptions": .object(nonSubscriptions),
                "other_purchases": [:],
                "subscriber_attributes": [:],
            ],
        ]
    }

    /// What the customer has or had; what only begins later, or was revoked before it began, has no like there.
    private var answers: [EntitlementDecision] {
        account.entitlements(asOf: now).filter { answer in
            answer.isActive || answer.startDate.map { $0 <= now } ?? false
        }
    }

    private var entitlements: [String: JSONValue] {
        let states = account.subscriptions(asOf: now).map(\.state)
        let pairs = answers.map { answer -> (String, JSONValue) in
            let state = states.first { $0.period.transaction.id == answer.reason.transactionID }
            let end = answer.isActive ? answer.endDate : answer.startDate
            return (
                answer.entitlement.rawValue,
                [
                    "expires_date": Self.text(end),
                    "grace_period_expires_date": Self.text(state?.graceEndDate),
                    "product_identifier": .string(
                        answer.reason.productID?.rawValue ?? Self.promotion(of: answer.entitlement)
                    ),
                    "purchase_date": Self.text(state?.period.startDate ?? answer.reason.startDate ?? answer.startDate),
                ]
            )
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    private var subscriptions: [String: JSONValue] {
        // Of several of one product the one that runs is shown, or the one that ran last.
        let states = account.subscriptions(asOf: now).sorted { left, right in
            guard left.state.hasAccess == right.state.hasAccess else { return left.state.hasAccess }
            return left.state.accessEndDate > right.state.accessEndDate
        }
        let bought = states.map { key, state -> (String, JSONValue) in
            let transaction = state.period.transaction
            let failed = state.renewalState == .inGracePeriod || state.renewalState == .inBillingRetryPeriod
            return (
                transaction.productID.rawValue,
                [
                    "auto_resume_date": .null,
                    "billing_issues_detected_at": failed ? Self.text(state.period.endDate) : .null,
                    "display_name": name(of: transaction.productID),
                    "expires_date": Self.text(state.period.endDate),
                    "grace_period_expires_date": Self.text(state.graceEndDate),
                    "is_sandbox": .bool(scope.environment != .production),
                    "original_purchase_date": Self.text(transaction.originalPurchaseDate),
                    "ownership_type": .string(transaction.ownership.rawValue),
                    "period_type": .string(Self.periodType(state.period.kind)),
                    "price": Self.price(transaction.charge),
                    "purchase_date": Self.text(transaction.purchaseDate),
                    "refunded_at": Self.text(transaction.withdrawal?.date),
                    "store": .string(RevenueCatEvent.store(transaction.store).lowercased()),
                    "store_transaction_id": .string(transaction.id.rawValue),
                    "unsubscribe_detected_at": Self.text(turnedOff(key)),
                ]
            )
        }
        return Dictionary(bought + granted, uniquingKeysWith: { first, _ in first })
    }

    /// What the team gave away, as subscriptions of a store of their own.
    private var granted: [(String, JSONValue)] {
        answers.filter { $0.reason.productID == nil }.map { answer in
            let start = answer.reason.startDate ?? answer.startDate
            return (
                Self.promotion(of: answer.entitlement),
                [
                    "auto_resume_date": .null,
                    "billing_issues_detected_at": .null,
                    "display_name": .string(answer.entitlement.rawValue),
                    "expires_date": Self.text(answer.isActive ? answer.endDate : answer.startDate),
                    "grace_period_expires_date": .null,
                    "is_sandbox": .bool(scope.environment != .production),
                    "original_purchase_date": Self.text(start),
                    "ownership_type": "PURCHASED",
                    "period_type": "normal",
                    "price": .null,
                    "purchase_date": Self.text(start),
                    "refunded_at": .null,
                    "store": "promotional",
                    "store_transaction_id": .null,
                    "unsubscribe_detected_at": .null,
                ]
            )
        }
    }

    /// When the renewal was turned off, if it is off: the first of the words that have said so since.
    private func turnedOff(_ key: LineageKey) -> Date? {
        let records = account.history(of: key)?.renewalRecords ?? []
        let saying = records.filter { $0.info.willAutoRenew != nil && $0.evidence.order.instant <= now }
        return saying.reversed().prefix { $0.info.willAutoRenew == false }.last?.evidence.order.instant
    }

    private func name(of product: ProductID) -> JSONValue { names[product].map(JSONValue.string) ?? .null }

    /// The product that represents what the team gives away.
    private static func promotion(of entitlement: EntitlementID) -> String { "rc_promo_\(entitlement)_custom" }

    private var nonSubscriptions: [String: JSONValue] {
        let purchases = account.ownedLineages(asOf: now).compactMap { account.history(of: $0) }
            .flatMap { $0.purchases.map(\.transaction) }
        return Dictionary(grouping: purchases, by: \.productID.rawValue).mapValues { same in
            .array(
                same.sorted { $0.purchaseDate < $1.purchaseDate }.map { transaction in
                    [
                        "id": .string(transaction.id.rawValue),
                        "display_name": name(of: transaction.productID),
                        "is_sandbox": .bool(scope.environment != .production),
                        "price": Self.price(transaction.charge),
                        "purchase_date": Self.text(transaction.purchaseDate),
                        "store": .string(RevenueCatEvent.store(transaction.store).lowercased()),
                        "store_transaction_id": .string(transaction.id.rawValue),
                    ]
                }
            )
        }
    }

    private static func periodType(_ kind: PeriodKind) -> String {
        switch kind {
        case .freeTrial: "trial"
        case .introductory: "intro"
        default: "normal"
        }
    }

    private static func price(_ price: Money?) -> JSONValue {
        guard let price else { return .null }
        return ["amount": .decimal(Decimal(price.milliunits) / 1000), "currency": .string(price.currency.rawValue)]
    }

    private static func text(_ date: Date?) -> JSONValue {
        date.map { .string($0.formatted(.iso8601)) } ?? .null
    }
}
