// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// The part of `purser verify` that is about receipts.
enum ReceiptCheck {
    /// Checks an app receipt or an iOS 6 transaction receipt, in base64 or binary, and prints what it says.
    static func run(_ bytes: Data, _ settings: VerifySettings, _ terminal: Terminal) throws {
        let trimmed = bytes.first == UInt8(ascii: "{") || bytes.first == 0x30 ? bytes : Self.trimmed(bytes)
        guard !trimmed.isEmpty else { throw Failure("the file is empty") }
        if settings.isUnverified {
            try printUnverified(ReceiptVerifier.bytes(of: trimmed), terminal)
            return
        }
        let verifier = try ReceiptVerifier(settings.receiptConfiguration())
        switch try verifier.verify(trimmed) {
        case .app(let receipt): try print(receipt.payload, terminal)
        case .transaction(let receipt): try print(receipt.payload, terminal)
        }
    }

    private static func printUnverified(_ bytes: Data, _ terminal: Terminal) throws {
        if ReceiptVerifier.isTransactionReceipt(bytes) {
            try print(ReceiptVerifier.decodeUnverifiedTransactionReceipt(bytes), terminal)
        } else {
            try print(ReceiptVerifier.decodeUnverifiedAppReceipt(bytes), terminal)
        }
        terminal.printError("purser verify: nothing was checked; anyone could have written this")
    }

    private static func print(_ receipt: some Encodable, _ terminal: Terminal) throws {
        terminal.print(String(decoding: try AppStoreJSON.encode(receipt), as: UTF8.self))
    }

    private static func trimmed(_ bytes: Data) -> Data {
        bytes.filter { !UInt8.isSpace($0) }
    }
}

extension UInt8 {
    fileprivate static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
