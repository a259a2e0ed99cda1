// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A platform on which a customer first got an app.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/originalplatform>
public struct AppPlatform: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// iPhone and iPad.
    public static let iOS = AppPlatform(rawValue: "iOS")

    /// Mac.
    public static let macOS = AppPlatform(rawValue: "macOS")

    /// Apple TV.
    public static let tvOS = AppPlatform(rawValue: "tvOS")

    /// Apple Vision.
    public static let visionOS = AppPlatform(rawValue: "visionOS")

    /// An organization distributed the app.
    public static let managed = AppPlatform(rawValue: ProvisionalNames.managedPlatform)
}
