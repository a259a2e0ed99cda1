// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether anything was bought with a token.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/externalpurchaseserverapi/status>
public struct ExternalPurchaseReportStatus: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Something was.
    public static let lineItem = ExternalPurchaseReportStatus(rawValue: "LINE_ITEM")

    /// Nothing was.
    public static let noLineItem = ExternalPurchaseReportStatus(rawValue: "NO_LINE_ITEM")

    /// The token is not known to the developer.
    public static let unrecognizedToken = ExternalPurchaseReportStatus(rawValue: "UNRECOGNIZED_TOKEN")
}
