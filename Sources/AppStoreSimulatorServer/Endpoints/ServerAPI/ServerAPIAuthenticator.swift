// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPService

/// Refused before anything was looked at: Apple answers this in plain text.
struct Unauthenticated: Error, Sendable {
    let requestID: String

    var response: HTTPResponse {
        HTTPResponse(
            status: .unauthorized,
            headers: ["Content-Type": "text/plain", "Server": "daiquiri/3.0.0"],
            body: .bytes(Data("Unauthenticated\n\nRequest ID: \(requestID).0.0\n".utf8))
        )
    }

    /// Makes a refusal with an id in the form of Apple's: 26 letters and digits of base 32.
    init() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        requestID = String(SecureRandom.bytes(26).map { alphabet[Int($0 & 31)] })
    }
}

/// Checks who asks.
struct ServerAPIAuthenticator: Sendable {
    let keys: [ServerAPIKey]
    let checksTokens: Bool
    let clock: (@Sendable () -> Date)?
    /// Read once: every request is checked with one of them.
    private let publicKeys: [String: PublicKey]

    /// - Throws: A `CryptographyError` when a key cannot be read.
    init(keys: [ServerAPIKey], checksTokens: Bool, clock: (@Sendable () -> Date)?) throws {
        (self.keys, self.checksTokens, self.clock) = (keys, checksTokens, clock)
        publicKeys = Dictionary(
            try keys.map { ($0.keyID, try PrivateKey(pem: $0.privateKeyPEM).publicKey) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The app that a request may ask about.
    ///
    /// - Throws: ``Unauthenticated`` when the token is missing or not good.
    func admit(_ request: HTTPRequest) throws -> BundleID {
        guard checksTokens else {
            guard let app = keys.first?.bundleID else { throw Unauthenticated() }
            return app
        }
        guard let token = request.bearerToken else { throw Unauthenticated() }
        do {
            return try check(token)
        } catch is TokenError {
            throw Unauthenticated()
        }
    }

    /// Checks a token of the App Store Connect API, which names no app.
    ///
    /// - Throws: ``Unauthenticated`` when the token is missing or not good.
    func admitTeam(_ request: HTTPRequest) throws {
        guard checksTokens else { return }
        guard let text = request.bearerToken else { throw Unauthenticated() }
        do {
            let token = try open(text, lifetime: 20 * 60)
            guard keys.contains(where: { $0.keyID == token.keyID && $0.issuerID == token.issuerID }) else {
                throw Unauthenticated()
            }
        } catch is TokenError {
            throw Unauthenticated()
        }
    }

    private func check(_ text: String) throws -> BundleID {
        let token = try open(text, lifetime: 60 * 60)
        guard let key = keys.first(where: { $0.keyID == token.keyID }), key.issuerID == token.issuerID,
            key.bundleID == token.bundleID
        else { throw Unauthenticated() }
        return key.bundleID
    }

    private func open(_ text: String, lifetime: TimeInterval) throws -> ServerAPIToken {
        let instant = try clock?() ?? Self.issueDate(of: text)
        return try ServerAPIToken(verifying: text, asOf: instant, maximumLifetime: lifetime) { id in
            publicKeys[id]
        }
    }

    /// What an unchecked token says of its own instant; the check that follows looks at everything else.
    private static func issueDate(of token: String) throws -> Date {
        struct Claims: Decodable {
            var iat: Double?
            var exp: Double
        }
        let parts = token.split(separator: ".")
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[1])),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(bytes))
        else { throw Unauthenticated() }
        return Date(timeIntervalSince1970: claims.iat ?? claims.exp - 60)
    }
}
