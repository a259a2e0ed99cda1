// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// What a subscription was before a period began, for the names of events.
struct FormerPeriod: Hashable, Sendable, Codable {
    var product: ProductID
    var offer: AppliedOffer?
    var phase: Lineage.Phase
    var endDate: Date?
}

extension SimulatedAppStore {
    /// Writes an event of a production subscription for the report.
    mutating func report(_ happening: SimulatedEvent, slot: Int, former: FormerPeriod?) {
        let lineage = lineages[slot]
        let profile = customers[lineage.customer].profile
        guard profile.environment == .production, !lineage.isShared, lineage.bundle == nil,
            let name = eventName(happening, lineage, former)
        else { return }
        let isEnd = if case .ended = happening { true } else { false }
        let isBack = if case .subscribed(isFirst: false, _) = happening { true } else { false }
        let offer = lineage.runningOffer
        effects.subscriptionEvents.append(
            SubscriptionEvent(
                date: isEnd ? lineage.expires : now,
                name: name,
                product: lineage.product,
                previousProduct: former.flatMap { $0.product == lineage.product ? nil : $0.product },
                storefront: profile.storefront,
                offerType: offer?.type,
                offer: offer?.id,
                offerMode: offer?.mode,
                offerPeriod: offer?.wholePeriod.iso8601,
                consecutivePaidPeriods: lineage.consecutivePaidPeriods,
                originalStartDate: lineage.originalPurchaseDate,
                hasPreservedPrice: hasPreservedPrice(lineage),
                earnsHigherRate: lineage.earnsHigherRate,
                cancellationReason: isEnd ? reason(of: happening) : nil,
                daysBeforeCanceling: isEnd ? days(from: lineage.recentStart, to: lineage.expires) : nil,
                daysCanceled: isBack ? former?.endDate.map { days(from: $0, to: now) } : nil
            )
        )
    }

    func hasPreservedPrice(_ lineage: Lineage) -> Bool {
        guard let product = productSlots[lineage.product], lineage.product == lineage.renewalProduct else {
            return false
        }
        let present = catalog.price(catalog.products[product].price, in: storefront(of: lineage.customer))
        return lineage.increase == nil && lineage.renewalPrice < present
    }

    private func days(from start: Date, to end: Date) -> Int {
        max(0, Int(end.timeIntervalSince(start) / 86_400))
    }

    private func eventName(_ happening: SimulatedEvent, _ lineage: Lineage, _ former: FormerPeriod?) -> String? {
        switch happening {
        case .subscribed(let isFirst, _):
            return isFirst
                ? lineage.runningOffer.map { "Start \($0.title)" } ?? "Subscribe"
                : lineage.runningOffer.map { "Reactivate with \($0.title)" } ?? "Reactivate"
        case .renewed, .upgraded, .upgradedWithOffer:
            return renewalName(lineage, former)
        case .recovered:
            return former?.phase == .grace ? "Renewal from Grace Period" : "Renewal from Billing Retry"
        case .offerRedeemed, .planChangeQueuedWithOffer:
            return lineage.queuedOffer.map { "Start \($0.title)" }
        case .renewalFailed(let inGrace):
            let source = lineage.runningOffer.map(\.title) ?? "Paid Subscription"
            return (inGrace ? "Grace Period from " : "Billing Retry from ") + source
        case .graceEnded:
            return "Billing Retry from Grace Period"
        case .ended:
            switch former?.phase {
            case .retry: return "Canceled from Billing Retry"
            case .grace: return "Canceled from Billing Grace Period"
            default: return lineage.wasExtended ? "Canceled After Renewal Extension" : "Cancel"
            }
        case .refunded: return "Refund"
        case .extended: return "Renewal Extension"
        default: return nil
        }
    }

    private func renewalName(_ lineage: Lineage, _ former: FormerPeriod?) -> String? {
        guard let former else { return "Renew" }
        let source = former.offer.map { " from \($0.title)" } ?? ""
        if former.product != lineage.product { return change(from: former.product, to: lineage.product) + source }
        if former.offer != nil, lineage.runningOffer == nil { return "Paid Subscription" + source }
        return "Renew"
    }

    private func change(from old: ProductID, to new: ProductID) -> String {
        guard let before = level(of: old), let after = level(of: new), before != after else { return "Crossgrade" }
        return after < before ? "Upgrade" : "Downgrade"
    }

    private func level(of product: ProductID) -> Int? {
        productSlots[product].flatMap { catalog.products[$0].subscription?.level }
    }

    private func reason(of happening: SimulatedEvent) -> String? {
        guard case .ended(let ending) = happening else { return nil }
        return switch ending {
        case .voluntary: "Canceled"
        case .billing: "Billing issue"
        case .priceIncrease: "Price increase"
        case .productNotForSale: "Removed from Sale"
        case .other, .unbundled: "Other"
        }
    }
}

extension AppliedOffer {
    /// The offer's kind as the names of events have it.
    var title: String {
        switch type {
        case .introductory: "Introductory Offer"
        case .promotional: "Promotional Offer"
        case .winBack: "Win-Back Offer"
        default: "Offer Code"
        }
    }
}
