// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// The version of a file's format.
    public struct Version: Hashable, Sendable, Codable {
        /// The first number.
        public var major: Int

        /// The second number.
        public var minor: Int

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            major: Int = 1,
            minor: Int = 0,
            others: [String: JSONValue] = [:]
        ) {
            self.major = major
            self.minor = minor
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.major = try reader.value("major", default: 1)
            self.minor = try reader.value("minor", default: 0)
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.value(major, "major")
            try writer.value(minor, "minor")
            try writer.others(others)
        }
    }
}

extension StoreKitFile.Version {
    /// The newest version this model knows.
    public static let newest = StoreKitFile.Version(major: 5, minor: 0)
}
