// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The identifier of one customer's download of one app.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/apptransactionid>
public struct AppTransactionID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
