// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Why a transaction cannot pay an order.
public enum OrderMismatch: Hashable, Sendable, Codable {
    /// It is of another app or environment.
    case scope(expected: AppScope, found: AppScope)

    /// It carries another order's token.
    case token(expected: AppAccountToken, found: AppAccountToken)

    /// It bought another product.
    case product(expected: ProductID, found: ProductID)

    /// It bought another quantity.
    case quantity(expected: Int, found: Int)

    /// The order is paid by another transaction.
    case alreadyPaid(TransactionID)

    /// It was refunded or revoked.
    case withdrawn(Revocation)

    /// It is a renewal, which gets an order of its own.
    case renewal

    /// It was bought before the order was made.
    case older
}
