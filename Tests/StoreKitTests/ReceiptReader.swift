// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// Reads an app receipt without checking who signed it.
enum ReceiptReader {
    struct Contents {
        var products: [String]
        var transactions: [String]
    }

    static func read(_ url: URL) throws -> Contents {
        let receipt = try ReceiptVerifier.decodeUnverifiedAppReceipt(Data(contentsOf: url))
        return Contents(
            products: receipt.purchases.compactMap { $0.productID?.rawValue },
            transactions: receipt.purchases.compactMap { $0.transactionID?.rawValue }
        )
    }
}
