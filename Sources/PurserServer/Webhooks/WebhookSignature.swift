// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials

/// How a backend knows that a delivery is ours: HMAC-SHA256 of `timestamp.body` under the endpoint's secret.
///
/// `Purser-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]`. While a secret is being rotated there is one `v1` for each of
/// the two, so a receiver may change over at any moment. Each attempt is signed again with its own time.
enum WebhookSignature {
    static let header = "Purser-Signature"

    /// The name under which handlers written for RevenueCat look for the same value.
    static let revenueCatHeader = "X-RevenueCat-Webhook-Signature"

    static func value(body: Data, secrets: [String], at instant: Date) -> String {
        let seconds = instant.millisecondsSince1970 / 1000
        let signed = Array("\(seconds).".utf8) + Array(body)
        let codes = secrets.map { secret in
            "v1=" + Hexadecimal.encode(HMACSHA256.code(for: signed, key: Array(secret.utf8)))
        }
        return (["t=\(seconds)"] + codes).joined(separator: ",")
    }

    /// Whether one of a value's codes is the body's under a secret, and its time at most five minutes away.
    static func isValid(_ value: String, body: Data, secret: String, at now: Date) -> Bool {
        let parts = value.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard let text = parts.first(where: { $0.first == "t" })?.last, let seconds = Int64(text),
            abs(now.timeIntervalSince1970 - Double(seconds)) <= WebhookHeaders.tolerance
        else { return false }
        let signed = Array("\(seconds).".utf8) + Array(body)
        let expected = Array(Hexadecimal.encode(HMACSHA256.code(for: signed, key: Array(secret.utf8))).utf8)
        return parts.contains { part in
            part.count == 2 && part[0] == "v1" && constantTimeEquals(Array(part[1].utf8), expected)
        }
    }
}
