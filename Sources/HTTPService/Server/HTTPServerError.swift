// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why a server did not start or could not continue.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The address cannot be listened on.
        public static let cannotListen = Code(rawValue: "cannot-listen")

        /// The certificate or the key cannot be used.
        public static let invalidTLSFiles = Code(rawValue: "invalid-tls-files")

        /// The library refused to start.
        public static let cannotStart = Code(rawValue: "cannot-start")

        /// The server is not in a state in which this can be done.
        public static let wrongState = Code(rawValue: "wrong-state")
    }

    /// The kind of failure.
    public var code: Code

    /// What failed and what to do.
    public var message: String

    /// The message.
    public var description: String { message }
}
