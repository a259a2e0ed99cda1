// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Reads a subscriber as RevenueCat's first API answers.
///
/// <https://www.revenuecat.com/docs/api-v1#tag/customers>
public struct RevenueCatReader: Hashable, Sendable {
    /// Purser's names of the entitlements that are named otherwise there.
    public var names: [String: EntitlementID]

    /// Makes a reader.
    public init(names: [String: EntitlementID] = [:]) {
        self.names = names
    }

    /// Reads an answer.
    ///
    /// An entitlement ends with its period or, when that is later, with its grace period.
    ///
    /// - Parameters:
    ///   - json: The body.
    ///   - instant: When it was answered.
    /// - Returns: The answer.
    /// - Throws: What cannot be read.
    public func answer(_ json: JSONValue, asOf instant: Date) throws(ProviderAnswerError) -> ProviderAnswer {
        guard let subscriber = json["subscriber"] else { throw ProviderAnswerError(.missing, "subscriber") }
        guard case .object(let entitlements)? = subscriber["entitlements"] else {
            throw ProviderAnswerError(.missing, "subscriber.entitlements")
        }
        var read: [ProviderEntitlement] = []
        for name in entitlements.keys.sorted().prefix(ProviderAnswer.maximumEntitlements) {
            guard let value = entitlements[name] else { continue }
            read.append(try entitlement(name, value, of: subscriber, asOf: instant))
        }
        let owner = subscriber["original_app_user_id"]?.string
        return ProviderAnswer(
            // The first identifier of a customer is often the device's; it names no one.
            owner: owner.flatMap { $0.hasPrefix(Self.anonymousPrefix) ? nil : CustomerID(rawValue: $0) },
            entitlements: read
        )
    }

    private static let anonymousPrefix = "$RCAnonymousID:"

    private func entitlement(
        _ name: String,
        _ value: JSONValue,
        of subscriber: JSONValue,
        asOf instant: Date
    ) throws(ProviderAnswerError) -> ProviderEntitlement {
        let product = value["product_identifier"]?.string
        let purchase = product.flatMap { self.purchase(of: $0, in: subscriber) }
        let expires = try Self.date("expires_date", in: value)
        let grace = try Self.date("grace_period_expires_date", in: value)
        let end = expires.map { max($0, grace ?? $0) }
        let store = purchase?["store"]?.string?.lowercased()
        let ownership = purchase?["ownership_type"]?.string
        let isPromotional = store == "promotional" || product?.hasPrefix("rc_promo_") == true
        let isApple = store == nil || store == "app_store" || store == "mac_app_store"
        return ProviderEntitlement(
            id: names[name] ?? EntitlementID(rawValue: name),
            isEntitled: end.map { $0 > instant } ?? true,
            end: end.map { .date($0) } ?? .never,
            periodEndDate: expires,
            product: isPromotional ? nil : product.map(ProductID.init(rawValue:)),
            transaction: isApple ? Self.transaction(purchase) : nil,
            environment: Self.environment(purchase),
            ownership: ownership.map(InAppOwnershipType.init(rawValue:)),
            isPromotional: isPromotional,
            purchaseDate: try Self.date("purchase_date", in: value),
            graceEndDate: grace,
            refundDate: try Self.date("refunded_at", in: purchase),
            billingIssueDate: try Self.date("billing_issues_detected_at", in: purchase),
            cancellationDate: try Self.date("unsubscribe_detected_at", in: purchase),
            price: Self.price(purchase)
        )
    }

    /// The subscription of a product, or its last one-time purchase.
    private func purchase(of product: String, in subscriber: JSONValue) -> JSONValue? {
        subscriber["subscriptions"]?[product] ?? subscriber["non_subscriptions"]?[product]?.array?.last
    }

    /// The samples of the documentation have it as a number and as a text.
    private static func transaction(_ purchase: JSONValue?) -> TransactionID? {
        let value = purchase?["store_transaction_id"]
        return (value?.string ?? value?.integer.map { String($0) }).map(TransactionID.init(rawValue:))
    }

    private static func environment(_ purchase: JSONValue?) -> Environment? {
        guard let isSandbox = purchase?["is_sandbox"]?.bool else { return nil }
        return isSandbox ? .sandbox : .production
    }

    private static func price(_ purchase: JSONValue?) -> Money? {
        guard let price = purchase?["price"], let currency = price["currency"]?.string else { return nil }
        switch price["amount"] {
        case .integer(let amount): return Money(decimal: "\(amount)", currency: Currency(rawValue: currency))
        case .decimal(let amount): return Money(decimal: "\(amount)", currency: Currency(rawValue: currency))
        default: return nil
        }
    }

    private static func date(_ name: String, in value: JSONValue?) throws(ProviderAnswerError) -> Date? {
        switch value?[name] {
        case nil, .null?: return nil
        case .string(let text)?:
            if let date = ProviderDate.read(text) { return date }
        default: break
        }
        throw ProviderAnswerError(.invalid, name)
    }
}
