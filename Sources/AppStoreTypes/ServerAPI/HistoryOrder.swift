// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The order of a history's items, by when they last changed.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/order>
public struct HistoryOrder: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The oldest change first; Apple's default.
    public static let ascending = HistoryOrder(rawValue: "ASCENDING")

    /// The newest change first.
    public static let descending = HistoryOrder(rawValue: "DESCENDING")
}
