// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Where the app's purchases come from.
public enum PurserEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
    /// The App Store: real money.
    case production

    /// A tester's account in a build of the team.
    case sandbox

    /// TestFlight: the sandbox, in a build that testers got.
    case testFlight

    /// Xcode, its simulator, or a test session.
    case xcode

    /// Whether no real money is paid.
    public var isSandbox: Bool { self != .production }

    /// The name that signed documents use.
    package var documentName: String {
        switch self {
        case .production: "Production"
        case .sandbox, .testFlight: "Sandbox"
        case .xcode: "Xcode"
        }
    }

    /// What tells environments apart.
    package struct EnvironmentIndicators: Hashable, Sendable {
        /// The name that a signed document carries.
        package var document: String?

        /// The last part of the receipt's address.
        package var receiptName: String?

        /// Whether the build carries a developer's provisioning profile.
        package var hasProvisioningProfile: Bool

        /// Whether it runs in a device simulator.
        package var isDeviceSimulator: Bool

        package init(
            document: String? = nil,
            receiptName: String? = nil,
            hasProvisioningProfile: Bool = false,
            isDeviceSimulator: Bool = false
        ) {
            self.document = document
            self.receiptName = receiptName
            self.hasProvisioningProfile = hasProvisioningProfile
            self.isDeviceSimulator = isDeviceSimulator
        }
    }

    /// Reads the signs; what a signed document says counts most.
    ///
    /// TestFlight's purchases are the sandbox's; its builds carry no developer's profile.
    package init(_ signs: EnvironmentIndicators) {
        let isTestFlight = signs.receiptName == "sandboxReceipt" && !signs.hasProvisioningProfile
        switch signs.document {
        case "Xcode", "LocalTesting": self = .xcode
        case "Sandbox": self = isTestFlight ? .testFlight : .sandbox
        case "Production": self = .production
        default:
            if signs.isDeviceSimulator {
                self = .xcode
            } else if signs.receiptName == "sandboxReceipt" {
                self = isTestFlight ? .testFlight : .sandbox
            } else {
                self = .production
            }
        }
    }
}
