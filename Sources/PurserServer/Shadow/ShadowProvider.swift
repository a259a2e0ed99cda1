// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTML
import HTTPClient

/// Why another provider gave no usable answer.
struct ShadowFailure: Error, Hashable, CustomStringConvertible {
    /// What failed; never the URL's customer, a header field or the answer.
    var description: String
    /// Whether the next customer fails, too: then the provider is left alone for a while.
    var concernsAll: Bool
    /// How long the provider wants to be left alone, in seconds.
    var retryAfterSeconds: Int?
}

/// Asks another provider about a customer, within limits.
struct ShadowProvider: Sendable {
    let policy: WebhookTargetPolicy
    let transport: any HTTPTransport

    private static let timeout: Duration = .seconds(15)
    private static let maximumBytes = 1 << 20
    private static let limits = JSONLimits(depth: 32, members: 20_000, values: 60_000, stringBytes: 100_000)
    private static let maximumRetryAfter = 3600

    /// The provider's answer about a customer.
    ///
    /// - Throws: `ShadowFailure`, or a `CancellationError`.
    func answer(about customer: CustomerID, _ settings: ShadowSettings, at now: Date) async throws -> ProviderAnswer {
        let url = settings.url.replacing(
            ShadowSettings.placeholder,
            with: HTML.escapeSegment(customer.rawValue)
        )
        var request = HTTPClientRequest(
            "GET",
            url,
            headers: [("Accept", "application/json")],
            timeout: Self.timeout,
            maximumResponseBytes: Self.maximumBytes
        )
        if let secret = settings.authorization { request.headers.append((settings.header, secret)) }
        let response: HTTPClientResponse
        do {
            request.address = try await policy.address(of: url, attempt: 0)
            response = try await transport.send(request)
        } catch let error as HTTPClientError {
            // One answer that is too large says nothing about the next customer.
            throw ShadowFailure(
                description: "The provider could not be asked: \(error.code.rawValue).",
                concernsAll: error.code != .tooLarge
            )
        } catch let problem as ServiceProblem {
            throw ShadowFailure(description: problem.message, concernsAll: true)
        }
        return try read(response, settings, at: now)
    }

    private func read(
        _ response: HTTPClientResponse,
        _ settings: ShadowSettings,
        at now: Date
    ) throws -> ProviderAnswer {
        switch response.status {
        case 200, 201: break
        case 404: return ProviderAnswer(isKnown: false)
        case 401, 403:
            throw ShadowFailure(
                description: "The provider refused the secret with status \(response.status). Set 'authorization'.",
                concernsAll: true
            )
        case 429:
            throw ShadowFailure(
                description: "The provider's rate limit is exceeded. Lower 'requestsPerMinute'.",
                concernsAll: true,
                retryAfterSeconds: response.header("Retry-After").flatMap { Int($0) }
                    .map { min(max($0, 1), Self.maximumRetryAfter) }
            )
        case let status:
            throw ShadowFailure(
                description: "The provider answered with status \(status).",
                concernsAll: status >= 500
            )
        }
        if let excess = response.body.withUnsafeBytes({ Self.limits.excess(in: $0) }) {
            throw ShadowFailure(description: "The answer cannot be read: \(excess)", concernsAll: false)
        }
        let json: JSONValue
        do {
            json = try ServiceJSON.decode(from: response.body)
        } catch {
            throw ShadowFailure(description: "The answer is not JSON. Check the URL.", concernsAll: false)
        }
        do {
            return try settings.read(json, asOf: now)
        } catch let error as ProviderAnswerError {
            throw ShadowFailure(description: error.description, concernsAll: false)
        }
    }
}
