// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why a token or an offer's signature is not accepted.
///
/// Never holds the token.
public struct TokenError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    ///
    /// An open set: later versions may add members.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It is not a token at all.
        public static let malformed = Code(rawValue: "malformed")

        /// Its algorithm is not ES256.
        public static let algorithm = Code(rawValue: "algorithm")

        /// No one knows the key it names.
        public static let unknownKey = Code(rawValue: "unknown-key")

        /// The signature is not the key's.
        public static let signature = Code(rawValue: "signature")

        /// A claim is missing or is not what it should be.
        public static let claim = Code(rawValue: "claim")

        /// It is not valid yet: a clock is ahead.
        public static let tooEarly = Code(rawValue: "too-early")

        /// It is no longer valid.
        public static let expired = Code(rawValue: "expired")
    }

    /// What is wrong.
    public let code: Code

    /// What was found and what to do.
    public let message: String

    /// Makes an error.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension TokenError: Hashable {
    /// Errors are equal when their codes are.
    public static func == (left: TokenError, right: TokenError) -> Bool {
        left.code == right.code
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}
