// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// The status of a purchase's transaction history, as it was last looked at: what is reported next depends on what was
/// reported before.
package struct ReportedLineageState: Hashable, Sendable, Codable {
    /// A stage of a subscription's transaction history.
    package enum Phase: String, Hashable, Sendable, Codable {
        case subscribed
        case awaitingRenewal
        case inGracePeriod
        case inBillingRetry
        case expired
        case revoked
        /// A one-time purchase has no phases.
        case single
    }

    package var phase: Phase
    package var product: ProductID?
    package var transaction: TransactionID?
    package var expires: Date?
    package var willAutoRenew: Bool?
    package var nextProduct: ProductID?
    /// Why it ended, by the rule's name.
    package var rule: Rule?

    package init(_ history: SubscriptionHistory, asOf now: Date) {
        let last = history.latestTransaction?.transaction
        guard let state = history.state(asOf: now) else {
            phase = .single
            product = last?.productID
            transaction = last?.id
            return
        }
        phase = Phase(state)
        product = state.period.transaction.productID
        transaction = state.period.transaction.id
        expires = state.period.endDate
        willAutoRenew = state.willAutoRenew
        nextProduct = state.nextRenewal.flatMap { $0.isPlanChange ? $0.productID : nil }
        rule = state.reason.rule
    }
}

extension ReportedLineageState.Phase {
    package init(_ state: SubscriptionState) {
        switch state.renewalState {
        case .subscribed: self = .subscribed
        case .inGracePeriod: self = .inGracePeriod
        case .inBillingRetryPeriod: self = .inBillingRetry
        case .revoked: self = .revoked
        case .expired: self = state.isRenewalPending ? .awaitingRenewal : .expired
        }
    }
}

extension ReportedLineageState {
    /// When a subscription's state changes automatically, if nothing else becomes known.
    package static func nextChange(of history: SubscriptionHistory, after now: Date) -> Date? {
        guard let state = history.state(asOf: now) else {
            // Apple's clock may be ahead: what it reported begins in a moment.
            return history.transactions.lazy.map(\.transaction)
                .filter { $0.expirationDate != nil && $0.purchaseDate > now }
                .map(\.purchaseDate).min()
        }
        switch Phase(state) {
        case .subscribed: return state.period.endDate
        case .awaitingRenewal:
            return state.period.endDate.adding(milliseconds: history.awaitedMilliseconds)
        case .inGracePeriod: return state.graceEndDate
        case .inBillingRetry: return state.retryEndDate
        case .expired, .revoked, .single: return nil
        }
    }
}

extension ReportedLineageState: DirectJSONEncodable, DirectJSONDecodable {
    package func write(to json: inout JSONWriter) {
        json.member("expires", expires)
        json.member("nextProduct", nextProduct)
        json.member("phase", phase.rawValue)
        json.member("product", product)
        json.member("rule", rule)
        json.member("transaction", transaction)
        json.member("willAutoRenew", willAutoRenew)
    }

    package init(_ object: JSONReader) throws {
        expires = try object.date("expires")
        nextProduct = try object.wire("nextProduct")
        phase = try object.required(object.text("phase").flatMap(Phase.init(rawValue:)))
        product = try object.wire("product")
        rule = try object.wire("rule")
        transaction = try object.wire("transaction")
        willAutoRenew = try object.boolean("willAutoRenew")
    }
}
