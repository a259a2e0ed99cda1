// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The elliptic curve that the App Store signs with: only the names that StoreKit's signatures use.
///
/// <https://developer.apple.com/documentation/cryptokit/p256>
public enum P256: Sendable {
    /// Signing on the curve.
    public enum Signing: Sendable {
        /// A signature on the curve.
        public struct ECDSASignature: Hashable, Sendable {
            /// The two numbers r and s, 32 bytes each, one after the other.
            public let rawRepresentation: Data

            /// Takes a signature as the two numbers one after the other.
            ///
            /// - Throws: ``CryptoKitError/incorrectParameterSize`` when it is not 64 bytes long.
            public init<Bytes: DataProtocol>(rawRepresentation: Bytes) throws {
                guard rawRepresentation.count == 64 else { throw CryptoKitError.incorrectParameterSize }
                self.rawRepresentation = Data(rawRepresentation)
            }

            /// The signature as an ASN.1 sequence of the two numbers.
            public var derRepresentation: Data {
                let numbers = [rawRepresentation.prefix(32), rawRepresentation.suffix(32)].map(Self.integer)
                let body = numbers.reduce(into: Data()) { $0.append($1) }
                return Data([0x30, UInt8(body.count)]) + body
            }

            private static func integer(_ number: Data) -> Data {
                var digits = number.drop { $0 == 0 }
                if digits.isEmpty { digits = number.suffix(1) }
                let sign: [UInt8] = (digits.first ?? 0) >= 0x80 ? [0] : []
                return Data([0x02, UInt8(digits.count + sign.count)] + sign) + digits
            }
        }
    }
}

/// What can be wrong with a value given to this module.
public enum CryptoKitError: Error, Hashable, Sendable {
    /// A key has the wrong number of bytes.
    case incorrectKeySize

    /// A value has the wrong number of bytes.
    case incorrectParameterSize

    /// What was sealed or signed was changed, or by something else.
    case authenticationFailure

    /// The library underneath complained.
    case underlyingCoreCryptoError(error: Int32)
}
