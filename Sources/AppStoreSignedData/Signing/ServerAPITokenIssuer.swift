// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials
import Synchronization

/// Issues the bearer tokens of the App Store Server API and of the App Store Connect API.
///
/// A token is issued a little in the past, so that a clock a second ahead of Apple's never earns a 401, and is handed
/// out again until it is near its end. Safe to use from many tasks at once.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests>
public final class ServerAPITokenIssuer: Sendable {
    /// What a token is made with.
    public struct Credentials: Sendable {
        /// The issuer's identifier from App Store Connect.
        public var issuerID: String

        /// The key's identifier.
        public var keyID: String

        /// The key from the `.p8` file.
        public var key: PrivateKey

        /// The app; left out for the App Store Connect API.
        public var bundleID: BundleID?

        /// Joins what a token is made with.
        public init(issuerID: String, keyID: String, key: PrivateKey, bundleID: BundleID?) {
            self.issuerID = issuerID
            self.keyID = keyID
            self.key = key
            self.bundleID = bundleID
        }
    }

    private struct Issued: Sendable {
        let token: String
        let from: Date
        let renewal: Date
    }

    private let credentials: Credentials
    private let lifetime: TimeInterval
    private let backdating: TimeInterval
    private let current = Mutex<Issued?>(nil)

    /// Makes an issuer.
    ///
    /// - Parameters:
    ///   - credentials: What tokens are made with.
    ///   - lifetime: How long each is valid in seconds; Apple refuses more than 20 minutes (App Store Connect) or 60.
    ///   - backdating: How far in the past each is issued, in seconds.
    public init(_ credentials: Credentials, lifetime: TimeInterval = 15 * 60, backdating: TimeInterval = 30) {
        self.credentials = credentials
        self.lifetime = min(max(lifetime, 60), 60 * 60)
        self.backdating = min(max(backdating, 0), self.lifetime / 2)
    }

    /// A token that is valid now and for a while.
    ///
    /// - Throws: ``CryptographyError`` when the key is not P-256.
    public func token(asOf now: Date) throws -> String {
        try current.withLock { current in
            if let issued = current, issued.from <= now, now < issued.renewal { return issued.token }
            let issued = try issue(asOf: now)
            current = issued
            return issued.token
        }
    }

    /// Forgets the token at hand, so that the next one is new.
    public func reset() {
        current.withLock { $0 = nil }
    }

    private func issue(asOf now: Date) throws -> Issued {
        let from = (now.timeIntervalSince1970 - backdating).rounded(.down)
        let claims = ServerAPIToken.Claims(
            iss: credentials.issuerID,
            iat: Int64(from),
            exp: Int64(from + lifetime),
            aud: ServerAPIToken.audience,
            bid: credentials.bundleID?.rawValue
        )
        return Issued(
            token: try CompactToken.make(claims, keyID: credentials.keyID, key: credentials.key),
            from: Date(timeIntervalSince1970: from),
            // The last fifth of its life is left to requests that are on their way.
            renewal: Date(timeIntervalSince1970: from + lifetime * 0.8)
        )
    }
}
