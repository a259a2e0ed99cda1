// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SubscriptionHistory {
    /// Why a period gives access.
    func reason(coveredBy period: ServicePeriod) -> Reason {
        let rule: Rule
        if period.extensionMilliseconds > 0 {
            rule = .extendedPeriod
        } else {
            switch period.kind {
            case .standard: rule = .paidPeriod
            case .freeTrial: rule = .freeTrial
            case .introductory, .promotional, .offerCode, .winBack, .retention, .freeRetention, .otherOffer:
                rule = .offerPeriod
            }
        }
        var reason = reason(rule, period, nil)
        reason.startDate = period.startDate
        reason.endDate = period.endDate
        return reason
    }

    /// Why a withdrawn period gives none.
    func reason(withdrawn period: ServicePeriod) -> Reason {
        let revocation = period.transaction.revocation
        var reason = reason(rule(of: revocation, ownership: period.transaction.ownership), period, nil)
        reason.startDate = revocation?.date
        return reason
    }

    /// The rule that a revocation's kind names.
    func rule(of revocation: Revocation?, ownership: InAppOwnershipType) -> Rule {
        switch revocation?.type {
        case .familyRevoke?: .familySharingEnded
        case .assignmentRevoke?: .assignmentEnded
        case .refundProrated?: .refundedInPart
        case .refundFull?: .refunded
        default:
            switch ownership {
            case .familyShared: .familySharingEnded
            case .assigned: .assignmentEnded
            default: .refunded
            }
        }
    }

    /// Why a period that is over gives none.
    func reason(_ rule: Rule, ended period: ServicePeriod, _ renewal: RenewalRecord? = nil) -> Reason {
        var reason = reason(rule, period, renewal)
        reason.startDate = period.endDate
        return reason
    }

    /// The rule that an expiration intent names.
    func rule(ofEnd info: RenewalInfo) -> Rule {
        switch info.expirationIntent {
        case .canceled?: .canceled
        case .billingError?: .billingFailed
        case .priceIncreaseNotConsented?: .priceIncreaseRefused
        case .productUnavailable?: .productUnavailable
        default:
            if info.isInBillingRetryPeriod {
                .billingFailed
            } else {
                info.willAutoRenew == false ? .canceled : .expired
            }
        }
    }

    /// Why the last period of some products gives no more, where another product's came after it; nothing when none had
    /// begun.
    ///
    /// What ended before the other plan was bought keeps the reason of its end.
    func reasonLeft(asOf instant: Date, where counts: (ProductID) -> Bool) -> Reason? {
        let place = entries.indices.prefix(lastPlace(boughtBy: instant) + 1).last { place in
            let entry = entries[place]
            return entry.expirationDate != nil && counts(entry.record.productID) && !isSuperseded(place)
        }
        guard let place, let period = period(place) else { return nil }
        if period.isWithdrawn { return reason(withdrawn: period) }
        var reason = reason(.movedToAnotherPlan, ended: period)
        guard period.ending == .expiration, let next = nextStart(after: place),
            let before = state(asOf: next.addingTimeInterval(-0.001)),
            before.period.transaction.id == period.transaction.id
        else { return reason }
        if before.renewalState == .expired, !before.isRenewalPending { return before.reason }
        reason.startDate = before.hasAccess ? next : before.accessEndDate
        return reason
    }

    private func reason(_ rule: Rule, _ period: ServicePeriod, _ renewal: RenewalRecord?) -> Reason {
        let transaction = period.transaction
        return Reason(
            rule: rule,
            lineage: lineage,
            transactionID: transaction.id,
            productID: transaction.productID,
            ownership: transaction.ownership,
            evidence: (renewal.map { [$0.evidence] } ?? []) + [period.evidence]
        )
    }
}
