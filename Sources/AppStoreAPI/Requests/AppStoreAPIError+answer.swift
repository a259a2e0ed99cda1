// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient

extension AppStoreAPIError {
    /// Reads why Apple refused from an answer that is no success.
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
                    + Self.shown(payload.errorCode.message ?? payload.errorMessage)
            )
        } else {
            self.init(
                code: .unexpectedStatus,
                httpStatus: response.status,
                retryAfter: retryAfter,
                isRetryable: Self.isRetryable(status: response.status),
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
    /// Apple writes milliseconds since 1970; the HTTP standard's seconds to wait are told apart by their size.
    static func instant(retryAfter field: String, asOf now: Date) -> Date? {
        guard let number = Int64(field), number >= 0 else { return nil }
        return number > 100_000_000_000
            ? Date(millisecondsSince1970: number) : now.addingTimeInterval(TimeInterval(number))
    }

    private static func isRetryable(status: Int) -> Bool {
        status == 429 || (500...599).contains(status)
    }

    /// A message from outside: no control characters, not without end.
    private static func shown(_ message: String) -> String {
        String(message.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(200).map(Character.init))
    }
}
