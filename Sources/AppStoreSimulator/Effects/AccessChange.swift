// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What a customer should be able to use from now on because of one purchase: the simulator's own truth.
///
/// It is written where a rule decides, not read from the payloads, so that a server's answer can be compared with it.
/// The latest change of an identifier counts.
public struct AccessChange: Hashable, Sendable, Codable {
    /// The customer.
    public var customer: CustomerID

    /// The transaction that gives the access.
    public var transaction: TransactionID

    /// The product.
    public var product: ProductID

    /// What kind of product it is.
    public var type: ProductType

    /// How many.
    public var quantity: Int

    /// From when.
    public var from: Date

    /// Until when; permanently when absent, never when it is the beginning.
    public var until: Date?

    /// When this became so.
    public var date: Date
}
