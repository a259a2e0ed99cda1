// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension AppStore {
    /// The places where purchases are made.
    public struct Environment: RawRepresentable, Equatable, Hashable, Sendable {
        /// The value as the App Store writes it.
        public let rawValue: String

        /// Makes a value from the App Store's.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The App Store.
        public static let production = Environment(rawValue: "Production")

        /// The test environment.
        public static let sandbox = Environment(rawValue: "Sandbox")

        /// A test in the process, as with a configuration file in Xcode.
        public static let xcode = Environment(rawValue: "Xcode")
    }
}
