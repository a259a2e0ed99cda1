// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// The offers a purchase gets: the one of its first period, and one that follows it.
    ///
    /// An introductory offer comes automatically when the customer never had one in the group.
    func offers(
        of terms: SubscriptionTerms,
        for customer: Int,
        slot: Int?,
        _ options: PurchaseOptions,
        code: CodeOffer?
    ) throws -> [AppliedOffer] {
        let isNew = slot == nil
        let introductory = introductoryOffer(of: terms, for: customer, slot: slot, options)
        if let code {
            let offer = applied(code.offer, as: .offerCode, customer: customer)
            return isNew && code.isStackable ? [introductory, offer].compactMap(\.self) : [offer]
        }
        switch options.offer {
        case .promotional(let id, let signatureIsValid):
            guard let offer = terms.promotionalOffers.first(where: { $0.id == id }) else {
                throw SimulatorError(.invalidOfferIdentifier, "There is no promotional offer \"\(id)\".")
            }
            guard signatureIsValid else {
                throw SimulatorError(.invalidSignature, "The promotional offer's signature is not good; sign it again.")
            }
            guard !isNew else {
                throw SimulatorError(.ineligibleForOffer, "Only who is or was subscribed may have a promotional offer.")
            }
            return [applied(offer, as: .promotional, customer: customer)]
        case .winBack(let id):
            guard let offer = terms.winBackOffers.first(where: { $0.offer.id == id }) else {
                throw SimulatorError(.invalidOfferIdentifier, "There is no win-back offer \"\(id)\".")
            }
            guard let slot, winBackOffers(slot: slot)?.contains(id) == true else {
                throw SimulatorError(.ineligibleForOffer, "The customer may not have the win-back offer \"\(id)\".")
            }
            return [applied(offer.offer, as: .winBack, customer: customer)]
        case nil:
            return introductory.map { [$0] } ?? []
        }
    }

    /// The introductory offer, when the customer may have it; who is subscribed gets it with an upgrade only.
    private func introductoryOffer(
        of terms: SubscriptionTerms,
        for customer: Int,
        slot: Int?,
        _ options: PurchaseOptions
    ) -> AppliedOffer? {
        guard let offer = terms.introductoryOffer,
            slot.map({ !lineages[$0].isLive }) ?? true,
            options.introductoryEligibility ?? !customers[customer].usedIntroductoryGroups.contains(terms.group)
        else { return nil }
        return applied(offer, as: .introductory, customer: customer)
    }

    /// Remembers that a customer had an offer.
    mutating func use(_ offer: AppliedOffer, of group: SubscriptionGroupID, customer: Int) {
        switch offer.type {
        case .introductory: customers[customer].usedIntroductoryGroups.insert(group)
        case .winBack: customers[customer].lastWinBack = now
        default: break
        }
    }

    /// The win-back offers a lapsed customer may have, best first; nothing when there are none.
    func winBackOffers(slot: Int) -> [OfferID]? {
        let lineage = lineages[slot]
        guard lineage.phase == .expired, !lineage.isShared, let end = lineage.endDate,
            let product = productSlots[lineage.product],
            let offers = catalog.products[product].subscription?.winBackOffers, !offers.isEmpty
        else { return nil }
        let month = rate(of: lineage.customer).scaled(seconds: 30 * 86_400)
        let paid = lineage.service(by: now).paidSeconds / month
        let since = now.timeIntervalSince(end) / month
        let lastOffer = customers[lineage.customer].lastWinBack.map { now.timeIntervalSince($0) / month }
        let eligible = offers.filter { offer in
            // A calendar month may have 28 days only.
            offer.isEligible && paid >= Double(offer.minimumPaidMonths) * 28 / 30
                && since >= Double(offer.minimumMonthsSinceEnd)
                && offer.maximumMonthsSinceEnd.map { since <= Double($0) } ?? true
                && lastOffer.map { $0 >= Double(offer.monthsBetweenOffers) } ?? true
        }
        return eligible.isEmpty ? nil : eligible.map(\.offer.id)
    }
}
