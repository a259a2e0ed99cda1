// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

/// Bundles and suites: one purchase that brings several subscriptions, each with transactions of its own.
extension SimulatedAppStore {
    func isBundle(_ product: ProductID) -> Bool {
        productSlots[product].map { catalog.products[$0].bundle != nil } ?? false
    }

    /// Sells a bundle or suite from now on.
    ///
    /// - Throws: A ``SimulatorError`` when it makes no sense, or there are too many.
    mutating func sell(_ bundle: BundleDefinition) throws {
        guard catalog.products.count(where: { $0.bundle != nil }) < Self.maximumBundles else {
            throw SimulatorError(.invalidCommand, "The catalog has \(Self.maximumBundles) bundles and takes no more.")
        }
        let first = bundle.members.first.flatMap { catalog.product($0) }
        guard let app = first?.bundleID ?? catalog.apps.first?.bundleID else {
            throw SimulatorError(.unknownApp, "The catalog has no app.")
        }
        do {
            catalog.add(try bundle.product(of: app, among: catalog.products))
        } catch {
            throw SimulatorError(.invalidCommand, "The bundle \"\(bundle.id)\" \(error.reason).")
        }
        productSlots = Self.slots(of: catalog)
    }

    /// How many bundles a catalog has at most.
    private static let maximumBundles = 1000

    /// Whether an identifier is a bundle's own, which no app gets a transaction of.
    public func isBundle(_ id: OriginalTransactionID, of app: BundleID) -> Bool {
        guard let key = id.key, let slot = lineageSlots[key] else { return false }
        return lineages[slot].app == app && isBundle(lineages[slot].product)
    }

    /// A customer's bundles, those that have ended too.
    public func bundles(of id: CustomerID) -> [BundleSnapshot] {
        guard let slot = customerSlots[id] else { return [] }
        return customers[slot].subscriptions.map(\.slot).filter { isBundle(lineages[$0].product) }.map { bundle in
            let lineage = lineages[bundle]
            return BundleSnapshot(
                product: lineage.product,
                group: lineage.group,
                status: lineage.status,
                transaction: latest(bundle).transactionId,
                expiresDate: lineage.expires,
                willRenew: lineage.willRenew,
                members: (lineage.bundled ?? []).map { lineages[$0].product },
                partners: productSlots[lineage.product].flatMap { catalog.products[$0].bundle?.partners },
                keeping: lineage.remainingAlone
            )
        }
    }

    /// Refuses to change a bundled subscription alone.
    ///
    /// - Throws: A ``SimulatorError`` that names the bundle.
    func requireWithoutBundle(_ slot: Int, _ verb: String) throws {
        guard let bundle = lineages[slot].bundle, !isOver(bundle) else { return }
        throw SimulatorError(
            .invalidState,
            "The subscription comes with the bundle \"\(lineages[bundle].product)\" and cannot be \(verb) alone; leave the bundle first."
        )
    }

    /// Whether a bundle brings nothing any more: it ended, or was refunded and does not renew.
    private func isOver(_ bundle: Int) -> Bool {
        lineages[bundle].phase == .expired || lineages[bundle].phase == .revoked && !lineages[bundle].willRenew
    }

    /// Lets a subscription be bought alone whose bundle brings nothing any more.
    mutating func leaveEndedBundle(_ slot: Int) {
        guard let bundle = lineages[slot].bundle, isOver(bundle) else { return }
        lineages[bundle].bundled?.removeAll { $0 == slot }
        lineages[slot].bundle = nil
    }

