// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials

/// The device that iOS 6 receipts name.
public struct ReceiptDevice: Hashable, Sendable, Codable {
    /// The device's identifier: 40 hexadecimal digits.
    public var identifier: String

    /// The device's identifier for the app's vendor: a UUID in upper case.
    public var vendorIdentifier: String

    /// Makes a device.
    public init(identifier: String, vendorIdentifier: String) {
        self.identifier = identifier
        self.vendorIdentifier = vendorIdentifier
    }

    /// A customer's device, the same each time.
    public init(of customer: CustomerID) {
        let bytes = SHA256.digest(of: Array("device of \(customer)".utf8))
        let digits = bytes.map { ReceiptDevice.hexadecimal($0) }.joined()
        let groups = [8, 4, 4, 4, 12]
        var rest = digits.uppercased()[...]
        let parts = groups.map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }
        self.init(identifier: String(digits.prefix(40)), vendorIdentifier: parts.joined(separator: "-"))
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }
}
