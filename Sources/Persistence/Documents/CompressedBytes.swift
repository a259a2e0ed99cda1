// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Bytes as a row holds them: made smaller when that pays.
///
/// The first byte says how, then the length as it was in the fewest bytes of seven bits.
enum CompressedBytes {
    /// How the bytes were made smaller; a number never changes its meaning.
    private enum Form: UInt8 {
        case plain = 0
        case deflated = 1
    }

    /// What a row holds for these bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - isKeptShortly: Whether the row is removed within days: then less time counts more than fewer bytes.
    /// - Returns: The row's bytes.
    /// - Throws: `DatabaseError` when the library has no memory.
    static func pack(_ bytes: [UInt8], isKeptShortly: Bool = false) throws -> [UInt8] {
        guard bytes.count >= 16 else { return [Form.plain.rawValue] + bytes }
        let packed = try Deflate.compress(bytes, dictionary: CompressionDictionary.first, isFast: isKeptShortly)
        guard packed.count + 5 < bytes.count else { return [Form.plain.rawValue] + bytes }
        return [Form.deflated.rawValue] + length(bytes.count) + packed
    }

    /// The bytes that a row holds so.
    ///
    /// - Throws: `DatabaseError` with `damaged` when they cannot be read.
    static func unpack(_ row: [UInt8]) throws -> [UInt8] {
        switch row.first.flatMap(Form.init(rawValue:)) {
        case .plain: return Array(row.dropFirst())
        case .deflated:
            var rest = row[1...]
            guard let count = readLength(&rest) else { throw unreadable }
            return try Deflate.decompress(Array(rest), count: count, dictionary: CompressionDictionary.first)
        case nil: throw unreadable
        }
    }

    private static func length(_ count: Int) -> [UInt8] {
        var rest = count
        var bytes: [UInt8] = []
        while rest >= 128 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func readLength(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        var count = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            count |= Int(byte & 127) << shift
            if byte < 128 { return count }
        }
        return nil
    }

    private static let unreadable = DatabaseError(
        code: .damaged,
        message: "stored bytes have a form that this program does not know; run the integrity check"
    )
}
