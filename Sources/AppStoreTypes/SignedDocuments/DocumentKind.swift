// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The kinds of documents that Apple signs.
public struct DocumentKind: WireString {
    /// The kind's name, as the command line and the server's routes spell it.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A signed transaction.
    public static let transaction = DocumentKind(rawValue: "transaction")

    /// A signed renewal info.
    public static let renewalInfo = DocumentKind(rawValue: "renewal-info")

    /// A version 2 notification.
    public static let notification = DocumentKind(rawValue: "notification")

    /// A signed app transaction.
    public static let appTransaction = DocumentKind(rawValue: "app-transaction")

    /// An app receipt or an iOS 6 transaction receipt.
    public static let receipt = DocumentKind(rawValue: "receipt")
}
