// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation
@_spi(Companions) import StoreKitCrypto

/// A curve for agreeing on secrets and for signing; OpenSSL does the work.
///
/// <https://developer.apple.com/documentation/cryptokit/curve25519>
public enum Curve25519: Sendable {
    /// Agreeing on secrets.
    public enum KeyAgreement: Sendable {
        /// The key that others may have.
        public struct PublicKey: Hashable, Sendable {
            /// Its 32 bytes.
            public let rawRepresentation: Data

            /// Takes 32 bytes.
            ///
            /// - Throws: ``CryptoKitError/incorrectKeySize`` when there are more or fewer.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = try Curve25519.publicKey(rawRepresentation, .x25519)
            }
        }

        /// The key that nobody else may have.
        public struct PrivateKey: Sendable {
            /// Its 32 bytes.
            public let rawRepresentation: Data

            /// The key that others may have.
            public let publicKey: PublicKey

            /// Makes a new key.
            public init() {
                self = Curve25519.new { try PrivateKey(rawRepresentation: $0) }
            }

            /// Takes 32 bytes.
            ///
            /// - Throws: ``CryptoKitError/incorrectKeySize`` when there are more or fewer.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                let bytes = rawRepresentation.withUnsafeBytes { Array($0) }
                publicKey = try PublicKey(rawRepresentation: try RawCurve.x25519.publicKey(of: bytes))
                self.rawRepresentation = Data(bytes)
            }

            /// The secret that this key and another's public one lead to.
            ///
            /// - Throws: ``CryptoKitError`` when they lead to none.
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
                let (own, other) = (Array(rawRepresentation), Array(publicKeyShare.rawRepresentation))
                return SharedSecret(bytes: try RawCurve.x25519.secret(of: own, with: other))
            }
        }
    }

    /// Signing.
    public enum Signing: Sendable {
        /// The key that checks signatures.
        public struct PublicKey: Hashable, Sendable {
            /// Its 32 bytes.
            public let rawRepresentation: Data

            /// Takes 32 bytes.
            ///
            /// - Throws: ``CryptoKitError/incorrectKeySize`` when there are more or fewer.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = try Curve25519.publicKey(rawRepresentation, .ed25519)
            }

            /// Whether a signature is this key's over some bytes.
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
                RawCurve.ed25519.isValid(Array(signature), over: Array(data), by: Array(rawRepresentation))
            }
        }

        /// The key that signs.
        public struct PrivateKey: Sendable {
            /// Its 32 bytes.
            public let rawRepresentation: Data

            /// The key that checks its signatures.
            public let publicKey: PublicKey

            /// Makes a new key.
            public init() {
                self = Curve25519.new { try PrivateKey(rawRepresentation: $0) }
            }

            /// Takes 32 bytes.
            ///
            /// - Throws: ``CryptoKitError/incorrectKeySize`` when there are more or fewer.
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                let bytes = rawRepresentation.withUnsafeBytes { Array($0) }
                publicKey = try PublicKey(rawRepresentation: try RawCurve.ed25519.publicKey(of: bytes))
                self.rawRepresentation = Data(bytes)
            }

            /// Signs some bytes: 64 bytes.
            ///
            /// - Throws: ``CryptoKitError`` when OpenSSL fails.
            public func signature<D: DataProtocol>(for data: D) throws -> Data {
                Data(try RawCurve.ed25519.signature(over: Array(data), by: Array(rawRepresentation)))
            }
        }
    }

    private static func publicKey(_ given: some ContiguousBytes, _ curve: RawCurve) throws -> Data {
        let bytes = given.withUnsafeBytes { Array($0) }
        guard curve.isPublicKey(bytes) else { throw CryptoKitError.incorrectKeySize }
        return Data(bytes)
    }

    private static func new<Key>(_ make: ([UInt8]) throws -> Key) -> Key {
        do {
            return try make(try RawCurve.newPrivateKey())
        } catch {
            // Apple's initializer cannot fail either: without randomness no key may be made.
            preconditionFailure("OpenSSL has no randomness: \(error)")
        }
    }
}

/// What two keys lead to; keys for sealing are derived from it.
///
/// <https://developer.apple.com/documentation/cryptokit/sharedsecret>
public struct SharedSecret: Hashable, Sendable, ContiguousBytes {
    let bytes: [UInt8]

    /// Lends the bytes out.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }

    /// Derives a key, as RFC 5869 does.
    ///
    /// - Parameters:
    ///   - hashFunction: The hash.
    ///   - salt: What sets the uses of one secret apart.
    ///   - sharedInfo: What the key is for.
    ///   - outputByteCount: How long it is.
    /// - Returns: The key.
    public func hkdfDerivedSymmetricKey<H: HashFunction, Salt: DataProtocol, SharedInfo: DataProtocol>(
        using hashFunction: H.Type,
        salt: Salt,
        sharedInfo: SharedInfo,
        outputByteCount: Int
    ) -> SymmetricKey {
        HKDF<H>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes),
            salt: salt,
            info: sharedInfo,
            outputByteCount: outputByteCount
        )
    }
}

/// Derives keys from secrets.
///
/// <https://developer.apple.com/documentation/cryptokit/hkdf>
public struct HKDF<H: HashFunction>: Sendable {
    /// Derives a key.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: The secret.
    ///   - salt: What sets the uses of one secret apart.
    ///   - info: What the key is for.
    ///   - outputByteCount: How long it is; at most 255 times as long as the hash.
    /// - Returns: The key.
    public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey,
        salt: Salt,
        info: Info,
        outputByteCount: Int
    ) -> SymmetricKey {
        precondition(outputByteCount <= 255 * H.Digest.byteCount, "a key of HKDF is at most 255 hashes long")
        let extracted = HMAC<H>.authenticationCode(
            for: inputKeyMaterial.bytes,
            using: SymmetricKey(data: salt.isEmpty ? [UInt8](repeating: 0, count: H.Digest.byteCount) : Array(salt))
        )
        let key = SymmetricKey(data: Array(extracted))
        var (bytes, last): ([UInt8], [UInt8]) = ([], [])
        var round: UInt8 = 1
        while bytes.count < outputByteCount {
            last = Array(HMAC<H>.authenticationCode(for: last + Array(info) + [round], using: key))
            bytes += last
            round &+= 1
        }
        return SymmetricKey(data: Array(bytes.prefix(outputByteCount)))
    }
}
