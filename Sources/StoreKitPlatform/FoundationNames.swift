// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

// Names of Apple's Foundation that the one on Linux lacks, and that purchase code uses.

extension ProcessInfo {
    /// Whether an app for iPhone runs on a Mac: it does not.
    public var isiOSAppOnMac: Bool { false }

    /// Whether an app was made for iPad and runs on a Mac: it was not.
    public var isMacCatalystApp: Bool { false }

    /// Whether the customer asked the machine to save power: no one can.
    public var isLowPowerModeEnabled: Bool { false }
}

extension URL {
    /// Where the customer's documents are kept.
    public static var documentsDirectory: URL { standard(.documentDirectory, "Documents") }

    /// Where the app keeps what it needs.
    public static var applicationSupportDirectory: URL { standard(.applicationSupportDirectory, ".local/share") }

    /// Where the app keeps what it can fetch again.
    public static var cachesDirectory: URL { standard(.cachesDirectory, ".cache") }

    private static func standard(_ directory: FileManager.SearchPathDirectory, _ fallback: String) -> URL {
        let manager = FileManager.default
        return manager.urls(for: directory, in: .userDomainMask).first
            ?? manager.homeDirectoryForCurrentUser.appendingPathComponent(fallback, isDirectory: true)
    }
}

extension URLError {
    /// Why a network may not be used.
    public enum NetworkUnavailableReason: Int, Sendable {
        /// The customer forbade it on mobile networks.
        case cellular = 0

        /// It would cost money.
        case expensive = 1

        /// The customer asked to save data.
        case constrained = 2
    }

    /// Why the network may not be used; no one restricts it on Linux.
    public var networkUnavailableReason: NetworkUnavailableReason? { nil }
}

extension DispatchTime {
    /// The length from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The length; negative when the other is earlier.
    public func distance(to other: DispatchTime) -> DispatchTimeInterval {
        let (from, to) = (uptimeNanoseconds, other.uptimeNanoseconds)
        if to == DispatchTime.distantFuture.uptimeNanoseconds { return .never }
        return to >= from
            ? .nanoseconds(Int(clamping: to - from)) : .nanoseconds(-Int(clamping: from - to))
    }
}

extension NSError {
    /// A key of an error's details.
    public typealias UserInfoKey = NSString
}
