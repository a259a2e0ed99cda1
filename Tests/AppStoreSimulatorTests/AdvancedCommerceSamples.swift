// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

extension Store {
    /// A store with a product of Advanced Commerce of each kind, in which Alice has an account.
    static func advanced(in environment: Environment = .production) throws -> Store {
        var catalog = Catalog.sample
        var plan = Catalog.plan("generic.plan", level: 1, .month, 0)
        plan.subscription?.group = "generic"
        plan.isGeneric = true
        plan.isFamilyShareable = false
        var once = Catalog.item("generic.once", .nonConsumable, 0)
        once.isGeneric = true
        catalog.products += [plan, once]
        catalog.groups.append(CatalogGroup(id: "generic", name: "Courses"))
        var store = Store(catalog: catalog)
        try store.perform(.addCustomer(CustomerProfile(id: "alice", environment: environment)))
        return store
    }

    /// Orders, and answers with the transaction.
    mutating func order(
        _ order: AdvancedCommerceOrder,
        _ product: ProductID = "generic.plan"
    ) throws
        -> TransactionPayload?
    {
        guard
            case .purchased(let transaction) = try perform(
                .orderAdvancedCommerce("alice", product: product, order)
            )
        else { return nil }
        return transaction
    }
}

extension AdvancedCommerceRequestInfo {
    /// A request that was never made before.
    static var new: AdvancedCommerceRequestInfo { AdvancedCommerceRequestInfo(requestReferenceId: UUID()) }
}

extension AdvancedCommerceChargeItem {
    static func sample(
        _ sku: String = "course",
        price: Int64 = 9990,
        offer: AdvancedCommerceOffer? = nil,
        prorated: Int64? = nil
    ) -> AdvancedCommerceChargeItem {
        AdvancedCommerceChargeItem(
            sku: sku,
            description: "All lessons",
            displayName: "Course",
            offer: offer,
            price: price,
            proratedPrice: prorated
        )
    }
}

extension AdvancedCommerceSubscriptionCreateRequest {
    static func sample(
        _ items: [AdvancedCommerceChargeItem],
        period: SubscriptionPeriod = "P1M"
    )
        -> AdvancedCommerceSubscriptionCreateRequest
    {
        AdvancedCommerceSubscriptionCreateRequest(
            currency: "USD",
            descriptors: AdvancedCommerceDescriptors(description: "Learn", displayName: "School"),
            items: items,
            period: period,
            requestInfo: .new,
            taxCode: "S021-01"
        )
    }

    static var sample: AdvancedCommerceSubscriptionCreateRequest { sample([.sample()]) }
}

extension AdvancedCommerceSubscriptionModifyInAppRequest {
    static func sample(
        _ id: TransactionID,
        retains: Bool = true,
        _ change: (inout AdvancedCommerceSubscriptionModifyInAppRequest) -> Void
    ) -> AdvancedCommerceSubscriptionModifyInAppRequest {
        var request = AdvancedCommerceSubscriptionModifyInAppRequest(
            requestInfo: .new,
            retainBillingCycle: retains,
            transactionId: id
        )
        change(&request)
        return request
    }
}

extension AdvancedCommerceModifyChangeItem {
    static func sample(
        _ current: String,
        to sku: String,
        price: Int64,
        effective: AdvancedCommerceEffective,
        prorated: Int64? = nil
    ) -> AdvancedCommerceModifyChangeItem {
        AdvancedCommerceModifyChangeItem(
            currentSKU: current,
            description: "All lessons",
            displayName: "Course",
            effective: effective,
            price: price,
            proratedPrice: prorated,
            reason: .upgrade,
            sku: sku
        )
    }
}

extension AdvancedCommerceSubscriptionCancelRequest {
    static var sample: AdvancedCommerceSubscriptionCancelRequest { .init(requestInfo: .new) }
}

extension AdvancedCommerceSubscriptionMigrateRequest {
    static func sample(to product: ProductID) -> AdvancedCommerceSubscriptionMigrateRequest {
        AdvancedCommerceSubscriptionMigrateRequest(
            descriptors: AdvancedCommerceMigrateDescriptors(description: "Learn", displayName: "School"),
            items: [AdvancedCommerceItem(sku: "course", description: "All lessons", displayName: "Course")],
            requestInfo: .new,
            targetProductId: product,
            taxCode: "S021-01"
        )
    }
}

extension AdvancedCommerceSubscriptionChangeMetadataRequest {
    static func sample(
        displayName: String,
        effective: AdvancedCommerceEffective = .immediately
    )
        -> AdvancedCommerceSubscriptionChangeMetadataRequest
    {
        let item = AdvancedCommerceChangedItem(
            currentSKU: "course",
            displayName: displayName,
            effective: effective
        )
        return AdvancedCommerceSubscriptionChangeMetadataRequest(items: [item], requestInfo: .new)
    }
}

extension AdvancedCommerceSubscriptionPriceChangeRequest {
    static func sample(_ prices: [String: Int64]) -> AdvancedCommerceSubscriptionPriceChangeRequest {
        AdvancedCommerceSubscriptionPriceChangeRequest(
            items: prices.sorted { $0.key < $1.key }.map {
                AdvancedCommercePriceChangeItem(sku: $0.key, price: $0.value)
            },
            requestInfo: .new
        )
    }
}

extension AdvancedCommerceSubscriptionRevokeRequest {
    static func sample(
        _ type: AdvancedCommerceRefundType,
        _ reason: AdvancedCommerceRefundReason = .legal
    ) -> AdvancedCommerceSubscriptionRevokeRequest {
        AdvancedCommerceSubscriptionRevokeRequest(
            refundReason: reason,
            refundRiskingPreference: false,
            refundType: type,
            requestInfo: .new
        )
    }
}

extension AdvancedCommerceRequestRefundRequest {
    static func sample(
        _ sku: String,
        _ type: AdvancedCommerceRefundType = .full,
        amount: Int64? = nil,
        reason: AdvancedCommerceRefundReason = .other,
        revoke: Bool = true
    ) -> AdvancedCommerceRequestRefundRequest {
        AdvancedCommerceRequestRefundRequest(
            items: [
                AdvancedCommerceRequestRefundItem(
                    sku: sku,
                    refundAmount: amount,
                    refundReason: reason,
                    refundType: type,
                    revoke: revoke
                )
            ],
            refundRiskingPreference: false,
            requestInfo: .new
        )
    }
}
