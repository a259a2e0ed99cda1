// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

extension CustomerAccount {
    /// The entitlements that anything the customer has or had can give.
    public func knownEntitlements(asOf instant: Date) -> [EntitlementID] {
        let owned = ownedLineages(asOf: instant)
        return knownEntitlements(of: owned + seatedLineages(except: owned).map(\.key))
    }

    /// The same, where it is known already whose the purchases are.
    func knownEntitlements(in timeline: AccountTimeline) -> [EntitlementID] {
        knownEntitlements(of: timeline.keys + timeline.seats.map(\.key))
    }

    private func knownEntitlements(of keys: [LineageKey]) -> [EntitlementID] {
        var found = Set(grants.values.compactMap(\.grant?.entitlement))
        for key in keys {
            var products: Set<ProductID> = []
            var last: ProductID?
            for entry in lineages[key]?.history.entries ?? [] {
                let product = entry.record.productID
                // Most periods are of the product before.
                guard product != last else { continue }
                products.insert(product)
                last = product
            }
            for product in products { found.formUnion(index.entitlements(product, in: key.scope)) }
        }
        for record in conversions.values {
            found.formUnion(index.entitlements(record.conversion.targetProductID, in: record.scope))
        }
        return found.sorted()
    }

    /// Every right that the customer has or had, as it is at an instant.
    ///
    /// - Parameters:
    ///   - device: The device that asks; when absent, whatever any device has counts.
    ///   - instant: The instant.
    /// - Returns: One answer for each entitlement.
    public func entitlements(on device: DeviceID? = nil, asOf instant: Date) -> [EntitlementDecision] {
        let timeline = AccountTimeline(self, asOf: instant, device: device)
        return knownEntitlements(in: timeline).map { decide($0, asOf: instant, timeline) }
    }

    /// Every right with the times in which anything gives it, and what is paid twice: all of it by one look.
    package func derivedEntitlements(
        asOf instant: Date
    ) -> (entitlements: [DerivedEntitlement], conflicts: [Conflict]) {
        let timeline = AccountTimeline(self, asOf: instant)
        let devices = devicesWithOwnPurchases.map { ($0, AccountTimeline(self, asOf: instant, device: $0)) }
        var derived: [DerivedEntitlement] = []
        var found: [Conflict] = []
        let finder = ConflictFinder(self, asOf: instant, timeline)
        for entitlement in knownEntitlements(in: timeline) {
            let spans = spans(of: entitlement, timeline)
            let states = states(giving: entitlement, asOf: instant, timeline)
            let seats = seatStates(giving: entitlement, asOf: instant, timeline)
            derived.append(
                DerivedEntitlement(
                    answer: decide(entitlement, asOf: instant, spans, timeline),
                    spans: spans,
                    renewing: states.filter { $0.nextRenewal != nil }
                        .min { ($0.nextRenewalDate, $0.lineage) < ($1.nextRenewalDate, $1.lineage) },
                    mayRenew: (states + seats).contains { $0.hasAccess && $0.willAutoRenew == nil },
                    devices: devices.map { device, timeline in
                        let states = self.states(giving: entitlement, asOf: instant, timeline)
                        return DerivedEntitlement.OnDevice(
                            device: device,
                            answer: decide(entitlement, asOf: instant, timeline),
                            mayRenew: states.contains { $0.hasAccess && $0.willAutoRenew == nil }
                        )
                    }
                )
            )
            found += finder.conflicts(in: spans, giving: entitlement)
        }
        return (derived, found)
    }

    /// Whether the customer may use something at an instant, and why.
    ///
    /// - Parameters:
    ///   - entitlement: The right.
    ///   - device: The device that asks; when absent, whatever any device has counts.
    ///   - instant: The instant.
    /// - Returns: The answer with its reasons.
    public func entitlement(
        _ entitlement: EntitlementID,
        on device: DeviceID? = nil,
        asOf instant: Date
    ) -> EntitlementDecision {
        decide(entitlement, asOf: instant, AccountTimeline(self, asOf: instant, device: device))
    }

    /// All times in which anything gives an entitlement, sorted by their beginning; they may overlap.
    public func spans(of entitlement: EntitlementID, asOf instant: Date) -> [AccessSpan] {
        spans(of: entitlement, AccountTimeline(self, asOf: instant))
    }

    func spans(of entitlement: EntitlementID, _ timeline: AccountTimeline) -> [AccessSpan] {
        var spans = fixedSpans(of: timeline.keys, cuts: timeline.cuts) { index.gives($0, entitlement, in: $1) }
        for (number, credit) in timeline.credits.enumerated()
        where index.gives(credit.productID, entitlement, in: credit.scope) {
            for (start, end) in timeline.uses[number].spans {
                spans.append(AccessSpan(startDate: start, endDate: end, origin: .credit(number)))
            }
        }
        spans += seatSpans(of: entitlement, timeline)
        // In the order of their names: of two that give the same time it is always the same one that is reported.
        for (_, record) in grants.sorted(on: { $0.key }) {
            guard let grant = record.grant, grant.entitlement == entitlement else { continue }
            let end = [grant.endDate, record.revocation?.date].compactMap(\.self).min()
            if let end, end <= grant.startDate { continue }
            spans.append(AccessSpan(startDate: grant.startDate, endDate: end, origin: .grant(grant.id)))
        }
        return spans.sorted(on: \.startDate)
    }

