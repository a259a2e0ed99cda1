// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The identifier of a promotional offer, offer code or win-back offer.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/offeridentifier>
public struct OfferID: WireString {
    /// The identifier as Apple writes it.
    public let rawValue: String

    /// Makes an identifier from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
