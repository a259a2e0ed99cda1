// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService

/// A refusal or a failure on its way to becoming a problem answer.
///
/// The message says what failed and what to do; it never carries signed data, keys or tokens.
struct ServiceProblem: Error, Hashable, CustomStringConvertible {
    var code: ProblemCode
    var message: String
    /// Which of the purchase checks refused, for refusals of a purchase.
    var check: PurchaseCheck?
    /// How long to wait before another try, for temporary failures.
    var retryAfterSeconds: Int?
    private var explicitStatus: Int?

    init(
        _ code: ProblemCode,
        _ message: String,
        check: PurchaseCheck? = nil,
        retryAfterSeconds: Int? = nil,
        status: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.check = check
        self.retryAfterSeconds = retryAfterSeconds
        self.explicitStatus = status
    }

    var description: String { "\(code): \(message)" }

    var status: Int { explicitStatus ?? code.status }
}

extension ServiceProblem {
    static func notFound(_ what: String) -> ServiceProblem {
        ServiceProblem(.notFound, "There is no such \(what).")
    }

    static func invalid(_ parameter: String, _ expectation: String) -> ServiceProblem {
        ServiceProblem(.invalidParameter, "\(parameter) must be \(expectation).")
    }
}

extension ServiceProblem: ProblemConvertible {
    var problem: Problem {
        var headers = HTTPHeaders()
        if let retryAfterSeconds {
            headers["Retry-After"] = String(retryAfterSeconds)
        } else if code.isTemporary {
            headers["Retry-After"] = "5"
        }
        if status == 401 { headers["WWW-Authenticate"] = "Bearer" }
        let members = check.map { ["check": $0.rawValue] } ?? [:]
        return Problem(
            HTTPStatus(rawValue: status),
            code: code.rawValue,
            detail: message,
            members: members,
            headers: headers
        )
    }
}
