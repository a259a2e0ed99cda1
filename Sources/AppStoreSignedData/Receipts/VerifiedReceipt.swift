// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A receipt of either style that was verified.
public enum VerifiedReceipt: Sendable {
    /// An app receipt.
    case app(Verified<AppReceipt>)

    /// An iOS 6 transaction receipt.
    case transaction(Verified<TransactionReceipt>)
}

extension ReceiptVerifier {
    /// Verifies a receipt of either style.
    ///
    /// - Parameters:
    ///   - receipt: The receipt's bytes, or its base64 text with or without line breaks, as apps send it.
    ///   - deviceIdentifier: The device's identifier, when the app sent it: then an app receipt must be that device's.
    /// - Returns: What the receipt says.
    /// - Throws: ``VerificationError``.
    public func verify(_ receipt: Data, deviceIdentifier: Data? = nil) throws -> VerifiedReceipt {
        try checkSize(receipt)
        let bytes = Self.bytes(of: receipt)
        if Self.isTransactionReceipt(bytes) { return .transaction(try verifyTransactionReceipt(bytes)) }
        return .app(try verifyAppReceipt(bytes, deviceIdentifier: deviceIdentifier))
    }

    /// The bytes of a receipt that may have come as base64 text.
    public static func bytes(of receipt: Data) -> Data {
        // A message begins with the tag of a sequence, a property list with a brace: no base64 does with the latter,
        // and a text that begins with the digit 0, the tag's character, is not a message.
        if receipt.first == 0x30, receipt.dropFirst().first.map({ $0 >= 0x80 }) == true { return receipt }
        if isTransactionReceipt(receipt) { return receipt }
        let text = receipt.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 }
        return Data(base64Encoded: Data(text)) ?? receipt
    }

    /// Whether a receipt's bytes are of the iOS 6 style.
    public static func isTransactionReceipt(_ receipt: Data) -> Bool {
        receipt.first { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "{")
    }
}
