// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why bytes could not be packed or unpacked.
public struct GzipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The bytes are not a gzip file, or a check fails.
        public static let damaged = Code(rawValue: "damaged")

        /// The bytes end too early.
        public static let truncated = Code(rawValue: "truncated")

        /// More would come out than is allowed.
        public static let tooLarge = Code(rawValue: "too-large")

        /// There is no memory.
        public static let outOfMemory = Code(rawValue: "out-of-memory")
    }

    /// The kind of failure.
    public let code: Code

    /// What failed and what to do.
    public let message: String

    /// The message.
    public var description: String { message }

    static let damaged = GzipError(
        code: .damaged,
        message: "The bytes are not a gzip file or are damaged. Fetch them again."
    )

    static let truncated = GzipError(
        code: .truncated,
        message: "The gzip file ends too early. Fetch it again."
    )

    static let outOfMemory = GzipError(
        code: .outOfMemory,
        message: "There is no memory for packing. Try again when less runs."
    )

    static func tooLarge(limit: Int) -> GzipError {
        GzipError(
            code: .tooLarge,
            message: "The gzip file holds more than the \(limit) bytes that are left. Raise the limit if it is wanted."
        )
    }
}
