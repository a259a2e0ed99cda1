// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// The app's server changes a purchase through the Advanced Commerce API.
    mutating func change(_ id: TransactionID, _ change: AdvancedCommerceChange) throws {
        guard let key = id.key, let place = places[key] else {
            throw SimulatorError(AdvancedCommerceErrorCode.transactionIdNotFound)
        }
        try check(change.storefront, change.currency, of: owner(of: place))
        try checkReference(change.requestInfo)
        switch change {
        case .metadata(let request): try changeMetadata(try advancedSlot(id), request)
        case .migration(let request): try migrate(place, request)
        case .price(let request): try changePrices(try advancedSlot(id), request)
        case .cancellation: try cancelAdvanced(try advancedSlot(id))
        case .revocation(let request): try revokeAdvanced(try advancedSlot(id), request)
        case .refund(let request): try refundAdvanced(id, at: place, request)
        }
        use(change.requestInfo)
    }

    /// The server turns renewal off; the period at hand continues.
    private mutating func cancelAdvanced(_ slot: Int) throws {
        guard lineages[slot].isLive || lineages[slot].phase == .retry else { throw SimulatorError(.inactiveACASub) }
        try setRenewal(slot, on: false)
    }

    private mutating func changeMetadata(
        _ slot: Int,
        _ request: AdvancedCommerceSubscriptionChangeMetadataRequest
    ) throws {
        guard lineages[slot].isLive, var advanced = lineages[slot].advanced else {
            throw SimulatorError(.inactiveACASub)
        }
        if let taxCode = request.taxCode {
            try AdvancedCommerceRules.check(taxCode: taxCode)
            advanced.taxCode = taxCode
        }
        if let body = request.descriptors {
            guard body.description != nil || body.displayName != nil else {
                throw SimulatorError(.atLeastOneOfDisplayNameOrDescription)
            }
            try AdvancedCommerceRules.check(description: body.description, displayName: body.displayName)
            let descriptors = AdvancedCommerceDescriptors(
                description: body.description ?? advanced.descriptors.description,
                displayName: body.displayName ?? advanced.descriptors.displayName
            )
            if body.effective == .immediately {
                advanced.descriptors = descriptors
            } else {
                advanced.next.descriptors = descriptors
            }
        }
        if let items = request.items {
            guard !items.isEmpty else { throw SimulatorError(.atLeastOneItem) }
            for item in items { try rename(item, in: &advanced) }
        }
        guard request.descriptors != nil || request.items != nil || request.taxCode != nil else {
            throw SimulatorError(.oneItemNeededInModify)
        }
        lineages[slot].advanced = advanced
        publishAdvanced(slot)
        notify(.metadataChanged, slot: slot)
    }

    private func rename(_ item: AdvancedCommerceChangedItem, in advanced: inout AdvancedSubscription) throws {
        try AdvancedCommerceRules.check(sku: item.currentSKU, .currentSKULengthExceeded)
        if let sku = item.sku { try AdvancedCommerceRules.check(sku: sku) }
        try AdvancedCommerceRules.check(description: item.description, displayName: item.displayName)
        guard item.sku != nil || item.description != nil || item.displayName != nil else {
            throw SimulatorError(.atLeastOneOfDisplayNameOrDescription)
        }
        guard (advanced.next.items ?? advanced.items).contains(where: { $0.sku == item.currentSKU }) else {
            throw SimulatorError(.changeItemNotFound)
        }
        advanced.changeItems(now: item.effective == .immediately) { items in
            guard let index = items.firstIndex(where: { $0.sku == item.currentSKU }) else { return }
            items[index].sku = item.sku ?? items[index].sku
            items[index].description = item.description ?? items[index].description
            items[index].displayName = item.displayName ?? items[index].displayName
        }
    }

    /// An ordinary subscription becomes one of Advanced Commerce; its price stays, its product changes with the
    /// renewal.
    private mutating func migrate(
        _ place: TransactionLocation,
        _ request: AdvancedCommerceSubscriptionMigrateRequest
    ) throws {
        guard case .lineage(let slot) = place, !lineages[slot].isShared, lineages[slot].bundle == nil else {
            throw SimulatorError(.subscriptionDoesNotExist)
        }
        guard lineages[slot].advanced == nil else { throw SimulatorError(.subscriptionAlreadyMigrated) }
        guard lineages[slot].isLive else { throw SimulatorError(.subscriptionNotEligible) }
        guard let product = productSlots[request.targetProductId],
            catalog.products[product].type == .autoRenewableSubscription, catalog.products[product].isGeneric == true
        else { throw SimulatorError(.invalidTargetProductID) }
        try AdvancedCommerceRules.check(taxCode: request.taxCode)
        let renewing = request.renewalItems ?? request.items
        guard !request.items.isEmpty, !renewing.isEmpty else { throw SimulatorError(.atLeastOneItem) }
        for item in request.items + renewing {
            try AdvancedCommerceRules.check(sku: item.sku)
            try AdvancedCommerceRules.check(description: item.description, displayName: item.displayName)
        }
        try AdvancedCommerceRules.check(
            description: request.descriptors.description,
            displayName: request.descriptors.displayName
        )
        let old = catalog.products[productSlots[lineages[slot].product] ?? product]
        lineages[slot].advanced = AdvancedSubscription(
            descriptors: AdvancedCommerceDescriptors(
                description: request.descriptors.description ?? old.referenceName,
                displayName: request.descriptors.displayName ?? old.referenceName
            ),
            items: priced(request.items, latest(slot).price ?? lineages[slot].renewalPrice),
            period: period(of: lineages[slot].product),
            taxCode: request.taxCode,
            requestReference: request.requestInfo.requestReferenceId.uuidString.lowercased(),
            consistencyToken: request.requestInfo.consistencyToken,
            next: AdvancedSubscription.Change(items: priced(renewing, lineages[slot].renewalPrice))
        )
        lineages[slot].renewalProduct = request.targetProductId
        lineages[slot].queuedOffer = nil
        publishAdvanced(slot)
        notify(.migrated, slot: slot)
    }

    /// Items whose prices together are what is paid: the first one bears it all, for Apple asks for no prices here.
    private func priced(_ items: [AdvancedCommerceItem], _ price: Int64) -> [AdvancedSubscription.Item] {
        items.enumerated().map { index, item in
            AdvancedSubscription.Item(
                sku: item.sku,
                description: item.description,
                displayName: item.displayName,
                price: index == 0 ? price : 0
            )
        }
    }

    /// New prices from the next period on; an increase above the limits waits for the customer's consent.
    private mutating func changePrices(
        _ slot: Int,
        _ request: AdvancedCommerceSubscriptionPriceChangeRequest
    ) throws {
        guard lineages[slot].isLive, lineages[slot].willRenew, var advanced = lineages[slot].advanced,
            let terms = productSlots[lineages[slot].renewalProduct].flatMap({ catalog.products[$0].subscription })
        else { throw SimulatorError(.inactiveACASub) }
        guard !request.items.isEmpty else { throw SimulatorError(.atLeastOneItem) }
        let skus = request.items.map(\.sku)
        guard Set(skus).count == skus.count else { throw SimulatorError(.multipleOperationsOnSingleSKU) }
        let before = advanced.upcoming.price
        for item in request.items {
            try AdvancedCommerceRules.check(sku: item.sku)
            try AdvancedCommerceRules.check(price: item.price)
            guard (advanced.next.items ?? advanced.items).contains(where: { $0.sku == item.sku }) else {
                throw SimulatorError(.invalidSKU)
            }
            advanced.changeItems(now: true) { items in
                guard let index = items.firstIndex(where: { $0.sku == item.sku }) else { return }
                items[index].increase = AdvancedCommercePriceIncreaseInfo(
                    dependentSKUs: item.dependentSKUs,
                    price: item.price,
                    status: .scheduled
                )
            }
        }
        try AdvancedCommerceRules.checkPrices(of: advanced)
        let after = advanced.upcoming.price
        lineages[slot].increase = nil
        if after > before {
            let isAsked = needsConsent(from: before, to: after, slot: slot, terms)
            let status: AdvancedCommercePriceIncreaseInfoStatus = isAsked ? .pending : .scheduled
            advanced.changeItems(now: true) { items in
                for index in items.indices where skus.contains(items[index].sku) {
                    items[index].increase?.status = status
                }
            }
            lineages[slot].increase = PriceIncrease(
                price: after,
                effectiveDate: now,
                needsConsent: isAsked,
                isAccepted: !isAsked
            )
            lineages[slot].lastIncrease = now
        }
        lineages[slot].renewalPrice = after
        lineages[slot].advanced = advanced
        notify(.priceChanged, slot: slot)
    }

    /// The customer agreed to new prices.
    mutating func acceptAdvancedPrices(_ slot: Int) {
        lineages[slot].advanced?.changeItems(now: true) { items in
            for index in items.indices where items[index].increase != nil {
                items[index].increase?.status = .accepted
            }
        }
    }

    /// Puts the latest transaction among the effects with what the subscription now consists of.
    mutating func publishAdvanced(_ slot: Int) {
        let last = lineages[slot].transactions.count - 1
        let storefront = storefront(of: lineages[slot].customer)
        let refunds = lineages[slot].transactions[last].advancedCommerceInfo?.items ?? []
        var info = lineages[slot].advanced?.transactionInfo(in: storefront)
        for index in info?.items?.indices ?? 0..<0 {
            let old = refunds.first { $0.sku == info?.items?[index].sku }
            info?.items?[index].refunds = old?.refunds
            info?.items?[index].revocationDate = old?.revocationDate
        }
        lineages[slot].transactions[last].advancedCommerceInfo = info
        publish(latest(slot), customer: lineages[slot].customer)
    }
}
