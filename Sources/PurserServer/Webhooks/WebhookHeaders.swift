// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
package import HTTPService

/// The header fields that identify and sign a webhook: Purser's own, and those of Standard Webhooks beside them.
package enum WebhookHeaders {
    /// The fields of a delivery.
    package static func fields(
        body: Data,
        event: String,
        secrets: [String],
        at now: Date
    ) -> [(name: String, value: String)] {
        [
            (WebhookSignature.header, WebhookSignature.value(body: body, secrets: secrets, at: now)),
            ("Purser-Event", event),
        ] + StandardWebhook.fields(body: body, id: event, secrets: secrets, at: now)
    }

    /// Whether a request carries a signature of one of the two kinds under a secret, at most five minutes old.
    package static func verify(_ headers: HTTPHeaders, body: Data, secret: String, at now: Date) -> Bool {
        if let value = headers[WebhookSignature.header] {
            return WebhookSignature.isValid(value, body: body, secret: secret, at: now)
        }
        return StandardWebhook.isValid(headers, body: body, secret: secret, at: now)
    }

    /// How far a signature's time may lie from the receiver's clock, in seconds.
    static let tolerance: TimeInterval = 300
}
