// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The outcome of an attempt to send a notification.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/sendattemptresult>
public struct SendAttemptResult: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The server took it.
    public static let success = SendAttemptResult(rawValue: "SUCCESS")

    /// The server did not answer in time.
    public static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")

    /// The connection could not be secured.
    public static let tlsIssue = SendAttemptResult(rawValue: "TLS_ISSUE")

    /// The server redirects in a circle.
    public static let circularRedirect = SendAttemptResult(rawValue: "CIRCULAR_REDIRECT")

    /// The server did not answer.
    public static let noResponse = SendAttemptResult(rawValue: "NO_RESPONSE")

    /// The connection broke.
    public static let socketIssue = SendAttemptResult(rawValue: "SOCKET_ISSUE")

    /// The answer's character set is unknown.
    public static let unsupportedCharset = SendAttemptResult(rawValue: "UNSUPPORTED_CHARSET")

    /// The answer is not one.
    public static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")

    /// The server closed in the middle.
    public static let prematureClose = SendAttemptResult(rawValue: "PREMATURE_CLOSE")

    /// The server answered with a failure.
    public static let unsuccessfulHTTPResponseCode = SendAttemptResult(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")

    /// Another failure.
    public static let other = SendAttemptResult(rawValue: "OTHER")
}
