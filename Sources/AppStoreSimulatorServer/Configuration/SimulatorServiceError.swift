// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why the simulator's service did not start or could not do something.
public struct SimulatorServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// What is kept on disk cannot be used.
        public static let unusableData = Code(rawValue: "unusable-data")

        /// There is no folder in which something could be kept.
        public static let noDataFolder = Code(rawValue: "no-data-folder")

        /// The clock is being turned by someone else.
        public static let clockBusy = Code(rawValue: "clock-busy")

        /// The instant is before the clock's.
        public static let clockCannotGoBack = Code(rawValue: "clock-cannot-go-back")

        /// The instant is more than a hundred years away.
        public static let clockCannotGoThatFar = Code(rawValue: "clock-cannot-go-that-far")

        /// A scenario cannot be read or taken.
        public static let invalidScenario = Code(rawValue: "invalid-scenario")

        /// There is no saved state of this name.
        public static let unknownSave = Code(rawValue: "unknown-save")
    }

    /// The kind of failure.
    public var code: Code

    /// What failed and what to do.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
