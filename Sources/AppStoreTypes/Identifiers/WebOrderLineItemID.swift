// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The identifier of one renewal event, the same on all of a customer's devices.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/weborderlineitemid>
public struct WebOrderLineItemID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
