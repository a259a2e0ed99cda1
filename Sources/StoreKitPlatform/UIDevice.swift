// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// What kind of screen a machine has.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// None that has a name: Linux.
    case unspecified = -1

    /// A phone's.
    case phone

    /// A tablet's.
    case pad

    /// A television.
    case tv

    /// A car's.
    case carPlay

    /// A desktop computer's.
    case mac = 5

    /// A headset's.
    case vision
}

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

    /// This machine's identifier for one vendor: the same as long as the process lives.
    open var identifierForVendor: UUID? { vendor }

    /// What kind of screen the machine has: none.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { .unspecified }

    private let vendor = UUID()

    /// Makes a device.
    override public init() {
        super.init()
    }
}
