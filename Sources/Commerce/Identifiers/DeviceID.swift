// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A device that a customer registered.
public struct DeviceID: WireString {
    /// The identifier as the app writes it.
    public let rawValue: String

    /// Makes an identifier from the app's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
