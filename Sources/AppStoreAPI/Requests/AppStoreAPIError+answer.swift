// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient

extension AppStoreAPIError {
    /// Reads why Apple refused from an answer that is not a success.
    init(_ response: HTTPClientResponse, of endpoint: APIEndpoint, asOf now: Date) {
        let retryAfter = response.header("Retry-After").flatMap { Self.instant(retryAfter: $0, asOf: now) }
        if response.status == 401 {
            // Apple's 401 is plain text.
            self.init(
                code: .unauthenticated,
                httpStatus: 401,
                message: "Apple does not accept the bearer token for \(endpoint.name). "
                    + "Check the key, its identifiers and this machine's clock."
            )
        } else if let payload = try? AppStoreJSON.decode(APIErrorPayload.self, from: response.body) {
            self.init(
                code: .refused,
                apiErrorCode: payload.errorCode,
                httpStatus: response.status,
                retryAfter: retryAfter,
                isRetryable: payload.errorCode.isRetryable || Self.isRetryable(status: response.status),
                message: "Apple refused \(endpoint.name) with \(payload.errorCode): "
                    + Self.shown(Self.meaning(of: payload, at: endpoint))
            )
        } else if let refusal = try? AppStoreJSON.decode(ConnectRefusal.self, from: response.body).errors.first {
            self.init(
                code: .refused,
                httpStatus: response.status,
                retryAfter: retryAfter,
                isRetryable: Self.isRetryable(status: response.status),
                message: "Apple refused \(endpoint.name) with \(Self.shown(refusal.code)): "
                    + Self.shown(refusal.detail ?? refusal.title ?? "no reason was given")
            )
        } else {
            self.init(
                code: .unexpectedStatus,
                httpStatus: response.status,
                retryAfter: retryAfter,
                // A gateway that lost Apple's answer does not know the result of the request; 429 and 503 took none.
                isRetryable: endpoint.isIdempotent
                    ? Self.isRetryable(status: response.status) : [429, 503].contains(response.status),
                message: "Apple answered \(endpoint.name) with HTTP status \(response.status) and no error code."
            )
        }
    }

    /// Reads why no answer came.
    init(_ error: HTTPClientError, of endpoint: APIEndpoint) {
        let neverSent: Set<HTTPClientError.Code> = [.cannotResolve, .cannotConnect]
        let passing: Set<HTTPClientError.Code> = [
            .timedOut, .noResponse, .prematureClose, .connectionBroken, .invalidResponse,
        ]
        self.init(
            code: .noAnswer,
            isRetryable: neverSent.contains(error.code) || endpoint.isIdempotent && passing.contains(error.code),
            message: "No answer to \(endpoint.name): \(error.message)"
        )
    }

    /// The instant of a Retry-After field.
    ///
    /// Apple writes milliseconds since 1970; the HTTP standard's seconds to wait are distinguished by their size.
    static func instant(retryAfter field: String, asOf now: Date) -> Date? {
        guard let number = Int64(field), number >= 0 else { return nil }
        return number > 100_000_000_000
            ? Date(millisecondsSince1970: number) : now.addingTimeInterval(TimeInterval(number))
    }

    /// What the code means at the endpoint: Advanced Commerce has numbers of its own.
    private static func meaning(of payload: APIErrorPayload, at endpoint: APIEndpoint) -> String {
        guard endpoint == .advancedCommerce else { return payload.errorCode.message ?? payload.errorMessage }
        return AdvancedCommerceErrorCode(rawValue: payload.errorCode.rawValue).message ?? payload.errorMessage
    }

    private static func isRetryable(status: Int) -> Bool {
        status == 429 || (500...599).contains(status)
    }

    /// A message from outside: no control characters, not without end.
    private static func shown(_ message: String) -> String {
        String(message.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(200).map(Character.init))
    }
}

/// How App Store Connect says why it refused.
///
/// <https://developer.apple.com/documentation/appstoreconnectapi/errorresponse>
private struct ConnectRefusal: Decodable {
    struct Item: Decodable {
        var code: String
        var title: String?
        var detail: String?
    }

    var errors: [Item]
}
