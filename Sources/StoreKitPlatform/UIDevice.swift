// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// The machine, as purchase code asks about it; from any thread, as older code does.
open class UIDevice: NSObject, @unchecked Sendable {
    /// This machine.
    public static let current = UIDevice()

    /// The machine's name on the network.
    open var name: String { ProcessInfo.processInfo.hostName }

    /// What kind of machine it is.
    open var model: String { "Linux" }

    /// What kind of machine it is.
    open var localizedModel: String { model }

    /// The operating system.
    open var systemName: String { "Linux" }

    /// The operating system's version.
    open var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }

    /// What tells this machine apart for one maker of apps: the same as long as the process lives.
    open var identifierForVendor: UUID? { vendor }

    private let vendor = UUID()

    /// Makes a device.
    override public init() {
        super.init()
    }
}
