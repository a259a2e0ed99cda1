// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// One difference whose class is to be found.
struct DivergenceQuestion {
    var comparison: ShadowComparison
    /// The account whose decision is Purser's answer.
    var account: CustomerAccount
    var own: EntitlementDecision
    var theirs: ProviderEntitlement?
    var owner: CustomerID?
    var instant: Date

    private var reason: Reason { own.reason }

    /// The purchase that decides.
    private var key: LineageKey? {
        guard let scope = reason.scope, let lineage = reason.lineage else { return nil }
        return LineageKey(scope: scope, lineage: lineage)
    }

    /// Its history.
    private var history: SubscriptionHistory? { key.flatMap { account.history(of: $0) } }

    /// Its periods, in the order of purchase; none for what is bought once.
    private var periods: [ServicePeriod] { history?.periods ?? [] }

    private var transaction: Transaction? {
        guard let id = reason.transactionID else { return nil }
        return history?.record(of: id)?.transaction
    }

    /// What Apple charged for the purchase or period that the two disagree on.
    ///
    /// Nothing where no one pays: for a grant, a seat, or a purchase that the family shares.
    var atStake: Money? {
        // The buyer of the group subscription paid for the seat, and keeps it.
        if reason.invitation != nil { return nil }
        if own.isActive, let transaction { return transaction.isSale ? transaction.charge : nil }
        if let id = theirs?.transaction, let record = record(of: id) {
            return record.transaction.isSale ? record.transaction.charge : nil
        }
        if theirs?.price == nil, let transaction { return transaction.isSale ? transaction.charge : nil }
        guard theirs?.isPromotional != true, theirs?.environment ?? .production == .production else { return nil }
        return theirs?.price
    }

    /// The class of a difference in some parts of the answer.
    func kind(of aspects: [Divergence.Aspect]) -> DivergenceKind {
        guard !aspects.contains(.entitled) else { return own.isActive ? missingKind : surplusKind }
        if aspects.contains(.environment) { return .sandbox }
        if aspects.contains(.product) { return productKind }
        if aspects.contains(.until) { return endKind }
        return .alias
    }

    // MARK: - Purser gives access, the provider does not

    private var missingKind: DivergenceKind {
        switch reason.rule {
        case .granted: return .grant
        case .seatClaimed: return .groupSeat
        case .convertedTime: return .conversion
        case .gracePeriod: return .gracePeriod
        case .awaitedRenewal: return .renewalLeeway
        default: break
        }
        if reason.ownership == .familyShared { return .familySharing }
        if theirs?.refundDate != nil { return .missedRefundReversal }
        if wasTransferred { return .transfer }
        if reason.rule == .lifetime { return isRecent(reason.startDate) ? .lateAtProvider : .lifetime }
        if let end = statedPeriodEnd, isFirstEnd(end) { return .extendedRenewal }
        if let product = theirs?.product, product != reason.productID, hasHad(product) { return lateOr(.planChange) }
        if let end = statedPeriodEnd, isEarlierEnd(end) { return lateOr(.missedRenewal) }
        if hasNoRenewal, endedEarly { return .endedAtCancellation }
        let isRenewal = periods.first.map { $0.transaction.id != reason.transactionID } ?? false
        guard theirs != nil, isRenewal else { return lateOr(.missedPurchase) }
        // A provider that states no dates shows only that it lacks the period.
        return statedPeriodEnd == nil ? lateOr(.missedRenewal) : .unexplained
    }

    /// Whether the deciding purchase was for another product before.
    private func hasHad(_ product: ProductID) -> Bool {
        (history?.transactions ?? []).contains { $0.transaction.productID == product }
    }

    /// Whether the purchase was another customer's first.
    private var wasTransferred: Bool {
        let steps = key.map { account.ownership(of: $0).steps } ?? []
        return steps.contains { $0.outcome == .transferred && $0.customer == account.customer }
    }

    /// Whether the customer turned renewal off in the deciding period.
    private var hasNoRenewal: Bool { history?.state(asOf: instant)?.willAutoRenew == false }

    /// Whether the provider ended access although it knows the paid period.
    private var endedEarly: Bool {
        guard let theirs else { return false }
        if theirs.cancellationDate != nil { return true }
        if let end = theirs.periodEndDate, end > instant { return true }
        return theirs.end == .unstated && !isRecent(reason.startDate)
    }

    // MARK: - The provider gives access, Purser does not

    private var surplusKind: DivergenceKind {
        if let environment = theirs?.environment, environment != comparison.environment { return .sandbox }
        if theirs?.environment == nil, isActiveInOtherEnvironment { return .sandbox }
        if theirs?.isPromotional == true { return .grant }
        if let kind = documentedSurplusKind { return kind }
        guard isKnownEntitlement else { return .unknownEntitlement }
        if isProviderAhead { return isRecent(theirs?.purchaseDate) ? .lateAtPurser : .unknownPurchase }
        switch reason.rule {
        case .billingRetry, .billingFailed: return .billingRetry
        case .expired, .canceled, .priceIncreaseRefused, .productUnavailable, .serviceTimeUsed: return endedKind
        default: return .unexplained
        }
    }

