// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Where an app receipt comes from.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstorereceipts/responsebody/receipt>
public struct ReceiptKind: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The App Store.
    public static let production = ReceiptKind(rawValue: "Production")

    /// The sandbox.
    public static let productionSandbox = ReceiptKind(rawValue: "ProductionSandbox")

    /// Volume purchase.
    public static let productionVPP = ReceiptKind(rawValue: "ProductionVPP")

    /// Volume purchase in the sandbox.
    public static let productionVPPSandbox = ReceiptKind(rawValue: "ProductionVPPSandbox")
}
