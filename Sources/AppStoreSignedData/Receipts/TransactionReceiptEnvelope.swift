// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// The outer form of an iOS 6 transaction receipt: signed fields, and a signature with its certificate.
struct TransactionReceiptEnvelope {
    /// The signed fields' property list.
    let purchaseInfo: [UInt8]
    let environment: Environment
    let version: UInt8
    let signature: [UInt8]
    let certificate: [UInt8]

    /// The lengths of signatures by the version of the form.
    private static let signatureLengths: [UInt8: Int] = [2: 128, 3: 256]

    init(purchaseInfo: [UInt8], environment: Environment, version: UInt8, signature: [UInt8], certificate: [UInt8]) {
        self.purchaseInfo = purchaseInfo
        self.environment = environment
        self.version = version
        self.signature = signature
        self.certificate = certificate
    }

    /// Reads a receipt's property list; total on any bytes.
    init?(_ receipt: [UInt8]) {
        guard let outer = PropertyList(receipt)?.values,
            let info = outer["purchase-info"].flatMap(Base64.decode),
            let blob = outer["signature"].flatMap(Base64.decode),
            let version = blob.first, let length = Self.signatureLengths[version], blob.count > length + 5
        else { return nil }
        let certificate = blob[(length + 5)...]
        let stated = blob[(length + 1)..<(length + 5)].reduce(0) { $0 << 8 | Int($1) }
        guard stated == certificate.count else { return nil }
        self.init(
            purchaseInfo: info,
            environment: outer["environment"].map(Environment.init(rawValue:)) ?? .production,
            version: version,
            signature: Array(blob[1...length]),
            certificate: Array(certificate)
        )
    }

    /// What is signed.
    var message: [UInt8] { [version] + purchaseInfo }

    /// The receipt's property list.
    var bytes: [UInt8] {
        let count = certificate.count
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        var outer = [
            "signature": Base64.encode([version] + signature + length + certificate),
            "purchase-info": Base64.encode(purchaseInfo),
            "pod": "100",
            "signing-status": "0",
        ]
        if environment != .production { outer["environment"] = environment.rawValue }
        // Apple's order: code of that time takes the environment by its place.
        return PropertyList(outer).bytes(first: ["signature", "purchase-info", "environment", "pod", "signing-status"])
    }
}