    /// A customer buys a bundle: what it brings begins at once, whatever of it the customer had alone before.
    ///
    /// - Throws: A ``SimulatorError`` when another bundle brings one of the subscriptions, or the payment fails.
    mutating func subscribeToBundle(
        _ customer: Int,
        _ product: Int,
        _ options: PurchaseOptions
    ) throws -> Outcome.Answer {
        let item = catalog.products[product]
        let own = item.subscription.flatMap { customers[customer].subscription(of: $0.group) }
        for member in item.bundle?.members ?? [] {
            guard let slot = ownLineage(of: member, customer), lineages[slot].bundle != own else { continue }
            try requireWithoutBundle(slot, "bundled")
        }
        let answer = try subscribe(customer, product, options, code: nil)
        // The app gets what the bundle brings, not the bundle's own transaction.
        let bundle = item.subscription.flatMap { customers[customer].subscription(of: $0.group) }
        let first = bundle.flatMap { lineages[$0].bundled?.first }
        return first.map { .purchased(latest($0)) } ?? answer
    }

    /// The customer leaves a bundle with the next renewal; some of its subscriptions continue alone.
    ///
    /// - Throws: A ``SimulatorError`` when the customer has no such bundle, or it does not bring what is to be kept.
    mutating func unbundle(_ customer: Int, _ id: ProductID, keeping kept: [ProductID]) throws {
        let item = catalog.products[try product(id)]
        guard item.type != .subscriptionSuite else {
            throw SimulatorError(.invalidState, "What the suite \"\(id)\" brings is not sold alone.")
        }
        guard item.bundle != nil, let group = item.subscription?.group,
            let slot = customers[customer].subscription(of: group), lineages[slot].phase == .active
        else { throw SimulatorError(.invalidState, "The customer has no running bundle \"\(id)\".") }
        let members = (lineages[slot].bundled ?? []).map { lineages[$0].product }
        guard !kept.isEmpty, Set(kept).isSubset(of: members) else {
            throw SimulatorError(
                .invalidCommand,
                "Keep one or more of \(members.map(\.rawValue).joined(separator: ", ")), or turn the bundle's renewal off."
            )
        }
        lineages[slot].remainingAlone = members.filter(kept.contains)
        lineages[slot].willRenew = false
        lineages[slot].renewalStatusChangeDate = now
        for member in lineages[slot].bundled ?? [] {
            let continues = kept.contains(lineages[member].product)
            lineages[member].willRenew = continues
            lineages[member].renewalStatusChangeDate = now
            notify(continues ? .unbundlingChosen : .renewalTurnedOff, slot: member)
        }
        plan(slot)
    }

    /// The customer's own subscription of a product's group.
    private func ownLineage(of product: ProductID, _ customer: Int) -> Int? {
        productSlots[product].flatMap { catalog.products[$0].subscription?.group }
            .flatMap { customers[customer].subscription(of: $0) }
    }
}

// MARK: - What happens to the bundle

extension SimulatedAppStore {
    /// Lets what a bundle brings follow what happened to it.
    mutating func updateBundled(_ happening: SimulatedEvent, of slot: Int) {
        guard isBundle(lineages[slot].product) else { return }
        switch happening {
        case .subscribed: beginBundle(slot)
        case .renewed, .recovered:
            for member in lineages[slot].bundled ?? [] {
                beginPeriod(of: member, in: slot, from: lineages[slot].periodStart, reason: .renewal)
                notify(happening, slot: member)
            }
        case .renewalFailed(let inGrace):
            for member in lineages[slot].bundled ?? [] {
                copyFailure(of: slot, to: member)
                if inGrace, let end = lineages[slot].graceExpires {
                    grantAccess(latest(member), customer: lineages[member].customer, until: end)
                }
                notify(happening, slot: member)
            }
        case .graceEnded:
            for member in lineages[slot].bundled ?? [] {
                copyFailure(of: slot, to: member)
                notify(happening, slot: member)
            }
        case .renewalTurnedOff, .renewalTurnedOn:
            lineages[slot].remainingAlone = nil
            for member in lineages[slot].bundled ?? [] where lineages[member].willRenew != lineages[slot].willRenew {
                lineages[member].willRenew = lineages[slot].willRenew
                lineages[member].renewalStatusChangeDate = now
                notify(happening, slot: member)
            }
        case .extended:
            for member in lineages[slot].bundled ?? [] {
                moveEnd(member, to: lineages[slot].expires)
                notify(happening, slot: member)
            }
        case .refunded, .refundReversed: copyRefunds(of: slot)
        case .ended(let ending): endBundle(slot, ending)
        default: break
        }
    }

