// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// A hash function.
///
/// <https://developer.apple.com/documentation/cryptokit/hashfunction>
public protocol HashFunction: Sendable {
    /// What comes of it.
    associatedtype Digest: CryptoKit.Digest

    /// The number of bytes that are hashed at a time.
    static var blockByteCount: Int { get }

    /// Begins a hash.
    init()

    /// Adds bytes.
    mutating func update(bufferPointer: UnsafeRawBufferPointer)

    /// Ends the hash.
    func finalize() -> Digest
}

extension HashFunction {
    /// Hashes bytes.
    public static func hash<D: DataProtocol>(data: D) -> Digest {
        var function = Self()
        function.update(data: data)
        return function.finalize()
    }

    /// Adds bytes.
    public mutating func update<D: DataProtocol>(data: D) {
        for region in data.regions { region.withUnsafeBytes { update(bufferPointer: $0) } }
    }
}

/// The bytes of a hash.
public protocol Digest: Sequence, Hashable, Sendable, CustomStringConvertible
where Element == UInt8, Iterator == Array<UInt8>.Iterator {
    /// The number of bytes.
    static var byteCount: Int { get }

    /// Lends the bytes out.
    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}

/// The bytes of a hash of one of the functions.
public struct HashedBytes<Length: DigestLength>: Digest {
    let bytes: [UInt8]

    /// The number of bytes.
    public static var byteCount: Int { Length.byteCount }

    /// Gives the bytes.
    public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }

    /// Lends the bytes out.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }

    /// The bytes in hexadecimal digits.
    public var description: String { "\(Length.name) digest: " + bytes.map { String(format: "%02x", $0) }.joined() }
}

/// The length of a hash, as a type.
public protocol DigestLength: Hashable, Sendable {
    /// The number of bytes.
    static var byteCount: Int { get }

    /// The function's name.
    static var name: String { get }
}

/// The bytes of SHA-256.
public typealias SHA256Digest = HashedBytes<SHA256>

/// The bytes of SHA-384.
public typealias SHA384Digest = HashedBytes<SHA384>

/// The bytes of SHA-512.
public typealias SHA512Digest = HashedBytes<SHA512>

/// Puts a message into blocks.
enum Padding {
    /// The message, a one, zeros and its length in bits, in whole blocks.
    static func blocks(_ message: Data, block: Int, isBigEndian: Bool = true) -> [UInt8] {
        let lengthBytes = block / 8
        var padded = [UInt8](message)
        let bits = UInt64(padded.count) * 8
        padded.append(0x80)
        let rest = (padded.count + lengthBytes) % block
        padded += [UInt8](repeating: 0, count: rest == 0 ? 0 : block - rest)
        let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
        padded += [UInt8](repeating: 0, count: lengthBytes - 8)
        padded += isBigEndian ? length : length.reversed()
        return padded
    }
}
