// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// When the app's key alone is not enough, because everybody who has the app has that key.
///
/// Whatever the level, the app's key never moves a purchase from one customer to another, never attaches a purchase to a
/// customer without an order of that customer, and is answered with what the transaction itself gives.
public enum CustomerTokenRequirement: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app's key reads and changes the data of every customer whose identifier the caller knows.
    ///
    /// For development, and for apps whose customer identifiers are random and secret. Anybody who guesses an identifier
    /// reads that customer's entitlements and balances.
    case never

    /// Reading or changing a customer's data needs the customer's token. The app's key creates orders for any customer
    /// and claims a purchase for the customer of the order that it pays.
    case reads

    /// As ``reads``; creating, finishing and failing an order and claiming a purchase need the token, too.
    case always
}
