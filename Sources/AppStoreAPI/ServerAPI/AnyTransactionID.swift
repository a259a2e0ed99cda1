// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// An identifier by which Apple finds a customer: of a transaction, of a subscription, or of the app's download.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/anytransactionid>
public protocol AnyTransactionID: Sendable {
    /// The identifier as Apple writes it.
    var rawValue: String { get }
}

extension TransactionID: AnyTransactionID {}

extension OriginalTransactionID: AnyTransactionID {}

extension AppTransactionID: AnyTransactionID {}
