// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why no answer came.
public struct HTTPClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The URL is not one that can be asked.
        public static let invalidRequest = Code(rawValue: "invalid-request")

        /// The host name has no address.
        public static let cannotResolve = Code(rawValue: "cannot-resolve")

        /// No connection came about.
        public static let cannotConnect = Code(rawValue: "cannot-connect")

        /// The certificate, the protocol version or the ciphers are not acceptable.
        public static let tls = Code(rawValue: "tls")

        /// The time is over.
        public static let timedOut = Code(rawValue: "timed-out")

        /// The peer closed without answering.
        public static let noResponse = Code(rawValue: "no-response")

        /// The peer closed in the middle of its answer.
        public static let prematureClose = Code(rawValue: "premature-close")

        /// The connection broke.
        public static let connectionBroken = Code(rawValue: "connection-broken")

        /// The answer is larger than was allowed.
        public static let tooLarge = Code(rawValue: "too-large")

        /// More redirects than were allowed.
        public static let tooManyRedirects = Code(rawValue: "too-many-redirects")

        /// The answer is not HTTP.
        public static let invalidResponse = Code(rawValue: "invalid-response")

        /// The transport has been shut down.
        public static let shutDown = Code(rawValue: "shut-down")

        /// Anything else.
        public static let other = Code(rawValue: "other")
    }

    /// The kind of failure.
    public var code: Code

    /// What failed; never the body, a header field or the query.
    public var message: String

    /// Makes an error, for transports of tests.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
