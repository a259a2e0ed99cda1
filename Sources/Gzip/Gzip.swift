// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CZlib
public import FoundationEssentials

/// Packing and unpacking in the gzip format.
///
/// <https://www.rfc-editor.org/rfc/rfc1952>
public enum Gzip {
    /// Packs bytes into one gzip member; the same bytes and level always give the same result.
    ///
    /// - Parameters:
    ///   - bytes: What is packed.
    ///   - level: From 1, the fastest, to 9, the smallest.
    /// - Returns: The packed bytes.
    /// - Throws: ``GzipError`` when zlib has no memory.
    public static func compress(_ bytes: Data, level: Int = 6) throws -> Data {
        var stream = z_stream()
        let window = MAX_WBITS + 16
        let started = deflateInit2_(
            &stream,
            Int32(min(max(level, 1), 9)),
            Z_DEFLATED,
            window,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard started == Z_OK else { throw GzipError.outOfMemory }
        defer { deflateEnd(&stream) }
        let outcome = run(&stream, over: bytes, limit: .max) { deflate($0, $1 ? Z_FINISH : Z_NO_FLUSH) }
        guard let packed = outcome.bytes, outcome.code == Z_STREAM_END else { throw GzipError.outOfMemory }
        return packed
    }

    /// Unpacks all members of a gzip file, one after the other.
    ///
    /// - Parameters:
    ///   - bytes: The packed bytes.
    ///   - maximumBytes: The most that may come out; a small file may hold a thousand times its size.
    /// - Returns: The unpacked bytes.
    /// - Throws: ``GzipError`` when the bytes are damaged, end too early or hold more than is allowed.
    public static func decompress(_ bytes: Data, maximumBytes: Int) throws -> Data {
        var rest = bytes
        var unpacked = Data()
        repeat {
            let (member, used) = try decompressMember(rest, limit: maximumBytes - unpacked.count)
            unpacked.append(member)
            rest = rest.dropFirst(used)
            // Some writers fill the end with zeros.
        } while !rest.isEmpty && rest.contains { $0 != 0 }
        return unpacked
    }

    /// Whether the bytes begin like a gzip file.
    public static func isGzip(_ bytes: Data) -> Bool {
        bytes.starts(with: [0x1F, 0x8B, 0x08])
    }

    private static func decompressMember(_ bytes: Data, limit: Int) throws -> (member: Data, used: Int) {
        var stream = z_stream()
        let started = inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard started == Z_OK else { throw GzipError.outOfMemory }
        defer { inflateEnd(&stream) }
        let outcome = run(&stream, over: bytes, limit: limit) { stream, _ in inflate(stream, Z_NO_FLUSH) }
        guard let unpacked = outcome.bytes else { throw GzipError.tooLarge(limit: limit) }
        switch outcome.code {
        case Z_STREAM_END: return (unpacked, outcome.used)
        case Z_OK, Z_BUF_ERROR: throw GzipError.truncated
        case Z_MEM_ERROR: throw GzipError.outOfMemory
        default: throw GzipError.damaged
        }
    }

    private struct Outcome {
        /// What came out, or nothing when it was more than allowed.
        var bytes: Data?

        /// zlib's last answer.
        var code: Int32

        /// How much was read.
        var used: Int
    }

    /// Feeds the bytes through a stream until it ends, stops moving or holds too much.
    private static func run(
        _ stream: inout z_stream,
        over bytes: Data,
        limit: Int,
        step: (UnsafeMutablePointer<z_stream>, _ isLast: Bool) -> Int32
    ) -> Outcome {
        var output = Data()
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        return bytes.withUnsafeBytes { input in
            var used = 0
            while true {
                // zlib counts in 32 bits, so that a large input goes in by pieces.
                let piece = min(input.count - used, 1 << 30)
                let base = input.bindMemory(to: UInt8.self).baseAddress
                stream.next_in = UnsafeMutablePointer(mutating: base.map { $0 + used })
                stream.avail_in = UInt32(piece)
                let isLast = used + piece == input.count
                let (code, produced) = chunk.withUnsafeMutableBufferPointer { buffer in
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(buffer.count)
                    let code = step(&stream, isLast)
                    return (code, buffer.count - Int(stream.avail_out))
                }
                let received = piece - Int(stream.avail_in)
                used += received
                guard output.count + produced <= limit else { return Outcome(bytes: nil, code: code, used: used) }
                output.append(contentsOf: chunk[..<produced])
                let hasStalled = received == 0 && produced == 0
                if code != Z_OK || hasStalled { return Outcome(bytes: output, code: code, used: used) }
            }
        }
    }
}