    private mutating func beginBundle(_ slot: Int) {
        let customer = lineages[slot].customer
        lineages[slot].remainingAlone = nil
        lineages[slot].bundled = []
        guard let product = productSlots[lineages[slot].product] else { return }
        for id in catalog.products[product].bundle?.members ?? [] {
            guard let place = productSlots[id], let terms = catalog.products[place].subscription else { continue }
            let known = customers[customer].subscription(of: terms.group)
            let wasLive = known.map { lineages[$0].isLive } ?? false
            let wasSame = known.map { lineages[$0].product == id } ?? true
            let member = known ?? addMember(catalog.products[place], terms, of: slot)
            leaveEndedBundle(member)
            closeForBundle(member)
            lineages[member].product = id
            lineages[member].bundle = slot
            lineages[slot].bundled?.append(member)
            beginPeriod(of: member, in: slot, from: now, reason: .purchase)
            notify(wasLive ? .upgraded : .subscribed(isFirst: known == nil, sameProduct: wasSame), slot: member)
        }
    }

    private mutating func addMember(_ item: CatalogProduct, _ terms: SubscriptionTerms, of slot: Int) -> Int {
        let customer = lineages[slot].customer
        let member = addLineage(
            Lineage(
                customer: customer,
                app: item.bundleID,
                group: terms.group,
                key: identities.transaction(in: customers[customer].profile.environment),
                originalPurchaseDate: now,
                token: lineages[slot].token,
                product: item.id,
                periodStart: now,
                expires: now,
                anchorDay: lineages[slot].anchorDay,
                renewalProduct: item.id,
                renewalPrice: catalog.price(item.price, in: storefront(of: customer)),
                chargeDate: now,
                renewalStatusChangeDate: now,
                recentStart: now
            )
        )
        customers[customer].subscriptions.append(Customer.Subscription(group: terms.group, slot: member))
        return member
    }

    /// What the customer had alone ends because the bundle begins; what is left of it is refunded.
    private mutating func closeForBundle(_ slot: Int) {
        guard !lineages[slot].transactions.isEmpty else { return }
        withdraw(lineages[slot].sharedTo)
        revokeSeats(of: lineages[slot].assignedTo ?? [])
        endGraceAccess(slot, at: now)
        if lineages[slot].isLive, now < lineages[slot].expires { lineages[slot].moveService(to: now) }
        let customer = lineages[slot].customer
        for place in lineages[slot].transactions.indices {
            var old = lineages[slot].transactions[place]
            guard let end = old.expiresDate, end > now, old.revocationDate == nil, old.isUpgraded != true else {
                continue
            }
            let share = min(1, end.timeIntervalSince(now) / end.timeIntervalSince(old.purchaseDate))
            let percentage = max(1, Int(100_000 * share))
            old.revocationDate = now
            old.revocationReason = .upgradedToBundle
            old.revocationType = percentage < 100_000 ? .refundProrated : .refundFull
            old.revocationPercentage = percentage
            lineages[slot].transactions[place] = old
            publish(old, customer: customer)
            grantAccess(old, customer: customer, until: now)
            recordReturn(of: old, customer: customer, percentage: percentage)
            notify(.refunded, slot: slot, transaction: old)
        }
        lineages[slot].seats = nil
        lineages[slot].invitations = nil
        lineages[slot].commitment = nil
        lineages[slot].renewalPlan = nil
        lineages[slot].advanced = nil
        // What was planned for it alone is void.
        plan(slot)
    }

