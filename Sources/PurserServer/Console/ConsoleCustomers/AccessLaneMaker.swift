// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials

/// Puts what gave a customer access on the lanes of the page, by the same histories that decide.
struct AccessLaneMaker {
    let now: Date
    let environment: PageContext.Scope

    /// How many lanes and spans are drawn at most.
    private static let maximumLanes = 30
    private static let maximumSpans = 400

    func add(
        _ key: LineageKey,
        _ history: SubscriptionHistory,
        _ state: SubscriptionState?,
        to page: inout CustomerPage
    ) {
        guard page.lanes.count < Self.maximumLanes else { return }
        let periods = history.periods
        if periods.isEmpty {
            addPurchases(history, to: &page)
            return
        }
        var spans = periods.suffix(Self.maximumSpans).filter { $0.startDate < $0.endDate || $0.isUndone }.map {
            period in
            let kind: AccessLane.Span.Kind = period.isWithdrawn ? .refunded : period.kind.isPaid ? .paid : .trial
            let end = period.isUndone ? max(period.endDate, period.expirationDate) : period.endDate
            return AccessLane.Span(kind, period.startDate, end, plan: period.transaction.productID.rawValue)
        }
        for lapse in history.lapses {
            let grace = lapse.graceEndDate ?? lapse.startDate
            if grace > lapse.startDate { spans.append(.init(.grace, lapse.startDate, grace)) }
            if lapse.endDate > grace { spans.append(.init(.lapsed, grace, lapse.endDate)) }
        }
        if let state { addEnd(of: state, to: &spans) }
        let name = periods.last?.transaction.productID.rawValue ?? key.lineage.rawValue
        let lane = AccessLane(
            name: Self.short(name),
            detail: environment.environment == "Production" ? key.lineage.rawValue : environment.environment,
            spans: spans.sorted { $0.start < $1.start }
        )
        page.lanes.append(lane)
        guard let state else { return }
        let next = state.nextRenewal
        if state.hasAccess, page.summary.next.map({ $0 > state.nextRenewalDate }) ?? true {
            page.summary.next = next?.date ?? state.accessEndDate
            page.summary.renews = state.willAutoRenew ?? false
            page.summary.nextPrice = next?.price.map { CustomerPage.Amount($0.milliunits, $0.currency.rawValue) }
        }
    }

    /// What comes after the last period: grace, nothing, or a period to come.
    private func addEnd(of state: SubscriptionState, to spans: inout [AccessLane.Span]) {
        let end = state.period.endDate
        if let grace = state.graceEndDate, grace > end {
            spans.append(.init(.grace, end, grace))
            if grace < now { spans.append(.init(.lapsed, grace, now)) }
        } else if state.renewalState == .inBillingRetryPeriod, end < now {
            spans.append(.init(.lapsed, end, now))
        }
        if let next = state.nextRenewal, state.willAutoRenew ?? false, next.date >= now {
            let length = max(state.period.expirationDate.timeIntervalSince(state.period.startDate), 86_400)
            spans.append(.init(.future, next.date, next.date.addingTimeInterval(length), plan: next.productID.rawValue))
        }
    }

    /// What was bought once: for good, until it was refunded.
    private func addPurchases(_ history: SubscriptionHistory, to page: inout CustomerPage) {
        let spans = history.transactions.suffix(Self.maximumSpans).compactMap { record -> AccessLane.Span? in
            let transaction = record.transaction
            guard transaction.productType != .consumable else { return nil }
            guard let revoked = transaction.revocation?.date else {
                return AccessLane.Span(.once, transaction.purchaseDate, transaction.expirationDate)
            }
            return AccessLane.Span(.refunded, transaction.purchaseDate, revoked)
        }
        guard !spans.isEmpty, let product = history.transactions.last?.transaction.productID else { return }
        page.lanes.append(
            AccessLane(name: Self.short(product.rawValue), detail: environment.environment, spans: spans)
        )
    }

    /// What the team granted.
    func add(_ account: CustomerAccount, to page: inout CustomerPage) {
        var grants: [EntitlementID: [AccessLane.Span]] = [:]
        for entitlement in account.knownEntitlements(asOf: now) {
            for span in account.spans(of: entitlement, asOf: now) {
                guard case .grant = span.origin else { continue }
                grants[entitlement, default: []].append(.init(.grant, span.startDate, span.endDate))
            }
        }
        for (entitlement, spans) in grants.sorted(by: { $0.key < $1.key }) where page.lanes.count < Self.maximumLanes {
            page.lanes.append(AccessLane(name: entitlement.rawValue, detail: environment.environment, spans: spans))
        }
    }

    /// The last parts of an identifier: they tell products from each other.
    private static func short(_ name: String) -> String {
        let parts = name.split(separator: ".")
        return parts.count > 2 ? parts.suffix(2).joined(separator: ".") : name
    }
}