    func decide(
        _ entitlement: EntitlementID,
        asOf instant: Date,
        _ timeline: AccountTimeline
    ) -> EntitlementDecision {
        decide(entitlement, asOf: instant, spans(of: entitlement, timeline), timeline)
    }

    func decide(
        _ entitlement: EntitlementID,
        asOf instant: Date,
        _ spans: [AccessSpan],
        _ timeline: AccountTimeline
    ) -> EntitlementDecision {
        let open = spans.filter { $0.covers(instant) }.sorted { left, right in
            // What lasts longer decides; a lifetime purchase beats all.
            (left.endDate ?? .distantFuture) > (right.endDate ?? .distantFuture)
        }
        guard let first = open.first else { return closedAnswer(entitlement, asOf: instant, spans, timeline) }
        let (start, end) = Self.contiguous(around: first, in: spans)
        let states =
            states(giving: entitlement, asOf: instant, timeline)
            + seatStates(giving: entitlement, asOf: instant, timeline)
        return EntitlementDecision(
            entitlement: entitlement,
            asOf: instant,
            isActive: true,
            startDate: start,
            endDate: end,
            willRenew: states.contains { $0.nextRenewal != nil },
            reason: reason(of: first, timeline),
            otherReasons: open.dropFirst().map { reason(of: $0, timeline) }
        )
    }

    /// How far a span reaches in both directions when those that touch or overlap it are added.
    private static func contiguous(around span: AccessSpan, in spans: [AccessSpan]) -> (Date, Date?) {
        var (start, end) = (span.startDate, span.endDate)
        for other in spans {
            guard let reached = end, other.startDate <= reached else { continue }
            end = other.endDate.map { max($0, reached) }
        }
        // One without an end that began before would have decided itself.
        for other in spans.reversed() {
            if let end = other.endDate, end >= start { start = min(start, other.startDate) }
        }
        return (start, end)
    }

    private func closedAnswer(
        _ entitlement: EntitlementID,
        asOf instant: Date,
        _ spans: [AccessSpan],
        _ timeline: AccountTimeline
    ) -> EntitlementDecision {
        let states = states(giving: entitlement, asOf: instant, timeline)
        let seats = seatStates(giving: entitlement, asOf: instant, timeline)
        let ended = closedReasons(of: entitlement, asOf: instant, spans, states, timeline)
        // The one that ended last tells; an end that is not known comes first of all.
        let reasons = ended.sorted { ($0.startDate ?? .distantPast) > ($1.startDate ?? .distantPast) }
        let lost = ended.isEmpty ? lostReasons(of: entitlement, asOf: instant, timeline) : []
        let begins = spans.first { $0.startDate > instant }
        let waits = begins.map { Reason(rule: .notYetBegun, startDate: $0.startDate, endDate: $0.endDate) }
        let all = reasons + (waits.map { [$0] } ?? []) + lost
        return EntitlementDecision(
            entitlement: entitlement,
            asOf: instant,
            isActive: false,
            startDate: all.first?.startDate,
            isRenewalPending: (states + seats).contains(where: \.isRenewalPending),
            reason: all.first ?? Reason(rule: .neverBought),
            otherReasons: Array(all.dropFirst())
        )
    }

    /// The states of the subscriptions that give an entitlement by their last period.
    func states(
        giving entitlement: EntitlementID,
        asOf instant: Date,
        _ timeline: AccountTimeline
    ) -> [SubscriptionState] {
        timeline.keys.compactMap { key in
            guard var state = lineages[key]?.history.state(asOf: instant),
                index.gives(state.period.transaction.productID, entitlement, in: key.scope)
            else { return nil }
            state.reason.scope = key.scope
            return state
        }
    }
}

/// A right at an instant, with what follows from the same look at the account.
package struct DerivedEntitlement: Sendable {
    /// The right.
    package var answer: EntitlementDecision

    /// All times in which anything gives it, sorted by their beginning.
    package var spans: [AccessSpan]

    /// The subscription that gives it and renews first, when one renews.
    package var renewing: SubscriptionState?

    /// Whether a running subscription gives it of which no document says whether it renews.
    package var mayRenew: Bool

    /// The entitlement on each device that has purchases of its own.
    package var devices: [OnDevice] = []

    /// An entitlement on one of the customer's devices.
    package struct OnDevice: Sendable {
        /// The device.
        package var device: DeviceID

        /// The entitlement, as the device has it.
        package var answer: EntitlementDecision

        /// Whether a running subscription gives it of which no document says whether it renews.
        package var mayRenew: Bool
    }
}
