// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Which of the two styles of receipts.
///
/// An open set: a value that Apple adds later is kept as it came.
public struct ReceiptStyle: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The app's receipt with all its purchases; since iOS 7.
    public static let app = ReceiptStyle(rawValue: "app")

    /// The receipt of one purchase; until iOS 6.
    public static let transaction = ReceiptStyle(rawValue: "transaction")
}
