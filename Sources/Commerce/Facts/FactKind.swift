// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What a fact is.
///
/// An open set: a kind written by a later version of this software is kept as it is.
public struct FactKind: WireString {
    /// The kind's name as it is stored.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A transaction that Apple signed.
    public static let transaction = FactKind(rawValue: "transaction")

    /// A renewal info that Apple signed.
    public static let renewalInfo = FactKind(rawValue: "renewal-info")

    /// A version 2 notification that Apple signed.
    public static let notification = FactKind(rawValue: "notification")

    /// An app transaction that Apple signed.
    public static let appTransaction = FactKind(rawValue: "app-transaction")

    /// What Apple answered about a receipt, one subscription's or purchase's share of it.
    public static let receiptAnswer = FactKind(rawValue: "receipt-answer")

    /// A version 1 notification, which no one signed.
    public static let legacyNotification = FactKind(rawValue: "notification-v1")

    /// A row of one of Apple's reports.
    public static let reportRow = FactKind(rawValue: "report-row")

    /// A statement of the team's about a purchase in another store.
    public static let storeStatement = FactKind(rawValue: "store-statement")

    /// Something that we did.
    public static let command = FactKind(rawValue: "command")
}
