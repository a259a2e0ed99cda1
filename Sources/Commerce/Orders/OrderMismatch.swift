// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Why a transaction cannot pay the order that the app names with it.
public enum OrderMismatch: Hashable, Sendable {
    /// The order is another customer's than the purchase, or than the one the request is for.
    case owner

    /// The transaction is a renewal; a renewal has an order of its own.
    case renewal

    /// The purchase is shared by a family member, who paid for it.
    case familyShared

    /// The purchase carries the token of another order.
    case token(expected: AppAccountToken?, found: AppAccountToken)

    /// It bought another product.
    case product(expected: ProductID, found: ProductID)

    /// It bought another quantity.
    case quantity(expected: Int, found: Int)

    /// It was bought before the order was created.
    case older(created: Date, purchased: Date)

    /// The transaction paid another order.
    case transactionUsed(OrderID)

    /// Another transaction paid the order.
    case alreadyPaid
}
