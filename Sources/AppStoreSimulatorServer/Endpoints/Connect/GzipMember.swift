// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// A gzip file whose content is in it as it is.
///
/// Reports are short and stay on the machine: what matters is that every client can unpack them.
///
/// <https://www.rfc-editor.org/rfc/rfc1952>
enum GzipMember {
    /// Wraps bytes.
    static func make(of content: Data) -> Data {
        var bytes = Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
        var rest = content[...]
        repeat {
            let block = rest.prefix(0xffff)
            rest = rest.dropFirst(block.count)
            bytes.append(rest.isEmpty ? 1 : 0)
            append(UInt16(block.count), to: &bytes)
            append(~UInt16(block.count), to: &bytes)
            bytes += block
        } while !rest.isEmpty
        append(checksum(content), to: &bytes)
        append(UInt32(truncatingIfNeeded: content.count), to: &bytes)
        return bytes
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout Data) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private static let table = (0..<UInt32(256)).map { index in
        (0..<8).reduce(index) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
    }

    private static func checksum(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xff)] ^ (sum >> 8) }
    }
}