    /// The class where Purser's documents alone show why there is no access.
    private var documentedSurplusKind: DivergenceKind? {
        switch reason.rule {
        case .refunded, .refundedInPart: return isProviderAhead ? nil : lateOr(.missedRefund, since: reason.startDate)
        case .familySharingEnded: return .familySharing
        case .assignmentEnded, .seatReleased, .seatUnclaimed, .groupSubscriptionEnded: return .groupSeat
        case .convertedAway, .convertedTimeUsed: return .conversion
        case .graceIgnored: return .gracePeriod
        case .transferredAway: return .transfer
        case .ownedByAnotherCustomer, .unclaimed: return .alias
        case .sandboxRefused: return .sandbox
        case .grantEnded: return .grant
        case .movedToAnotherPlan: return isProviderAhead ? nil : lateOr(.planChange, since: reason.startDate)
        case .neverBought:
            if let owner, !comparison.identifiers.contains(owner) { return .alias }
            return theirs?.ownership == .familyShared ? .familySharing : nil
        default: return nil
        }
    }

    /// The class where a period is over by Apple's documents.
    private var endedKind: DivergenceKind {
        if own.isRenewalPending { return .lateAtPurser }
        if let end = theirs?.graceEndDate, end > instant { return .gracePeriod }
        if let id = theirs?.transaction, record(of: id) != nil, let end = statedPeriodEnd,
            let own = reason.startDate, comparison.isLater(end, than: own)
        {
            return .extendedRenewal
        }
        return lateOr(.missedExpiration, since: reason.startDate)
    }

    /// Whether the provider has a period that none of Purser's documents is about.
    private var isProviderAhead: Bool {
        if let id = theirs?.transaction { return record(of: id) == nil }
        if reason.rule == .neverBought { return true }
        guard let end = statedPeriodEnd, let bought = theirs?.purchaseDate, let last = transaction,
            let lastEnd = last.expirationDate
        else { return false }
        return comparison.isLater(bought, than: last.purchaseDate) && comparison.isLater(end, than: lastEnd)
    }

    private var isActiveInOtherEnvironment: Bool {
        comparison.otherAccounts.contains { $0.entitlement(own.entitlement, asOf: instant).isActive }
    }

    private var isKnownEntitlement: Bool {
        comparison.accounts.contains { account in
            account.catalogs.contains { catalog in
                catalog.entitlements.contains { $0.id == own.entitlement }
                    || catalog.products.contains { catalog.entitlements(of: $0.id).contains(own.entitlement) }
            }
        }
    }

    // MARK: - Both give access

    private var productKind: DivergenceKind {
        if theirs?.isPromotional == true || reason.rule == .granted { return .grant }
        if reason.rule == .lifetime { return .lifetime }
        if let id = theirs?.transaction, record(of: id) == nil {
            return isRecent(theirs?.purchaseDate) ? .lateAtPurser : .unknownPurchase
        }
        if reason.ownership == .familyShared { return .familySharing }
        if reason.rule == .convertedTime { return .conversion }
        return lateOr(.planChange)
    }

    private var endKind: DivergenceKind {
        guard let theirs else { return .unexplained }
        if own.endDate == nil || theirs.end == .never {
            return reason.rule == .granted || theirs.isPromotional ? .grant : .lifetime
        }
        switch reason.rule {
        case .gracePeriod: return .gracePeriod
        case .granted: return .grant
        case .convertedTime: return .conversion
        case .seatClaimed: return .groupSeat
        default: break
        }
        guard let end = theirs.end.date, let ownEnd = own.endDate else { return .endDate }
        if isFirstEnd(end) || isFirstEnd(theirs.periodEndDate ?? end) { return .extendedRenewal }
        if isEarlierEnd(end) { return lateOr(.missedRenewal) }
        if theirs.graceEndDate != nil { return .gracePeriod }
        guard comparison.isLater(end, than: ownEnd) else { return .endDate }
        if let id = theirs.transaction {
            guard record(of: id) == nil else { return .extendedRenewal }
            return isRecent(theirs.purchaseDate) ? .lateAtPurser : .unknownPurchase
        }
        return .endDate
    }

    // MARK: - Facts

    /// The end of the paid period as the provider states it.
    private var statedPeriodEnd: Date? { theirs?.periodEndDate ?? theirs?.end.date }

    /// Whether a date is the deciding period's end as it was before an extension.
    private func isFirstEnd(_ end: Date) -> Bool {
        guard let id = reason.transactionID,
            let period = periods.last(where: { $0.transaction.id == id }),
            period.extensionMilliseconds > 0, let first = period.firstExpirationDate
        else { return false }
        return comparison.isSame(first, end)
    }

    /// Whether a date is the end of a period before the deciding one, or before the last one that is paid for.
    private func isEarlierEnd(_ end: Date) -> Bool {
        guard let last = own.endDate else { return false }
        return periods.contains { period in
            comparison.isSame(period.expirationDate, end) && period.expirationDate < last
        }
    }

    private func record(of id: TransactionID) -> TransactionRecord? {
        for account in comparison.accounts {
            for key in account.lineageKeys {
                if let record = account.history(of: key)?.record(of: id) { return record }
            }
        }
        return nil
    }

    private func isRecent(_ date: Date?) -> Bool {
        date.map { instant.timeIntervalSince($0) < Double(comparison.policy.lateSeconds) } ?? false
    }

    /// The class, unless the change that the provider lacks is recent.
    private func lateOr(_ kind: DivergenceKind, since date: Date? = nil) -> DivergenceKind {
        isRecent(date ?? transaction?.purchaseDate ?? reason.startDate) ? .lateAtProvider : kind
    }
}
