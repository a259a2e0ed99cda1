// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Why the server did not do what it was asked.
struct ServerProblem: Error, Hashable, Sendable {
    /// The status; nothing when there was no answer.
    var status: Int?

    /// The server's name of the problem.
    var code: String?

    /// The server's explanation for developers.
    var detail: String?

    /// How long the server wants to be left alone, in seconds.
    var retryAfter: TimeInterval?

    /// Whether the same request may succeed later.
    var isTemporary: Bool {
        // The device has no receipt yet: each try fetches it again.
        guard let status, code != "receipt-empty" else { return true }
        return status >= 500 || status == 429 || status == 408
    }

    /// Whether the customer's token is missing or too old.
    var wantsToken: Bool { status == 401 || status == 403 }

    init(status: Int, code: String, detail: String? = nil, retryAfter: TimeInterval? = nil) {
        (self.status, self.code, self.detail, self.retryAfter) = (status, code, detail, retryAfter)
    }

    init(_ response: PurserResponse) {
        status = response.status
        retryAfter = response.headers["retry-after"].flatMap(TimeInterval.init)
        if let body = try? JSONDecoder().decode(ServerResponse.Problem.self, from: response.body) {
            code = body.code
            detail = body.detail
        }
    }

    init(noAnswer error: any Error) {
        detail = (error as? any LocalizedError)?.errorDescription ?? "the server could not be reached"
    }

    init(unreadable error: any Error) {
        // An answer that is not the server's own: a proxy's page, or half of one.
        status = 502
        detail = "the server's answer could not be read"
    }
}
