// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The kind of store that an app came from.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/storekit/apptransaction/storetype>
public struct StoreType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The App Store.
    public static let consumer = StoreType(rawValue: ProvisionalNames.consumerStore)

    /// Apple School Manager.
    public static let education = StoreType(rawValue: ProvisionalNames.educationStore)

    /// Apple Business.
    public static let enterprise = StoreType(rawValue: ProvisionalNames.enterpriseStore)
}
