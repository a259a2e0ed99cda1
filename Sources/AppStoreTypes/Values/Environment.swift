// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The App Store environment in which a document was made.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/environment>
public struct Environment: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The App Store itself.
    public static let production = Environment(rawValue: "Production")

    /// Apple's sandbox, TestFlight included.
    public static let sandbox = Environment(rawValue: "Sandbox")

    /// StoreKit testing in Xcode.
    public static let xcode = Environment(rawValue: "Xcode")

    /// StoreKit testing of an app that is not in App Store Connect.
    public static let localTesting = Environment(rawValue: "LocalTesting")
}
