// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation
// The names that StoreKit's signatures use are the same.
@_spi(Companions) @_exported public import StoreKitCrypto

/// Seals messages with a secret, so that they can be neither read nor changed; OpenSSL does the work.
///
/// <https://developer.apple.com/documentation/cryptokit/chachapoly>
public enum ChaChaPoly: Sendable {
    /// The number that is used once for each message.
    public struct Nonce: Sequence, Sendable, ContiguousBytes {
        let bytes: [UInt8]

        /// Makes a new one.
        public init() {
            var generator = SystemRandomNumberGenerator()
            bytes = (0..<12).map { _ in generator.next() }
        }

        /// Takes 12 bytes.
        ///
        /// - Throws: ``CryptoKitError/incorrectParameterSize`` when there are more or fewer.
        public init<D: DataProtocol>(data: D) throws {
            guard data.count == 12 else { throw CryptoKitError.incorrectParameterSize }
            bytes = Array(data)
        }

        /// Gives the bytes.
        public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }

        /// Lends the bytes out.
        public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
            try bytes.withUnsafeBytes(body)
        }
    }

    /// A message that is sealed.
    public struct SealedBox: Sendable {
        /// The number that was used for it.
        public let nonce: ChaChaPoly.Nonce

        /// The message, unreadable.
        public let ciphertext: Data

        /// What shows that nothing was changed.
        public let tag: Data

        /// The three, one after the other.
        public var combined: Data { Data(nonce.bytes) + ciphertext + tag }

        /// Takes the three, one after the other.
        ///
        /// - Throws: ``CryptoKitError/incorrectParameterSize`` when there are too few bytes.
        public init<D: DataProtocol>(combined: D) throws {
            let bytes = Data(combined)
            guard bytes.count >= 28 else { throw CryptoKitError.incorrectParameterSize }
            try self.init(
                nonce: Nonce(data: bytes.prefix(12)),
                ciphertext: bytes.dropFirst(12).dropLast(16),
                tag: bytes.suffix(16)
            )
        }

        /// Takes the three.
        ///
        /// - Throws: ``CryptoKitError/incorrectParameterSize`` when the tag has not 16 bytes.
        public init<C: DataProtocol, T: DataProtocol>(nonce: ChaChaPoly.Nonce, ciphertext: C, tag: T) throws {
            guard tag.count == 16 else { throw CryptoKitError.incorrectParameterSize }
            self.nonce = nonce
            self.ciphertext = Data(ciphertext)
            self.tag = Data(tag)
        }
    }

    /// Seals a message.
    ///
    /// - Throws: ``CryptoKitError/incorrectKeySize`` when the key has not 32 bytes.
    public static func seal<Plaintext: DataProtocol>(
        _ message: Plaintext,
        using key: SymmetricKey,
        nonce: ChaChaPoly.Nonce? = nil
    ) throws -> SealedBox { try seal(message, using: key, nonce: nonce, authenticating: Data()) }

    /// Seals a message, and authenticates something beside it.
    ///
    /// - Throws: ``CryptoKitError/incorrectKeySize`` when the key has not 32 bytes.
    public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
        _ message: Plaintext,
        using key: SymmetricKey,
        nonce: ChaChaPoly.Nonce? = nil,
        authenticating authenticatedData: AuthenticatedData
    ) throws -> SealedBox {
        let nonce = nonce ?? Nonce()
        let seal = try RawSeal(key: key.bytes, nonce: nonce.bytes, authenticating: Array(authenticatedData))
        let sealed = try seal.seal(Array(message))
        return try SealedBox(nonce: nonce, ciphertext: sealed.ciphertext, tag: sealed.tag)
    }

    /// Opens a message.
    ///
    /// - Throws: ``CryptoKitError/authenticationFailure`` when it was changed, or sealed with something else.
    public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws -> Data {
        try open(sealedBox, using: key, authenticating: Data())
    }

    /// Opens a message that was sealed with something beside it.
    ///
    /// - Throws: ``CryptoKitError/authenticationFailure`` when it was changed, or sealed with something else.
    public static func open<AuthenticatedData: DataProtocol>(
        _ sealedBox: SealedBox,
        using key: SymmetricKey,
        authenticating authenticatedData: AuthenticatedData
    ) throws -> Data {
        let seal = try RawSeal(
            key: key.bytes,
            nonce: sealedBox.nonce.bytes,
            authenticating: Array(authenticatedData)
        )
        return Data(try seal.open(Array(sealedBox.ciphertext), tag: Array(sealedBox.tag)))
    }
}
