// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// A transaction's number, which is shorter to keep than its text.
typealias TransactionKey = UInt64

extension TransactionID {
    init(_ key: TransactionKey) {
        self.init(rawValue: String(key))
    }

    var key: TransactionKey? { TransactionKey(rawValue) }
}

extension OriginalTransactionID {
    init(_ key: TransactionKey) {
        self.init(rawValue: String(key))
    }

    var key: TransactionKey? { TransactionKey(rawValue) }
}
