// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] {
        [Data([0x31, 0x0D, 0x30, 0x0B, 0x02, 0x01, 0x02, 0x02, 0x01, 0x01, 0x04, 0x03, 0x0C, 0x01, 0x61])]
    }

    static func test(_ input: [UInt8]) {
        // Wrapped in a message without signers, with the lengths left open.
        let tail: [UInt8] = [0, 0, 0, 0, 0x31, 0, 0, 0, 0, 0, 0, 0]
        var octets: [UInt8] = [0x24, 0x80]
        for piece in stride(from: 0, to: input.count, by: 100) {
            let part = input[piece..<min(piece + 100, input.count)]
            octets += [0x04, UInt8(part.count)] + part
        }
        octets += [0, 0]
        let message: [UInt8] =
            [
                0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02, 0xA0, 0x80, 0x30, 0x80,
                0x02,
                0x01,
            ]
            + [
                0x01, 0x31, 0x00, 0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01, 0xA0,
                0x80,
            ]
            + octets + tail
        guard let receipt = try? ReceiptVerifier.decodeUnverifiedAppReceipt(Data(message)) else { return }
        _ = receipt.belongs(toDevice: Data(count: 16))
    }
}
