// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One purchase, renewal or restore.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/transactionid>
public struct TransactionID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
