// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

extension CustomerAccount {
    /// The spans of the subscriptions and lifetime purchases whose products fulfill a condition, sorted by beginning.
    ///
    /// - Parameters:
    ///   - keys: The purchases that count.
    ///   - cuts: Until when a purchase counts that was converted away.
    ///   - counts: Whether a product counts.
    /// - Returns: The spans; those of one subscription never overlap.
    func fixedSpans(
        of keys: [LineageKey],
        cuts: [PurchaseKey: Date],
        where counts: (ProductID, AppScope) -> Bool
    ) -> [AccessSpan] {
        var spans: [AccessSpan] = []
        for key in keys {
            guard let history = lineages[key]?.history else { continue }
            spans.reserveCapacity(spans.count + history.entries.count)
            var last: (product: ProductID, counts: Bool)?
            for place in history.entries.indices {
                let product = history.entries[place].record.productID
                // Most periods are of the product before.
                let isCounted = last.flatMap { $0.product == product ? $0.counts : nil } ?? counts(product, key.scope)
                last = (product, isCounted)
                guard isCounted else { continue }
                guard history.entries[place].expirationDate != nil else {
                    let transaction = history.entries[place].transaction
                    if let span = lifetimeSpan(transaction, key, place, history) { spans.append(span) }
                    continue
                }
                let cut =
                    cuts.isEmpty
                    ? nil : cuts[PurchaseKey(scope: key.scope, transactionID: history.entries[place].id)]
                history.appendSpans(at: place, of: key, cut: cut, to: &spans)
            }
        }
        return spans.sorted(on: \.startDate)
    }

    /// The purchases that give something at an instant: what was converted away or is used up does not.
    package func purchasesInUse(asOf instant: Date) -> Set<TransactionID> {
        let timeline = AccountTimeline(self, asOf: instant)
        let fixed = fixedSpans(of: timeline.keys, cuts: timeline.cuts) { _, _ in true }
        let own = fixed.filter { $0.covers(instant) }.compactMap { span -> TransactionID? in
            switch span.origin {
            case .period(let key, let place), .afterPeriod(let key, let place), .purchase(let key, let place):
                lineages[key]?.history.entries[place].id
            // A seat is the buyer's purchase.
            case .credit, .grant, .seat: nil
            }
        }
        let credits = zip(timeline.credits, timeline.uses).filter { _, use in
            use.spans.contains { $0.start <= instant && instant < $0.end }
        }
        return Set(own + credits.compactMap(\.0.transactionID))
    }

    /// The span of a lifetime product, unless it was refunded.
    private func lifetimeSpan(
        _ transaction: Transaction,
        _ key: LineageKey,
        _ place: Int,
        _ history: SubscriptionHistory
    ) -> AccessSpan? {
        let product = index.product(transaction.productID, in: key.scope)
        let type = transaction.productType ?? product?.type
        guard type != .consumable, product?.serviceDuration == nil, !history.isUndone(transaction) else { return nil }
        if type == .nonRenewingSubscription { return nil }
        return AccessSpan(
            startDate: transaction.purchaseDate,
            endDate: transaction.revocation?.date,
            origin: .purchase(key, place)
        )
    }
}

extension SubscriptionHistory {
    /// The spans that the period at a place gives: itself, and what grace or leeway adds.
    func spans(at place: Int, of key: LineageKey, cut: Date?) -> [AccessSpan] {
        var spans: [AccessSpan] = []
        appendSpans(at: place, of: key, cut: cut, to: &spans)
        return spans
    }

    /// Appends the same spans to others: most periods have one, which needs no array of its own.
    fileprivate func appendSpans(at place: Int, of key: LineageKey, cut: Date?, to spans: inout [AccessSpan]) {
        guard let period = bounds(place) else { return }
        let end = min(period.endDate, cut ?? .distantFuture)
        if period.startDate < end {
            spans.append(AccessSpan(startDate: period.startDate, endDate: end, origin: .period(key, place)))
        }
        guard cut == nil, period.ending == .expiration || period.isWithdrawn else { return }
        for (start, end) in accessAfterPeriod(place, period) {
            spans.append(AccessSpan(startDate: start, endDate: end, origin: .afterPeriod(key, place)))
        }
    }

    /// The times after a period's end in which grace, or the team's leeway, keeps access open.
    ///
    /// Each word about the failure holds from when it was said until the next one, the first one also before.
    private func accessAfterPeriod(_ place: Int, _ period: PeriodBounds) -> [(Date, Date)] {
        let limit = nextStart(after: place) ?? .distantFuture
        guard period.renewalDate < limit else { return [] }
        let parts = failures(after: place, period)
        guard !parts.isEmpty else { return period.isWithdrawn ? [] : leeway(after: period, limit) }
        guard policy.honorsGracePeriod, !entries[place].transaction.paysCommitment else { return [] }
        var found: [(Date, Date)] = []
        for (number, part) in parts.enumerated() {
            guard let grace = part.info.gracePeriodExpirationDate else { continue }
            let bought = max(period.renewalDate, entries[place].purchaseDate)
            let start = number == 0 ? bought : max(bought, part.evidence.instant)
            let next = number + 1 < parts.count ? parts[number + 1].evidence.instant : limit
            let end = min(grace, next, limit)
            guard start < end else { continue }
            if let last = found.last, last.1 == start {
                found[found.count - 1].1 = end
            } else {
                found.append((start, end))
            }
        }
        return found
    }

    private func leeway(after period: PeriodBounds, _ limit: Date) -> [(Date, Date)] {
        guard policy.renewalLeewayMilliseconds > 0,
            let part = renewalRecord(asOf: period.endDate), part.info.willAutoRenew == true
        else { return [] }
        return [(period.endDate, min(period.endDate.adding(milliseconds: policy.renewalLeewayMilliseconds), limit))]
    }
}
