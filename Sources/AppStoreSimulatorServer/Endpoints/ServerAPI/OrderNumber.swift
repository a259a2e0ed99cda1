// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The order numbers that customers find in the App Store's mail: here each represents one transaction.
enum OrderNumber {
    /// The order of a transaction.
    static func text(of transaction: TransactionID) -> String? {
        UInt64(transaction.rawValue).map { "M" + String($0, radix: 36, uppercase: true) }
    }

    /// The transaction of an order.
    static func transaction(of order: String) -> TransactionID? {
        guard order.hasPrefix("M"), let number = UInt64(order.dropFirst(), radix: 36) else { return nil }
        return TransactionID(rawValue: String(number))
    }
}
