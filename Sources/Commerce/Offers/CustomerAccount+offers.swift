// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

extension CustomerAccount {
    /// Whether the customer may have a group's introductory offer: once per group, ever.
    ///
    /// A purchase that was never proven to be the customer's says nothing of what the customer has had; see
    /// ``CommercePolicy/trustsUnprovenClaims``.
    ///
    /// - Parameters:
    ///   - group: The subscription group.
    ///   - scope: The app and environment.
    ///   - answer: What Apple said, when it was asked; it decides.
    ///   - instant: The instant.
    /// - Returns: The answer.
    public func introductoryOffer(
        of group: SubscriptionGroupID,
        in scope: AppScope,
        answeredByApple answer: Bool? = nil,
        asOf instant: Date
    ) -> OfferEligibility {
        if let answer { return OfferEligibility(isEligible: answer, ground: .answeredByApple) }
        let history = GroupHistory(self, group, in: scope, isProven: true, asOf: instant)
        if let used = history.periods.first(where: { $0.transaction.offer?.type == .introductory }) {
            return OfferEligibility(isEligible: false, ground: .alreadyIntroduced, evidence: [used.evidence])
        }
        return OfferEligibility(isEligible: true, ground: .neverIntroduced)
    }

    /// Whether the customer may have an offer of a product.
    ///
    /// - Parameters:
    ///   - offer: The offer.
    ///   - product: The product it belongs to.
    ///   - scope: The app and environment.
    ///   - answer: What Apple said about the group's introductory offer, when it was asked.
    ///   - instant: The instant.
    /// - Returns: The answer. A team may narrow it; Apple decides.
    public func offer(
        _ offer: CatalogOffer,
        of product: CatalogProduct,
        in scope: AppScope,
        answeredByApple answer: Bool? = nil,
        asOf instant: Date
    ) -> OfferEligibility {
        guard let group = product.groupID else {
            return OfferEligibility(isEligible: false, ground: .notForThisCustomer)
        }
        let history = GroupHistory(self, group, in: scope, asOf: instant)
        switch offer.type {
        case .introductory:
            return introductoryOffer(of: group, in: scope, answeredByApple: answer, asOf: instant)
        case .promotional: return promotional(history)
        case .offerCode: return offerCode(offer, history)
        case .winBack: return winBack(offer, group, in: scope, history, asOf: instant)
        default: return OfferEligibility(isEligible: false, ground: .notForThisCustomer)
        }
    }

    /// The price that the customer pays first: with the introductory offer while it may be had, else the product's.
    public func introductoryPrice(of product: CatalogProduct, in scope: AppScope, asOf instant: Date) -> Money? {
        guard let offer = product.introductoryOffer,
            self.offer(offer, of: product, in: scope, asOf: instant).isEligible
        else { return product.price }
        if offer.discount == .freeTrial {
            return product.price.map { Money(milliunits: 0, currency: $0.currency) }
        }
        return offer.price
    }

    private func promotional(_ history: GroupHistory) -> OfferEligibility {
        if let ongoing = history.ongoing {
            return OfferEligibility(isEligible: true, ground: .subscribesNow, evidence: ongoing)
        }
        if let last = history.periods.last {
            return OfferEligibility(isEligible: true, ground: .subscribedOnce, evidence: [last.evidence])
        }
        return OfferEligibility(isEligible: false, ground: .neverSubscribed)
    }

    private func offerCode(_ offer: CatalogOffer, _ history: GroupHistory) -> OfferEligibility {
        let found: (OfferCodeEligibility, OfferEligibility.Criterion, [Evidence])
        if let ongoing = history.ongoing {
            found = (.existing, .subscribesNow, ongoing)
        } else if let last = history.periods.last {
            found = (.expired, .subscribedOnce, [last.evidence])
        } else {
            found = (.new, .neverSubscribed, [])
        }
        let isEligible = offer.eligibility.isEmpty || offer.eligibility.contains(found.0)
        return OfferEligibility(
            isEligible: isEligible,
            ground: isEligible ? found.1 : .notForThisCustomer,
            evidence: found.2
        )
    }

    private func winBack(
        _ offer: CatalogOffer,
        _ group: SubscriptionGroupID,
        in scope: AppScope,
        _ history: GroupHistory,
        asOf instant: Date
    ) -> OfferEligibility {
        if let ongoing = history.ongoing {
            return OfferEligibility(isEligible: false, ground: .subscribesNow, evidence: ongoing)
        }
        guard let last = history.last else {
            return OfferEligibility(isEligible: false, ground: .neverSubscribed)
        }
        if let said = winBackStatement(group, in: scope, asOf: instant), let id = offer.id {
            let isEligible = said.info.eligibleWinBackOfferIDs.contains(id)
            return OfferEligibility(isEligible: isEligible, ground: .answeredByApple, evidence: [said.evidence])
        }
        guard let rule = offer.winBackRule else {
            return OfferEligibility(isEligible: true, ground: .subscribedOnce, evidence: [last.evidence])
        }
        let ground = rule.ground(for: history, endedAt: last.endDate, asOf: instant)
        return OfferEligibility(isEligible: ground == .conditionsMet, ground: ground, evidence: [last.evidence])
    }

    /// Apple's own list of win-back offers, when a renewal info since the end of the subscription carries one.
    private func winBackStatement(
        _ group: SubscriptionGroupID,
        in scope: AppScope,
        asOf instant: Date
    ) -> RenewalRecord? {
        let parts = ownedLineages(asOf: instant).filter { $0.scope == scope }.compactMap { key -> RenewalRecord? in
            guard let history = lineages[key]?.history, let part = history.renewalRecord(asOf: instant),
                index.product(part.info.productID, in: scope)?.groupID == group
            else { return nil }
            return part.info.eligibleWinBackOfferIDs.isEmpty ? nil : part
        }
        return parts.max { $0.evidence.order < $1.evidence.order }
    }
}

extension WinBackRule {
    /// Which condition of the rule is not met, or that all are.
    func ground(for history: GroupHistory, endedAt end: Date, asOf instant: Date) -> OfferEligibility.Criterion {
        if history.paidMonths < minimumPaidMonths { return .paidTooShort }
        let since = GroupHistory.months(from: end, to: instant)
        if since < minimumMonthsSinceLast { return .endedTooRecently }
        if let limit = maximumMonthsSinceLast, since > limit { return .endedTooLongAgo }
        if let wait = monthsBetweenOffers,
            let before = history.periods.last(where: { $0.transaction.offer?.type == .winBack }),
            GroupHistory.months(from: before.startDate, to: instant) < wait
        {
            return .wonBackTooRecently
        }
        return .conditionsMet
    }
}
