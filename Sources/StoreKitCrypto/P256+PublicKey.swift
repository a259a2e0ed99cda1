// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
public import FoundationEssentials

extension P256.Signing {
    /// A key that checks signatures on the curve.
    public struct PublicKey: Sendable {
        private let key: AppStoreSignedData.PublicKey

        /// Takes a point on the curve: 4, then x and y, 32 bytes each.
        ///
        /// - Parameter bytes: The point.
        /// - Throws: ``CryptoKitError/incorrectParameterSize`` when it is not such a point.
        public init<Bytes: ContiguousBytes>(x963Representation bytes: Bytes) throws {
            let point = bytes.withUnsafeBytes { Data($0) }
            guard point.count == 65, point.first == 4 else { throw CryptoKitError.incorrectParameterSize }
            do {
                key = try AppStoreSignedData.PublicKey(subjectPublicKeyInfo: Data(Self.prefix) + point)
            } catch {
                throw CryptoKitError.incorrectParameterSize
            }
        }

        /// Whether a signature is this key's over some bytes.
        ///
        /// - Parameters:
        ///   - signature: The signature.
        ///   - data: What was signed.
        /// - Returns: Whether it is.
        public func isValidSignature<Bytes: DataProtocol>(
            _ signature: P256.Signing.ECDSASignature,
            for data: Bytes
        ) -> Bool {
            key.isValidJOSESignature(Array(signature.rawRepresentation), for: Array(data))
        }

        /// What stands before the point in a SubjectPublicKeyInfo.
        private static let prefix: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
            0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
    }
}
