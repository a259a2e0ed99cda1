// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPClient

extension SimulatorEngine {
    /// Whether any environment's notifications go anywhere.
    var hasNotificationURL: Bool { !notificationURLs.isEmpty }

    /// Where an environment's notifications go.
    func notificationURL(in environment: Environment) -> String? {
        notificationURLs[environment.rawValue]
    }

    /// Sets or removes where an environment's notifications go.
    ///
    /// - Throws: An `SQLiteError`.
    func setNotificationURL(_ url: String?, in environment: Environment) throws {
        notificationURLs[environment.rawValue] = url
        try history.set("notification-urls", to: notificationURLs)
    }

    /// Begins to send what is due, unless that is in progress.
    func deliver() {
        guard delivering == nil else { return }
        let mine = generation
        delivering = Task {
            do {
                while mine == generation, let due = try history.dueDelivery(at: store.now) { try await attempt(due) }
            } catch {
                lastError = error.plainMessage
            }
            // Whoever has replaced the history since may be sending already.
            if mine == generation { delivering = nil }
        }
    }

    private func attempt(_ delivery: DueDelivery) async throws {
        guard let url = notificationURL(in: delivery.effect.environment) else { return try history.drop(delivery) }
        let request = HTTPClientRequest(
            "POST",
            url,
            headers: [("Content-Type", "application/json")],
            body: try body(of: delivery),
            timeout: .seconds(30),
            maximumResponseBytes: 64 << 10
        )
        let mine = generation
        let instant = store.now
        var attempt = DeliveryAttempt(instant: instant, result: .other)
        do {
            if chance.happens(perMille: faults.tlsRefusedPerMille ?? 0) {
                throw HTTPClientError(
                    code: .tls,
                    message: "Apple would reject the TLS of this URL (an injected fault)."
                )
            }
            let answer = try await transport.send(request)
            attempt.result = SendAttemptResult(status: answer.status)
            attempt.status = answer.status
            attempt.answer = String(answer.text.prefix(2000))
        } catch {
            attempt.result = SendAttemptResult(error)
            attempt.answer = error.plainMessage
        }
        // The history was replaced while the answer was in progress; its numbers name other notifications now.
        guard mine == generation else { return }
        let retry =
            attempt.result == .success
            ? nil : RetrySchedule.next(after: delivery.attempt, at: instant, of: delivery.effect)
        try history.finish(delivery, with: attempt, retryAt: retry)
    }

    private func body(of delivery: DueDelivery) throws -> Data {
        if case .version1 = delivery.effect.name {
            guard let body = try version1Body(of: delivery.effect) else {
                throw SimulatorServiceError(.unusableData, "The notification \(delivery.uuid) is about no one.")
            }
            return cutOff(body)
        }
        return cutOff(try AppStoreJSON.encode(["signedPayload": try document(of: delivery)]))
    }

    /// A fault: half of the body, as when a connection breaks behind a proxy.
    private func cutOff(_ body: Data) -> Data {
        chance.happens(perMille: faults.droppedConnectionsPerMille ?? 0) ? body.prefix(body.count / 2) : body
    }

    /// The signed document, made once.
    private func document(of delivery: DueDelivery) throws -> SignedPayload {
        if let document = delivery.document { return document }
        guard let document = try signing.sign(delivery.effect) else {
            throw SimulatorServiceError(.unusableData, "The notification \(delivery.uuid) has no signed form.")
        }
        try history.save(document, of: delivery.uuid)
        return document
    }
}
