// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import HTTPClient

/// The result of an attempt to send a notification, by Apple's names.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/sendattemptresult>
struct SendAttemptResult: WireString {
    let rawValue: String

    init(rawValue: String) {
        self.rawValue = rawValue
    }

    static let success = SendAttemptResult(rawValue: "SUCCESS")
    static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")
    static let tlsIssue = SendAttemptResult(rawValue: "TLS_ISSUE")
    static let circularRedirect = SendAttemptResult(rawValue: "CIRCULAR_REDIRECT")
    static let noResponse = SendAttemptResult(rawValue: "NO_RESPONSE")
    static let socketIssue = SendAttemptResult(rawValue: "SOCKET_ISSUE")
    static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")
    static let prematureClose = SendAttemptResult(rawValue: "PREMATURE_CLOSE")
    static let unsuccessfulStatus = SendAttemptResult(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
    static let other = SendAttemptResult(rawValue: "OTHER")

    /// The word for an answer's status: Apple takes 200 to 206 as success.
    init(status: Int) {
        self = (200...206).contains(status) ? .success : .unsuccessfulStatus
    }

    /// The word for a failure to get an answer.
    init(_ error: any Error) {
        self =
            switch (error as? HTTPClientError)?.code {
            case .timedOut: .timedOut
            case .tls: .tlsIssue
            case .tooManyRedirects: .circularRedirect
            case .noResponse: .noResponse
            case .cannotConnect, .cannotResolve, .connectionBroken: .socketIssue
            case .invalidResponse, .tooLarge: .invalidResponse
            case .prematureClose: .prematureClose
            default: .other
            }
    }
}
