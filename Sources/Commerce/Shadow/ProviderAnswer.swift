// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What another provider answers about one customer.
public struct ProviderAnswer: Hashable, Sendable, Codable {
    /// Whether the provider knows the customer.
    public var isKnown: Bool

    /// The customer whom the provider means, as it names them; absent when it does not say.
    public var owner: CustomerID?

    /// The entitlements, active or not.
    public var entitlements: [ProviderEntitlement]

    /// Makes an answer.
    public init(isKnown: Bool = true, owner: CustomerID? = nil, entitlements: [ProviderEntitlement] = []) {
        self.isKnown = isKnown
        self.owner = owner
        self.entitlements = entitlements
    }

    /// How many entitlements of an answer are read.
    public static let maximumEntitlements = 200
}

/// When access ends.
public enum AccessEnd: Hashable, Sendable, Codable {
    /// It is not stated.
    case unstated

    /// It does not end.
    case never

    /// It ends then.
    case date(Date)

    /// The date, when there is one.
    public var date: Date? {
        guard case .date(let date) = self else { return nil }
        return date
    }
}

/// What another provider states about an entitlement; a member is absent when the provider does not state it.
public struct ProviderEntitlement: Hashable, Sendable, Codable {
    /// The entitlement, by Purser's name.
    public var id: EntitlementID

    /// Whether the customer may use it.
    public var isEntitled: Bool

    /// When access ends, or ended.
    public var end: AccessEnd

    /// When the paid period ends, where that is not the end of access.
    public var periodEndDate: Date?

    /// The product that gives it.
    public var product: ProductID?

    /// The transaction that gives it.
    public var transaction: TransactionID?

    /// The environment of the purchase.
    public var environment: Environment?

    /// Whether the customer bought it or the family shares it.
    public var ownership: InAppOwnershipType?

    /// Whether the provider granted it without a purchase.
    public var isPromotional: Bool

    /// When the transaction was bought.
    public var purchaseDate: Date?

    /// When a grace period ends.
    public var graceEndDate: Date?

    /// When the provider noticed a refund.
    public var refundDate: Date?

    /// When the provider noticed that a payment failed.
    public var billingIssueDate: Date?

    /// When the provider noticed that the customer turned renewal off.
    public var cancellationDate: Date?

    /// The price.
    public var price: Money?

    /// Makes a statement.
    public init(
        id: EntitlementID,
        isEntitled: Bool,
        end: AccessEnd = .unstated,
        periodEndDate: Date? = nil,
        product: ProductID? = nil,
        transaction: TransactionID? = nil,
        environment: Environment? = nil,
        ownership: InAppOwnershipType? = nil,
        isPromotional: Bool = false,
        purchaseDate: Date? = nil,
        graceEndDate: Date? = nil,
        refundDate: Date? = nil,
        billingIssueDate: Date? = nil,
        cancellationDate: Date? = nil,
        price: Money? = nil
    ) {
        self.id = id
        self.isEntitled = isEntitled
        self.end = end
        self.periodEndDate = periodEndDate
        self.product = product
        self.transaction = transaction
        self.environment = environment
        self.ownership = ownership
        self.isPromotional = isPromotional
        self.purchaseDate = purchaseDate
        self.graceEndDate = graceEndDate
        self.refundDate = refundDate
        self.billingIssueDate = billingIssueDate
        self.cancellationDate = cancellationDate
        self.price = price
    }
}
