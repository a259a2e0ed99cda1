// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An answer of another provider that cannot be read: names the member, never its value.
public struct ProviderAnswerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with an answer.
    public struct Code: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code's name.
        public var description: String { rawValue }

        /// A member that must be there is missing.
        public static let missing = Code(rawValue: "missing")

        /// A member has a value that cannot be read.
        public static let invalid = Code(rawValue: "invalid")

        /// A path of the settings cannot be read.
        public static let path = Code(rawValue: "path")
    }

    /// What is wrong.
    public let code: Code

    /// The member or path.
    public let member: String

    /// What is wrong, fit to be shown.
    public var description: String {
        switch code {
        case .missing: "The answer has no '\(member)'. Check the URL and the paths."
        case .path: "Invalid path: '\(member)'. Write it like $.subscription.status or $.items[0]['a.b']."
        default: "'\(member)' of the answer has a value that Purser cannot read. Check the paths."
        }
    }

    /// Makes an error.
    public init(_ code: Code, _ member: String) {
        self.code = code
        self.member = member
    }
}
