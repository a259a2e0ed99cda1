// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Asks Apple what a receipt says.
///
/// <https://developer.apple.com/documentation/appstorereceipts/requestbody>
public struct VerifyReceiptRequest: Hashable, Sendable, Codable {
    /// The receipt in base64, of either style.
    public var receiptData: String

    /// The app's shared secret; needed for subscriptions.
    public var password: String?

    /// Whether only each subscription's latest transaction is wanted.
    public var excludeOldTransactions: Bool?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(receiptData: String, password: String? = nil, excludeOldTransactions: Bool? = nil) {
        self.receiptData = receiptData
        self.password = password
        self.excludeOldTransactions = excludeOldTransactions
    }

    private enum CodingKeys: String, CodingKey {
        case receiptData = "receipt-data"
        case password = "password"
        case excludeOldTransactions = "exclude-old-transactions"
    }
}

extension VerifyReceiptRequest: CustomStringConvertible, CustomReflectable {
    /// The receipt's length alone, so that a log never holds a receipt or the secret.
    public var description: String { "receipt of \(receiptData.utf8.count) base64 digits" }

    /// The receipt's length.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
