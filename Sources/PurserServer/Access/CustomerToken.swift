// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials

/// A short-lived proof that an app acts for one customer, made by the team's backend after its own sign-in.
///
/// `ct_` + claims + `.` + HMAC-SHA256 of the claims. With it one customer cannot read another, although both
/// run the same app with the same publishable key.
struct CustomerToken: Hashable, Sendable, Codable {
    var bundleID: BundleID
    var customer: String
    var expires: Date
    /// The customer's last erasure when the token was made; see ``Erasures``.
    var erasure: String?

    static let prefix = "ct_"
    static let maximumLifetime: TimeInterval = 24 * 60 * 60

    private enum CodingKeys: String, CodingKey {
        case bundleID = "app"
        case customer = "sub"
        case expires = "exp"
        case erasure = "era"
    }

    /// The token's text, signed with the newest secret.
    func signed(with secret: Data) throws -> String {
        let claims = Base64URL.encode(try ServiceJSON.encode(self))
        return Self.prefix + claims + "." + Base64URL.encode(Self.code(for: claims, secret))
    }

    /// Reads a token that one of the secrets signed and that has not expired; anything else is nothing.
    init?(_ text: String, secrets: [Data], now: Date) {
        let parts = text.dropFirst(Self.prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard text.hasPrefix(Self.prefix), parts.count == 2, let code = Base64URL.decode(String(parts[1])) else {
            return nil
        }
        let claims = String(parts[0])
        let genuine = secrets.contains { constantTimeEquals(Self.code(for: claims, $0), code) }
        guard genuine, let bytes = Base64URL.decode(claims),
            let token = try? ServiceJSON.decode(CustomerToken.self, from: Data(bytes)), token.expires > now
        else { return nil }
        self = token
    }

    init(bundleID: BundleID, customer: String, expires: Date, erasure: String? = nil) {
        self.bundleID = bundleID
        self.customer = customer
        self.expires = expires
        self.erasure = erasure
    }

    private static func code(for claims: String, _ secret: Data) -> [UInt8] {
        HMACSHA256.code(for: Array(claims.utf8), key: Array(secret))
    }
}
