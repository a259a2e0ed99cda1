// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// How many request references are remembered; the oldest ones go first.
    private static let referenceLimit = 4096

    /// A customer orders through Advanced Commerce; pending purchases know nothing of it, so it is done at once.
    mutating func order(
        _ customer: Int,
        _ id: ProductID,
        _ order: AdvancedCommerceOrder
    ) throws -> Outcome.Answer {
        let product = try product(id)
        guard catalog.products[product].isGeneric == true else { throw SimulatorError(.invalidSalable) }
        guard customers[customer].profile.allowsPurchases else {
            throw SimulatorError(.purchaseNotAllowed, "Purchases are not allowed on this account.")
        }
        try check(order.storefront, order.currency, of: customer)
        try checkReference(order.requestInfo)
        let answer: Outcome.Answer =
            switch order {
            case .oneTimeCharge(let request): try buyAdvanced(customer, product, request)
            case .subscription(let request): try subscribeAdvanced(customer, product, request)
            case .modification(let request): try modifyAdvanced(customer, request)
            case .reactivation(let request): try reactivateAdvanced(customer, request)
            }
        use(order.requestInfo)
        return answer
    }

    /// Storefront and currency, where a request names them, must be the customer's.
    func check(_ country: StorefrontCountryCode?, _ currency: Currency?, of customer: Int) throws {
        let storefront = storefront(of: customer)
        if let country {
            guard Storefront.of(country) != nil else {
                throw SimulatorError(AdvancedCommerceErrorCode.invalidStorefront)
            }
            guard country == storefront.countryCode else { throw SimulatorError(.mismatchedStorefront) }
        }
        if let currency, currency != storefront.currency { throw SimulatorError(.invalidCurrency) }
    }

    func checkReference(_ request: AdvancedCommerceRequestInfo) throws {
        guard !(requestReferences ?? []).contains(request.requestReferenceId.uuidString.lowercased()) else {
            throw SimulatorError(.repeatedRequestReferenceId)
        }
    }

    mutating func use(_ request: AdvancedCommerceRequestInfo) {
        var references = requestReferences ?? []
        references.append(request.requestReferenceId.uuidString.lowercased())
        if references.count > Self.referenceLimit { references.removeFirst(references.count / 2) }
        requestReferences = references
    }

    private mutating func buyAdvanced(
        _ customer: Int,
        _ product: Int,
        _ request: AdvancedCommerceOneTimeChargeCreateRequest
    ) throws -> Outcome.Answer {
        let item = catalog.products[product]
        guard item.type != .autoRenewableSubscription else { throw SimulatorError(.invalidSalable) }
        try AdvancedCommerceRules.check([request.item])
        try AdvancedCommerceRules.check(taxCode: request.taxCode)
        guard request.item.offer == nil else { throw SimulatorError(.moreOffersThanAllowed) }
        if item.type == .nonConsumable, owns(customer, sku: request.item.sku) {
            throw SimulatorError(.productAlreadyExists)
        }
        try charge(customer, request.item.price)
        let storefront = storefront(of: customer)
        let environment = customers[customer].profile.environment
        let key = identities.transaction(in: environment)
        var transaction = TransactionPayload(
            transactionId: TransactionID(key),
            originalTransactionId: OriginalTransactionID(key),
            bundleId: item.bundleID,
            productId: item.id,
            purchaseDate: now,
            originalPurchaseDate: now,
            quantity: 1,
            type: item.type,
            appAccountToken: request.requestInfo.appAccountToken,
            inAppOwnershipType: .purchased,
            signedDate: signedDate(in: environment),
            environment: environment,
            storefront: storefront.countryCode,
            storefrontId: storefront.id,
            transactionReason: .purchase,
            currency: storefront.currency,
            price: request.item.price,
            appTransactionId: appTransactionID(of: customer, app: item.bundleID)
        )
        transaction.advancedCommerceInfo = AdvancedCommerceTransactionInfo(
            descriptors: nil,
            items: [AdvancedSubscription.Item(request.item, period: .month).transactionItem],
            period: nil,
            requestReferenceId: request.requestInfo.requestReferenceId.uuidString.lowercased(),
            taxCode: request.taxCode,
            price: request.item.price,
            storefront
        )
        store(transaction, customer: customer)
        recordSale(transaction, customer: customer)
        notify(.boughtOnce, transaction: transaction, customer: customer)
        troubleAfter(transaction, customer: customer)
        return .purchased(transaction)
    }

    private func owns(_ customer: Int, sku: String) -> Bool {
        let bought = customers[customer].purchases.contains { purchase in
            purchase.revocationDate == nil && purchase.type == .nonConsumable
                && purchase.advancedCommerceInfo?.items?.contains { $0.sku == sku } == true
        }
        return bought || subscribes(customer, to: sku)
    }

    /// Whether one of a customer's live subscriptions has an item.
    func subscribes(_ customer: Int, to sku: String) -> Bool {
        customers[customer].subscriptions.contains { subscription in
            let lineage = lineages[subscription.slot]
            return lineage.isLive && lineage.advanced?.items.contains { $0.sku == sku } == true
        }
    }

    private mutating func subscribeAdvanced(
        _ customer: Int,
        _ product: Int,
        _ request: AdvancedCommerceSubscriptionCreateRequest
    ) throws -> Outcome.Answer {
        let item = catalog.products[product]
        guard item.type == .autoRenewableSubscription, let terms = item.subscription else {
            throw SimulatorError(.invalidSalable)
        }
        try AdvancedCommerceRules.check(request.items)
        try AdvancedCommerceRules.check(taxCode: request.taxCode)
        try AdvancedCommerceRules.check(
            description: request.descriptors.description,
            displayName: request.descriptors.displayName
        )
        let period = try AdvancedCommerceRules.period(request.period)
        if let previous = request.previousTransactionId {
            guard let place = try? place(of: previous), owner(of: place) == customer else {
                throw SimulatorError(.invalidPreviousTransactionID)
            }
        }
        guard !request.items.contains(where: { subscribes(customer, to: $0.sku) }) else {
            throw SimulatorError(.productAlreadyExists)
        }
        let advanced = AdvancedSubscription(
            descriptors: request.descriptors,
            items: request.items.map { AdvancedSubscription.Item($0, period: period) },
            period: period,
            taxCode: request.taxCode,
            requestReference: request.requestInfo.requestReferenceId.uuidString.lowercased(),
            consistencyToken: request.requestInfo.consistencyToken
        )
        try charge(customer, advanced.price)
        let key = identities.transaction(in: customers[customer].profile.environment)
        var lineage = Lineage(
            customer: customer,
            app: item.bundleID,
            group: terms.group,
            key: key,
            originalPurchaseDate: now,
            token: request.requestInfo.appAccountToken,
            product: item.id,
            periodStart: now,
            expires: now,
            anchorDay: now.civil.day.day,
            renewalProduct: item.id,
            renewalPrice: advanced.price,
            chargeDate: now,
            renewalStatusChangeDate: now,
            recentStart: now
        )
        lineage.advanced = advanced
        let slot = addLineage(lineage)
        customers[customer].subscriptions.append(Customer.Subscription(group: terms.group, slot: slot))
        return openAdvanced(slot, .subscribed(isFirst: true, sameProduct: true))
    }

    /// Begins a period of what the subscription now consists of.
    mutating func openAdvanced(_ slot: Int, _ happening: SimulatedEvent) -> Outcome.Answer {
        guard let advanced = lineages[slot].advanced else { return .done }
        lineages[slot].willRenew = true
        lineages[slot].renewalPrice = advanced.upcoming.price
        lineages[slot].increase = nil
        lineages[slot].declinedIncrease = false
        beginPeriod(
            slot,
            NextPeriodTerms(product: lineages[slot].renewalProduct, period: advanced.period, price: advanced.price),
            from: now,
            reason: .purchase
        )
        notify(happening, slot: slot)
        plan(slot)
        troubleAfter(latest(slot), customer: lineages[slot].customer)
        return .purchased(latest(slot))
    }

    /// The slot of a customer's subscription of Advanced Commerce that a transaction belongs to.
    func advancedSlot(_ id: TransactionID, of customer: Int? = nil) throws -> Int {
        guard let key = id.key, let place = places[key] else {
            throw SimulatorError(AdvancedCommerceErrorCode.transactionIdNotFound)
        }
        guard case .lineage(let slot) = place else { throw SimulatorError(.subscriptionDoesNotExist) }
        guard lineages[slot].advanced != nil else { throw SimulatorError(.subscriptionNotEligible) }
        if let customer, lineages[slot].customer != customer { throw SimulatorError(.productNotOwned) }
        return slot
    }

    /// A subscription that ended begins again, or one that was about to end continues.
    private mutating func reactivateAdvanced(
        _ customer: Int,
        _ request: AdvancedCommerceSubscriptionReactivateInAppRequest
    ) throws -> Outcome.Answer {
        let slot = try advancedSlot(request.transactionId, of: customer)
        guard var advanced = lineages[slot].advanced else { throw SimulatorError(.subscriptionNotEligible) }
        if let wanted = request.items {
            guard !wanted.isEmpty else { throw SimulatorError(.atLeastOneItem) }
            let stored = wanted.map(\.sku)
            guard stored.allSatisfy({ sku in advanced.items.contains { $0.sku == sku } }) else {
                throw SimulatorError(.invalidSKU)
            }
            advanced.items.removeAll { !stored.contains($0.sku) }
        }
        if lineages[slot].isLive {
            guard !lineages[slot].willRenew else { throw SimulatorError(.subscriptionAlreadyActive) }
            try setRenewal(slot, on: true)
            return .purchased(latest(slot))
        }
        advanced = advanced.upcoming
        for index in advanced.items.indices {
            advanced.items[index].offer = nil
            advanced.items[index].offerPeriodsLeft = 0
        }
        try charge(customer, advanced.price)
        advanced.requestReference = request.requestInfo.requestReferenceId.uuidString.lowercased()
        lineages[slot].advanced = advanced
        lineages[slot].anchorDay = now.civil.day.day
        lineages[slot].renewalStatusChangeDate = now
        return openAdvanced(slot, .subscribed(isFirst: false, sameProduct: true))
    }
}
