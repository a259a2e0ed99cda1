// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Where an app receipt was made, as the receipt itself says.
///
/// <https://developer.apple.com/documentation/appstorereceipts/responsebody/receipt>
public struct ReceiptType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The App Store.
    public static let production = ReceiptType(rawValue: "Production")

    /// The App Store, bought by an organization in volume.
    public static let productionVPP = ReceiptType(rawValue: "ProductionVPP")

    /// The sandbox.
    public static let productionSandbox = ReceiptType(rawValue: "ProductionSandbox")

    /// The sandbox, bought by an organization in volume.
    public static let productionVPPSandbox = ReceiptType(rawValue: "ProductionVPPSandbox")

    /// StoreKit testing in Xcode.
    public static let xcode = ReceiptType(rawValue: "Xcode")

    /// The environment as signed documents name it; an unknown type is an unknown environment.
    public var environment: Environment {
        switch self {
        case .production, .productionVPP: .production
        case .productionSandbox, .productionVPPSandbox: .sandbox
        default: Environment(rawValue: rawValue)
        }
    }
}
