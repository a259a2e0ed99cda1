// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// The error that one of StoreKit's calls answers with.
    public struct SimulatedError: Hashable, Sendable, Codable {
        /// The error that is chosen.
        public var current: JSONValue?

        /// Whether the call fails.
        public var enabled: Bool

        /// The call, such as Load Products.
        public var name: String

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            current: JSONValue? = nil,
            enabled: Bool = false,
            name: String = "",
            others: [String: JSONValue] = [:]
        ) {
            self.current = current
            self.enabled = enabled
            self.name = name
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.current = try reader.optional("current")
            self.enabled = try reader.value("enabled", default: false)
            self.name = try reader.value("name", default: "")
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.nullable(current, "current")
            try writer.value(enabled, "enabled")
            try writer.value(name, "name")
            try writer.others(others)
        }
    }
}
