// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Foundation

#if os(Linux)
import StoreKitCrypto
#else
import CryptoKit
#endif

/// Reads the server's signed snapshots of entitlements.
package struct SnapshotReader: Sendable {
    /// What a snapshot says.
    package struct Claims: Hashable, Sendable, Decodable {
        package var app: String
        package var environment: String
        package var customer: String
        package var issuedDate: Date
        package var expirationDate: Date
        package var items: [CachedEntitlements.Item]
    }

    /// Why a snapshot is not to be relied on.
    package enum Fault: Error, Hashable, Sendable {
        case notASnapshot
        case unknownKey
        case wrongSignature
        case anotherCustomers
    }

    private struct Header: Decodable {
        var alg: String
        var kid: String
    }

    private struct KeySet: Decodable {
        struct Key: Decodable {
            var kid: String
            var kty: String
            var crv: String
            var x: String
            var y: String
        }

        var keys: [Key]
    }

    private let keys: [String: P256.Signing.PublicKey]

    /// Takes the server's keys, as `/v1/snapshot-keys` lists them.
    ///
    /// - Throws: An error when they are not a key set.
    package init(keys data: Data) throws {
        var keys: [String: P256.Signing.PublicKey] = [:]
        for key in try JSONDecoder().decode(KeySet.self, from: data).keys where key.kty == "EC" && key.crv == "P-256" {
            guard let x = Self.decode(key.x), let y = Self.decode(key.y), x.count == 32, y.count == 32 else { continue }
            keys[key.kid] = try P256.Signing.PublicKey(x963Representation: Data([4]) + x + y)
        }
        self.keys = keys
    }

    /// What a snapshot says, after its signature was found good.
    ///
    /// - Parameters:
    ///   - document: The snapshot, a JWS in compact form.
    ///   - customer: Whose it must be.
    /// - Returns: What it says.
    /// - Throws: ``Fault``.
    package func read(_ document: String, of customer: String) throws(Fault) -> Claims {
        let parts = document.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header: Header = Self.json(parts[0]), header.alg == "ES256",
            let signature = Self.decode(parts[2])
        else { throw .notASnapshot }
        guard let key = keys[header.kid] else { throw .unknownKey }
        guard let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.isValidSignature(parsed, for: Data((parts[0] + "." + parts[1]).utf8))
        else { throw .wrongSignature }
        guard let claims: Claims = Self.json(parts[1]) else { throw .notASnapshot }
        guard claims.customer == customer else { throw .anotherCustomers }
        return claims
    }

    private static func json<Value: Decodable>(_ part: String) -> Value? {
        decode(part).flatMap { try? ServerJSON.decoder.decode(Value.self, from: $0) }
    }

    private static func decode(_ text: String) -> Data? {
        var standard = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : String($0) }.joined()
        standard += String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: standard)
    }
}
