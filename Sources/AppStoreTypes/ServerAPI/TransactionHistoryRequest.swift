// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Which of a customer's transactions are wanted; nothing set means all.
///
/// Send the same values with every page.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/get-v2-history-_anytransactionid_>
public struct TransactionHistoryRequest: Hashable, Sendable {
    /// Bought at or after.
    public var startDate: Date?

    /// Bought before.
    public var endDate: Date?

    /// Of these products.
    public var productIds: [ProductID]

    /// Of these kinds.
    public var productTypes: [HistoryProductType]

    /// In this order.
    public var sort: HistoryOrder?

    /// Of these groups.
    public var subscriptionGroupIdentifiers: [SubscriptionGroupID]

    /// Bought, or shared by a family member.
    public var inAppOwnershipType: InAppOwnershipType?

    /// Only revoked ones, or none of them.
    public var revoked: Bool?

    /// Makes a request from its filters.
    public init(
        startDate: Date? = nil,
        endDate: Date? = nil,
        productIds: [ProductID] = [],
        productTypes: [HistoryProductType] = [],
        sort: HistoryOrder? = nil,
        subscriptionGroupIdentifiers: [SubscriptionGroupID] = [],
        inAppOwnershipType: InAppOwnershipType? = nil,
        revoked: Bool? = nil
    ) {
        self.startDate = startDate
        self.endDate = endDate
        self.productIds = productIds
        self.productTypes = productTypes
        self.sort = sort
        self.subscriptionGroupIdentifiers = subscriptionGroupIdentifiers
        self.inAppOwnershipType = inAppOwnershipType
        self.revoked = revoked
    }
}

extension TransactionHistoryRequest {
    /// The query's names and values in Apple's spelling; some names come several times.
    public var queryItems: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) {
            if let value { items.append((name, value)) }
        }
        add("startDate", startDate.map { String($0.millisecondsSince1970) })
        add("endDate", endDate.map { String($0.millisecondsSince1970) })
        for product in productIds { add("productId", product.rawValue) }
        for type in productTypes { add("productType", type.rawValue) }
        add("sort", sort?.rawValue)
        for group in subscriptionGroupIdentifiers { add("subscriptionGroupIdentifier", group.rawValue) }
        add("inAppOwnershipType", inAppOwnershipType?.rawValue)
        add("revoked", revoked.map { $0 ? "true" : "false" })
        return items
    }
}
