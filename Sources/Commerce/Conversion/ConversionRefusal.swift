// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Why a plan cannot be converted.
public struct ConversionRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: WireString {
        /// The code's name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is nothing of value left to convert.
        public static let nothingLeft: Code = "nothing-left"

        /// The catalog does not know the target, its price or its length.
        public static let unknownTarget: Code = "unknown-target"

        /// What is left was paid in another currency than the target's.
        public static let otherCurrency: Code = "other-currency"
    }

    /// What is wrong.
    public var code: Code

    /// What is wrong and what to do, in words for people.
    public var message: String

    /// Makes a refusal.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
