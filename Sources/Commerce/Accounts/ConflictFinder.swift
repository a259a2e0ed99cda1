// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Finds what a customer pays for twice at an instant.
public struct ConflictFinder {
    /// Something that gives an entitlement at the instant.
    private struct Holding {
        var key: LineageKey
        var state: SubscriptionState?
        var reason: Reason

        var isFamily: Bool { reason.ownership?.isSale == false || reason.seatClaim != nil }
        var end: Date { reason.endDate ?? .distantFuture }
    }

    private let account: CustomerAccount
    private let instant: Date
    private let timeline: AccountTimeline

    /// Looks at an account as of an instant.
    public init(_ account: CustomerAccount, asOf instant: Date) {
        self.init(account, asOf: instant, AccountTimeline(account, asOf: instant))
    }

    /// The same, where the account's timeline is known already.
    init(_ account: CustomerAccount, asOf instant: Date, _ timeline: AccountTimeline) {
        self.account = account
        self.instant = instant
        self.timeline = timeline
    }

    /// What the customer pays for twice.
    public var conflicts: [Conflict] {
        account.knownEntitlements(in: timeline).flatMap { entitlement in
            conflicts(in: account.spans(of: entitlement, timeline), giving: entitlement)
        }
    }

    /// What buying a product now would give twice: for a warning before the purchase.
    ///
    /// - Parameters:
    ///   - product: The product that is about to be bought.
    ///   - scope: The app and environment.
    /// - Returns: What gives one of its entitlements already; a change of plan inside a group is not a conflict.
    public func conflicts(buying product: ProductID, in scope: AppScope) -> [Conflict] {
        guard let wanted = account.index.product(product, in: scope) else { return [] }
        let isForEver = wanted.type == .nonConsumable
        return account.index.entitlements(product, in: scope).sorted().flatMap { entitlement in
            holdings(in: account.spans(of: entitlement, timeline)).compactMap { holding -> Conflict? in
                let known = holding.reason.productID.flatMap { account.index.product($0, in: holding.key.scope) }
                let isSameGroup =
                    wanted.groupID != nil && known?.groupID == wanted.groupID
                    && holding.key.scope == scope && !holding.isFamily
                if isSameGroup { return nil }
                let new = Reason(rule: isForEver ? .lifetime : .paidPeriod, scope: scope, productID: product)
                let isSubscription = holding.state != nil
                if isForEver, isSubscription { return conflict(entitlement, keptPurchase: new, holding) }
                guard wanted.type == .autoRenewableSubscription else { return nil }
                return Conflict(
                    kind: isSubscription
                        ? holding.isFamily ? .ownAndFamily : .twoSubscriptions : .lifetimeAndSubscription,
                    entitlement: entitlement,
                    keptPurchase: holding.reason,
                    redundantPurchase: new,
                    advice: []
                )
            }
        }
    }

    /// What some times of an entitlement give twice.
    func conflicts(in spans: [AccessSpan], giving entitlement: EntitlementID) -> [Conflict] {
        conflicts(of: holdings(in: spans), entitlement)
    }

    private func holdings(in spans: [AccessSpan]) -> [Holding] {
        spans.filter { $0.covers(instant) }.compactMap { span in
            switch span.origin {
            case .period(let key, _), .afterPeriod(let key, _):
                let state = account.lineages[key]?.history.state(asOf: instant)
                return Holding(key: key, state: state, reason: account.reason(of: span, timeline))
            case .purchase(let key, _):
                return Holding(key: key, state: nil, reason: account.reason(of: span, timeline))
            case .seat(let seat):
                let state = account.lineages[seat.key]?.history.state(asOf: instant)
                return Holding(key: seat.key, state: state, reason: account.reason(of: span, timeline))
            case .credit, .grant: return nil
            }
        }
    }

    private func conflicts(of holdings: [Holding], _ entitlement: EntitlementID) -> [Conflict] {
        let lifetime = holdings.first { $0.state == nil }
        let paid = holdings.filter { $0.state != nil && !$0.isFamily }
        if let lifetime {
            return paid.map { conflict(entitlement, keptPurchase: lifetime.reason, $0) }
        }
        var found: [Conflict] = []
        if let family = holdings.first(where: { $0.state != nil && $0.isFamily }) {
            found += paid.map { conflict(entitlement, keptPurchase: family.reason, $0, kind: .ownAndFamily) }
        }
        // The one that lasts longest is the one to stay.
        let maximum = paid.sorted { $0.end > $1.end }
        if let stored = maximum.first {
            found += maximum.dropFirst().map {
                conflict(entitlement, keptPurchase: stored.reason, $0, kind: .twoSubscriptions)
            }
        }
        return found
    }

    private func conflict(
        _ entitlement: EntitlementID,
        keptPurchase: Reason,
        _ redundantPurchase: Holding,
        kind: Conflict.Kind = .lifetimeAndSubscription
    ) -> Conflict {
        let next = redundantPurchase.state?.nextRenewal
        let first: Conflict.Advice =
            redundantPurchase.state?.willAutoRenew == false ? .letItRunOut : .turnOffRenewal
        // Apple refunds what Apple sold.
        let refund: [Conflict.Advice] = redundantPurchase.key.lineage.isOfAppStore ? [.askForRefund] : []
        return Conflict(
            kind: kind,
            entitlement: entitlement,
            keptPurchase: keptPurchase,
            redundantPurchase: redundantPurchase.reason,
            nextChargeDate: next?.date,
            advice: [first] + refund
        )
    }
}
