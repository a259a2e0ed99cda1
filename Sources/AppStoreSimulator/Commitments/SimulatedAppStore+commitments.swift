// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// How a purchase is billed; nothing for a product that is billed in one way only.
    ///
    /// - Throws: A ``SimulatorError`` when the product is not sold month by month to the customer.
    func billingPlan(
        _ options: PurchaseOptions,
        of product: CatalogProduct,
        for customer: Int
    ) throws -> BillingPlanType? {
        guard let plan = options.billingPlan else {
            return product.subscription?.commitment == nil ? nil : .billedUpfront
        }
        if plan == .billedUpfront { return product.subscription?.commitment == nil ? nil : .billedUpfront }
        guard plan == .monthly else {
            throw SimulatorError(.productUnavailable, "\"\(product.id)\" has no billing plan \(plan).")
        }
        let profile = customers[customer].profile
        // A test file has the storefront that its author chose.
        let isSoldHere =
            profile.environment == .xcode || profile.environment == .localTesting
            || !CommitmentTerms.storefrontsWithout.contains(profile.storefront)
        guard product.subscription?.commitment != nil, isSoldHere else {
            throw SimulatorError(
                .productUnavailable,
                "\"\(product.id)\" is not sold with monthly billing in \(profile.storefront)."
            )
        }
        return .monthly
    }

    /// Refuses an offer that is asked for together with monthly billing: the catalog has those of whole periods only.
    func checkOffers(_ options: PurchaseOptions, _ code: CodeOffer?, _ plan: BillingPlanType?) throws {
        guard plan != .monthly || options.offer == nil && code == nil else {
            throw SimulatorError(.invalidOfferIdentifier, "Monthly billing has no such offer.")
        }
    }

    /// The price of a period, or of a month where the period is paid month by month.
    func price(of product: CatalogProduct, _ plan: BillingPlanType?, in storefront: Storefront) -> Int64 {
        let monthly = plan == .monthly ? product.subscription?.commitment?.monthlyPrice : nil
        return catalog.price(monthly ?? product.price, in: storefront)
    }

    /// The terms of a period that is a month of a commitment, where it is one.
    func forPlan(_ terms: NextPeriodTerms, _ plan: BillingPlanType?) -> NextPeriodTerms {
        guard plan == .monthly else { return terms }
        var terms = terms
        terms.period = .month
        terms.commitment = RunningCommitment(
            number: 1,
            total: CommitmentTerms.months,
            expires: now,
            monthlyPrice: terms.price
        )
        return terms
    }

    /// The terms of a commitment's next month; nothing outside one, and after its last month.
    func nextMonth(of lineage: Lineage) -> NextPeriodTerms? {
        guard var commitment = lineage.commitment, !commitment.isInLastMonth else { return nil }
        commitment.number += 1
        var terms = NextPeriodTerms(product: lineage.product, period: .month, price: commitment.monthlyPrice)
        terms.commitment = commitment
        return terms
    }

    /// Enters a period's commitment before its transaction is made: when it ends, and whether anything follows it.
    mutating func enterCommitment(_ slot: Int, _ terms: NextPeriodTerms, from start: Date) {
        guard var commitment = terms.commitment else {
            lineages[slot].commitment = nil
            return
        }
        if commitment.number == 1 {
            commitment.expires = rate(of: lineages[slot].customer).end(
                of: BillingPeriod(commitment.total, .month),
                from: start,
                anchorDay: lineages[slot].anchorDay
            )
        } else if start > lineages[slot].expires {
            commitment.expires += start.timeIntervalSince(lineages[slot].expires)
        }
        lineages[slot].commitment = commitment
        if commitment.isInLastMonth, !commitment.renews { lineages[slot].willRenew = false }
    }

    /// The customer cancels a commitment, or restores it: its months are charged to the end either way.
    mutating func setCommitmentRenewal(_ slot: Int, on: Bool) {
        guard let commitment = lineages[slot].commitment, commitment.renews != on else { return }
        lineages[slot].commitment?.renews = on
        lineages[slot].renewalStatusChangeDate = now
        if commitment.isInLastMonth { lineages[slot].willRenew = on }
        notify(on ? .renewalTurnedOn : .renewalTurnedOff, slot: slot)
        plan(slot)
    }

    /// What a renewal info says of the commitment at hand.
    func commitmentInfo(of lineage: Lineage) -> RenewalCommitmentInfo? {
        guard let commitment = lineage.commitment, !lineage.isShared else { return nil }
        let isMonthly = lineage.renewalPlan == .monthly
        return RenewalCommitmentInfo(
            commitmentAutoRenewProductId: lineage.renewalProduct,
            commitmentAutoRenewStatus: commitment.renews ? .on : .off,
            commitmentRenewalBillingPlanType: lineage.renewalPlan,
            commitmentRenewalDate: commitment.expires,
            commitmentRenewalPrice: isMonthly ? lineage.renewalPrice * Int64(commitment.total) : lineage.renewalPrice
        )
    }
}
