// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// What requests say of the app and the device: `PurserClient app/2.3.1 (iOS 27.0)`.
///
/// The console shows support which version a customer used last.
enum ClientName {
    /// The field `User-Agent`.
    ///
    /// - Parameter appVersion: The app's version; none is said where it is not known.
    /// - Returns: The field, of printable ASCII.
    static func field(appVersion: String?) -> String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        var system = "\(systemName) \(version.majorVersion).\(version.minorVersion)"
        if version.patchVersion > 0 { system += ".\(version.patchVersion)" }
        return "PurserClient app/\(printable(appVersion ?? "")) (\(system))"
    }

    /// Without what would end the field or the version in it.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(60).filter { (0x21...0x7E).contains($0.value) && $0 != "(" && $0 != ")" }
            )
        )
    }

    private static var systemName: String {
        #if os(iOS)
        "iOS"
        #elseif os(tvOS)
        "tvOS"
        #elseif os(watchOS)
        "watchOS"
        #elseif os(visionOS)
        "visionOS"
        #elseif os(macOS)
        "macOS"
        #else
        "Linux"
        #endif
    }
}
