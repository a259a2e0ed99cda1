// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Gzip
import HTTPService

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Refuses texts with the character U+0000, which no name has and not every database can keep.
enum NullCharacterCheck {
    /// Checks the path, the query and the body for each spelling of the character.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - mayBePacked: Whether the route accepts a gzip file. A packed body is binary and always holds zero bytes; the
    ///     route checks what it unpacks.
    /// - Throws: A `ServiceProblem` that names the part.
    static func check(_ request: HTTPRequest, mayBePacked: Bool = false) throws(ServiceProblem) {
        guard !holdsEscapedZero(request.path), !holdsEscapedZero(request.query.rawValue) else {
            throw ServiceProblem(.invalidParameter, "The URL contains the character U+0000.")
        }
        if mayBePacked, Gzip.isGzip(request.body) { return }
        let isForm = request.headers["content-type"]?.lowercased().contains("form-urlencoded") ?? false
        guard !holdsZero(request.body, isForm: isForm) else {
            throw ServiceProblem(.malformedBody, "The body contains the character U+0000.")
        }
    }

    /// Whether a part of an address holds a zero as addresses escape it.
    private static func holdsEscapedZero(_ text: String) -> Bool {
        // Nearly all addresses are done with one look at their bytes; comparing characters would look far longer.
        guard text.utf8.contains(UInt8(ascii: "%")) else { return false }
        return text.contains("%00")
    }

    /// Whether bytes hold a zero as it is, as JSON escapes it, or as a form does.
    static func holdsZero(_ bytes: Data, isForm: Bool) -> Bool {
        bytes.withUnsafeBytes { buffer in
            // Most bodies hold none of the bytes that could begin one, and the C library finds that out fast.
            guard let start = buffer.baseAddress else { return false }
            let isPlain = [0, UInt8(ascii: "\\"), UInt8(ascii: "%")].allSatisfy { byte in
                memchr(start, Int32(byte), buffer.count) == nil
            }
            if isPlain { return false }
            var backslashes = 0
            for (index, byte) in buffer.enumerated() {
                switch byte {
                case 0: return true
                case UInt8(ascii: "%") where isForm && follows("00", index, buffer): return true
                case UInt8(ascii: "u") where backslashes % 2 == 1 && follows("0000", index, buffer): return true
                default: break
                }
                backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
            }
            return false
        }
    }

    private static func follows(_ digits: StaticString, _ index: Int, _ buffer: UnsafeRawBufferPointer) -> Bool {
        let end = index + 1 + digits.utf8CodeUnitCount
        guard end <= buffer.count else { return false }
        return buffer[(index + 1)..<end].allSatisfy { $0 == UInt8(ascii: "0") }
    }
}