    /// Begins a period of a subscription that the bundle paid.
    private mutating func beginPeriod(
        of member: Int,
        in slot: Int,
        from start: Date,
        reason: TransactionReason
    ) {
        let (bundle, product) = (lineages[slot], lineages[member].product)
        endGraceAccess(member, at: start)
        lineages[member].phase = .active
        lineages[member].periodStart = start
        lineages[member].expires = bundle.expires
        lineages[member].chargeDate = bundle.expires
        lineages[member].anchorDay = bundle.anchorDay
        lineages[member].willRenew = bundle.willRenew
        lineages[member].renewalStatusChangeDate = bundle.renewalStatusChangeDate
        lineages[member].renewalProduct = product
        if let place = productSlots[product] {
            let price = catalog.price(catalog.products[place].price, in: storefront(of: bundle.customer))
            lineages[member].renewalPrice = price
        }
        lineages[member].graceExpires = nil
        lineages[member].retryUntil = nil
        lineages[member].nextAttempt = nil
        lineages[member].intent = nil
        lineages[member].endDate = nil
        lineages[member].increase = nil
        lineages[member].runningOffer = nil
        lineages[member].queuedOffer = nil
        let paid = latest(slot)
        // Apple does not say how a bundle's price is divided: each transaction states the whole.
        let terms = NextPeriodTerms(product: product, period: period(of: product), price: paid.price ?? 0)
        var transaction = makeTransaction(member, terms, from: start, to: bundle.expires, reason: reason)
        transaction.bundleProductId = bundle.product
        transaction.bundleSubscriptionGroupIdentifier = bundle.group
        transaction.bundleTransactionId = paid.transactionId
        transaction.bundleOriginalTransactionId = OriginalTransactionID(bundle.key)
        record(transaction, slot: member)
        grantAccess(transaction, customer: bundle.customer, until: bundle.expires)
        plan(member)
    }

    private mutating func copyFailure(of slot: Int, to member: Int) {
        lineages[member].phase = lineages[slot].phase
        lineages[member].graceExpires = lineages[slot].graceExpires
        lineages[member].retryUntil = lineages[slot].retryUntil
        lineages[member].intent = lineages[slot].intent
    }

    /// Lets the transactions of a bundle's subscriptions be refunded, or not any more, as the bundle's are.
    private mutating func copyRefunds(of slot: Int) {
        for member in lineages[slot].bundled ?? [] {
            for place in lineages[member].transactions.indices {
                var copy = lineages[member].transactions[place]
                guard
                    let paid = lineages[slot].transactions.first(where: { $0.transactionId == copy.bundleTransactionId }
                    ),
                    paid.revocationDate != copy.revocationDate
                else { continue }
                copy.revocationDate = paid.revocationDate
                copy.revocationReason = paid.revocationReason
                copy.revocationType = paid.revocationType
                copy.revocationPercentage = paid.revocationPercentage
                lineages[member].transactions[place] = copy
                publish(copy, customer: lineages[member].customer)
                let isBack = paid.revocationDate == nil
                grantAccess(
                    copy,
                    customer: lineages[member].customer,
                    until: isBack ? copy.expiresDate : copy.purchaseDate
                )
                copyFailure(of: slot, to: member)
                notify(isBack ? .refundReversed : .refunded, slot: member, transaction: copy)
            }
        }
    }

    /// The bundle is over: what the customer keeps is charged alone, the rest ends.
    private mutating func endBundle(_ slot: Int, _ ending: SimulatedEvent.Ending) {
        let (members, kept) = (lineages[slot].bundled ?? [], lineages[slot].remainingAlone)
        lineages[slot].bundled = []
        for member in members {
            guard kept?.contains(lineages[member].product) == true, lineages[member].phase == .active else {
                finishLife(member, kept == nil ? ending : .unbundled)
                lineages[member].bundle = nil
                continue
            }
            lineages[member].bundle = nil
            lineages[member].willRenew = true
            step(member)
        }
        lineages[slot].remainingAlone = nil
    }
}
