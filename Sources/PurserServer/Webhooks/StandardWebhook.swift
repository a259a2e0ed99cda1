// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPService

/// Signatures as Standard Webhooks defines them, so that its libraries verify a delivery.
///
/// `webhook-signature: v1,<Base64>[ v1,<Base64>]` is the HMAC-SHA256 of `id.timestamp.body`. The key is the decoded
/// part of the secret after `whsec_`.
///
/// <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>
enum StandardWebhook {
    static let prefix = "whsec_"

    static func fields(
        body: Data,
        id: String,
        secrets: [String],
        at now: Date
    ) -> [(name: String, value: String)] {
        let seconds = String(now.millisecondsSince1970 / 1000)
        let codes = secrets.map { "v1," + code(id: id, seconds: seconds, body: body, secret: $0) }
        return [
            ("webhook-id", id), ("webhook-timestamp", seconds), ("webhook-signature", codes.joined(separator: " ")),
        ]
    }

    /// Whether a request's fields are genuine and recent.
    static func isValid(_ headers: HTTPHeaders, body: Data, secret: String, at now: Date) -> Bool {
        guard let id = headers["webhook-id"], let text = headers["webhook-timestamp"], let seconds = Int64(text),
            let signature = headers["webhook-signature"],
            abs(now.timeIntervalSince1970 - Double(seconds)) <= WebhookHeaders.tolerance
        else { return false }
        let expected = Array(("v1," + code(id: id, seconds: text, body: body, secret: secret)).utf8)
        return signature.split(separator: " ").contains { constantTimeEquals(Array($0.utf8), expected) }
    }

    private static func code(id: String, seconds: String, body: Data, secret: String) -> String {
        let signed = Array("\(id).\(seconds).".utf8) + Array(body)
        return Data(HMACSHA256.code(for: signed, key: key(of: secret))).base64EncodedString()
    }

    /// The bytes that a secret stands for; a secret that is not Base64 stands for its text.
    ///
    /// Secrets of before version 0.2 have the alphabet of Base64URL, which some libraries do not decode.
    private static func key(of secret: String) -> [UInt8] {
        let text = secret.hasPrefix(prefix) ? String(secret.dropFirst(prefix.count)) : secret
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: padded).map(Array.init) ?? Array(text.utf8)
    }
}
