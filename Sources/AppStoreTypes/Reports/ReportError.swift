// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why a text is none of Apple's reports.
public struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; the set is open.
    public struct Code: WireString {
        /// The word.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The bytes are not UTF-8.
        public static let notText = Code(rawValue: "not-text")

        /// No line names the columns.
        public static let noColumns = Code(rawValue: "no-columns")

        /// A row tells more than there can be.
        public static let tooLarge = Code(rawValue: "too-large")

        /// The rows are about more than the one day that a daily report is about.
        public static let notDaily = Code(rawValue: "not-daily")
    }

    /// The kind of failure.
    public let code: Code

    /// What failed and what to do.
    public let message: String

    /// The message.
    public var description: String { message }

    static let notText = ReportError(
        code: .notText,
        message: "The report is not UTF-8 text. Unpack it first if it came packed."
    )

    static let noColumns = ReportError(
        code: .noColumns,
        message: "No line of the report names its columns. Check that it is a report of the kind asked for."
    )

    /// The rows are about more than one day.
    package static func notDaily(row: Int) -> ReportError {
        ReportError(
            code: .notDaily,
            message:
                "Row \(row) is about other days too: this is not a daily report; import the reports of single days."
        )
    }

    /// A row tells more units or money than there can be.
    package static func tooLarge(row: Int) -> ReportError {
        ReportError(
            code: .tooLarge,
            message: "Row \(row) of the report tells more units or money than there can be. Get the report again."
        )
    }
}
