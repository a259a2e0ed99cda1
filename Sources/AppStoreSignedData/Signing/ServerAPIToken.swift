// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A bearer token that was checked as Apple's servers check it; the simulator's doorkeeper.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests>
public struct ServerAPIToken: Hashable, Sendable {
    /// The issuer's identifier.
    public let issuerID: String

    /// The key's identifier.
    public let keyID: String

    /// The app; absent in tokens of the App Store Connect API.
    public let bundleID: BundleID?

    /// When it was issued; when it was checked, if it does not say.
    public let issuedAt: Date

    /// When it ends.
    public let expiresAt: Date

    static let audience = "appstoreconnect-v1"

    struct Claims: Codable {
        var iss: String
        var iat: Int64?
        var exp: Int64
        var aud: String
        var bid: String?
    }

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - token: What stands after "Bearer ".
    ///   - now: The present instant; a token from the future is refused, as Apple refuses it.
    ///   - maximumLifetime: The longest life that is accepted, in seconds.
    ///   - key: The public key with an identifier, when there is one.
    /// - Throws: ``TokenError``.
    public init(
        verifying token: String,
        asOf now: Date,
        maximumLifetime: TimeInterval = 60 * 60,
        key: (_ identifier: String) throws -> PublicKey?
    ) throws {
        let (keyID, claims) = try CompactToken.open(token, as: Claims.self, key: key)
        guard claims.aud == Self.audience else {
            throw TokenError(code: .claim, message: "the token's audience is not \(Self.audience)")
        }
        issuerID = claims.iss
        self.keyID = keyID
        bundleID = claims.bid.map(BundleID.init(rawValue:))
        // Apple's own libraries leave the instant out, and Apple takes their tokens.
        issuedAt = claims.iat.map { Date(timeIntervalSince1970: Double($0)) } ?? now
        expiresAt = Date(timeIntervalSince1970: Double(claims.exp))
        guard issuedAt <= now else {
            throw TokenError(
                code: .tooEarly,
                message: "the token was issued in the future; set the clock, or back-date it"
            )
        }
        guard now < expiresAt else { throw TokenError(code: .expired, message: "the token has expired") }
        guard expiresAt.timeIntervalSince(issuedAt) <= maximumLifetime else {
            throw TokenError(code: .claim, message: "the token lives longer than \(Int(maximumLifetime)) seconds")
        }
    }
}
