// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// A token in JWS compact form that names its key: header, claims, ES256 signature.
///
/// <https://www.rfc-editor.org/rfc/rfc7519>
enum CompactToken {
    struct Header: Codable {
        var alg = "ES256"
        var kid: String?
        var typ: String? = "JWT"
        var crit: [String]?
    }

    /// The longest token that is looked at, in bytes.
    static let maximumByteCount = 1 << 18

    static func make(_ claims: some Encodable, keyID: String, key: PrivateKey) throws -> String {
        let header = try AppStoreJSON.encode(Header(kid: keyID))
        let message = Base64URL.encode(header) + "." + Base64URL.encode(try AppStoreJSON.encode(claims))
        return message + "." + Base64URL.encode(try key.joseSignature(for: Array(message.utf8)))
    }

    /// Reads a token whose signature is that of the key it names.
    static func open<Claims: Decodable>(
        _ token: String,
        as type: Claims.Type = Claims.self,
        key: (_ identifier: String) throws -> PublicKey?
    ) throws -> (keyID: String, claims: Claims) {
        let isShort = token.utf8.count <= maximumByteCount
        let parts = isShort ? token.split(separator: ".", omittingEmptySubsequences: false) : []
        guard parts.count == 3, let headerBytes = Base64URL.decode(parts[0]), let body = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), signature.count == 64,
            JSONLimits.documentHeader.excess(in: headerBytes) == nil,
            let header = try? JSONDecoder().decode(Header.self, from: Data(headerBytes))
        else { throw TokenError(code: .malformed, message: "not a token in JWS compact form") }
        guard header.alg == "ES256", header.crit == nil else {
            throw TokenError(code: .algorithm, message: "the token is not signed with plain ES256")
        }
        guard let identifier = header.kid, let key = try key(identifier) else {
            throw TokenError(code: .unknownKey, message: "the token names no key that is known here")
        }
        let message = token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count)
        guard key.isValidJOSESignature(signature, for: Array(message)) else {
            throw TokenError(code: .signature, message: "the token's signature is not that of the key \(identifier)")
        }
        guard let claims = try? AppStoreJSON.decode(Claims.self, from: Data(body)) else {
            throw TokenError(code: .claim, message: "the token lacks a claim, or one has the wrong type")
        }
        return (identifier, claims)
    }
}
