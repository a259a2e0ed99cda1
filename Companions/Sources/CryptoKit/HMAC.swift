// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// A secret that both sides know.
///
/// <https://developer.apple.com/documentation/cryptokit/symmetrickey>
public struct SymmetricKey: Hashable, Sendable {
    let bytes: [UInt8]

    /// Takes a key's bytes.
    public init<D: ContiguousBytes>(data: D) {
        bytes = data.withUnsafeBytes { Array($0) }
    }

    /// Makes a new key.
    public init(size: SymmetricKeySize) {
        var generator = SystemRandomNumberGenerator()
        bytes = (0..<size.bitCount / 8).map { _ in generator.next() }
    }

    /// The number of bits.
    public var bitCount: Int { bytes.count * 8 }

    /// Lends the bytes out.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }
}

/// The length of a secret.
public struct SymmetricKeySize: Sendable {
    /// The number of bits.
    public let bitCount: Int

    /// Takes a number of bits.
    public init(bitCount: Int) {
        self.bitCount = bitCount
    }

    /// 128 bits.
    public static var bits128: SymmetricKeySize { SymmetricKeySize(bitCount: 128) }

    /// 192 bits.
    public static var bits192: SymmetricKeySize { SymmetricKeySize(bitCount: 192) }

    /// 256 bits.
    public static var bits256: SymmetricKeySize { SymmetricKeySize(bitCount: 256) }
}

/// Signs messages with a secret.
///
/// <https://developer.apple.com/documentation/cryptokit/hmac>
public struct HMAC<H: HashFunction>: Sendable {
    /// A signature.
    public typealias MAC = HashedAuthenticationCode<H>

    /// Signs a message.
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
        var block = key.bytes.count > H.blockByteCount ? Array(H.hash(data: key.bytes)) : key.bytes
        block += [UInt8](repeating: 0, count: H.blockByteCount - block.count)
        let inner = H.hash(data: block.map { $0 ^ 0x36 } + Array(data))
        return MAC(digest: H.hash(data: block.map { $0 ^ 0x5C } + Array(inner)))
    }

    /// Whether a signature is a message's.
    public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
        _ authenticationCode: C,
        authenticating authenticatedData: D,
        using key: SymmetricKey
    ) -> Bool {
        let expected = Array(self.authenticationCode(for: authenticatedData, using: key))
        let given = authenticationCode.withUnsafeBytes { Array($0) }
        // Every byte is looked at, so that the time says nothing.
        return given.count == expected.count && zip(given, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// A signature made with a secret.
public struct HashedAuthenticationCode<H: HashFunction>: Sequence, Sendable, CustomStringConvertible {
    let digest: H.Digest

    /// Gives the bytes.
    public func makeIterator() -> IndexingIterator<[UInt8]> { Array(digest).makeIterator() }

    /// Lends the bytes out.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try digest.withUnsafeBytes(body)
    }

    /// The bytes in hexadecimal digits.
    public var description: String { "HMAC with " + digest.description }
}

extension HashedAuthenticationCode: ContiguousBytes {}
