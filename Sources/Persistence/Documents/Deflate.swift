// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CZlib

/// Bytes made smaller, with a text that the reader knows too as a start.
///
/// <https://www.rfc-editor.org/rfc/rfc1951>
enum Deflate {
    /// Makes bytes smaller.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - dictionary: The text that the reader knows too.
    ///   - isFast: Whether less time counts more than fewer bytes (default: no).
    /// - Returns: The smaller bytes.
    /// - Throws: `DatabaseError` when the library has no memory.
    static func compress(_ bytes: [UInt8], dictionary: [UInt8], isFast: Bool = false) throws -> [UInt8] {
        var stream = z_stream()
        // A small window is enough for small documents and costs less to prepare.
        let isSmall = bytes.count + dictionary.count <= 4096
        try check(
            deflateInit2_(
                &stream,
                isFast ? 1 : isSmall ? 4 : 6,
                Z_DEFLATED,
                isSmall ? -12 : -15,
                isSmall ? 5 : 8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            )
        )
        defer { deflateEnd(&stream) }
        if !dictionary.isEmpty { try check(deflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))) }
        let capacity = Int(deflateBound(&stream, UInt(bytes.count)))
        var input = bytes
        return try input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            return try [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { throw outOfMemory }
                count = Int(stream.total_out)
            }
        }
    }

    /// Makes bytes as large again as they were.
    ///
    /// - Throws: `DatabaseError` with `damaged` unless exactly `count` bytes come out.
    static func decompress(_ bytes: [UInt8], count: Int, dictionary: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        try check(inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)))
        defer { inflateEnd(&stream) }
        if !dictionary.isEmpty { try check(inflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))) }
        var input = bytes
        return try input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            return try [UInt8](unsafeUninitializedCapacity: count + 1) { output, written in
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                guard inflate(&stream, Z_FINISH) == Z_STREAM_END, Int(stream.total_out) == count else {
                    throw DatabaseError(
                        code: .damaged,
                        message: "stored bytes cannot be made as large as they were; run the integrity check"
                    )
                }
                written = count
            }
        }
    }

    private static func check(_ code: Int32) throws {
        guard code == Z_OK else { throw outOfMemory }
    }

    private static let outOfMemory = DatabaseError(code: .unavailable, message: "zlib has no memory; try again shortly")
}
