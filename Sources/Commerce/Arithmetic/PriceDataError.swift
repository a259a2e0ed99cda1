// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A table of prices, rates or storefronts that cannot be read; says which line and what it should be.
public struct PriceDataError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, fit to be shown.
    public let description: String

    /// Makes an error from its words.
    public init(_ description: String) {
        self.description = description
    }
}
