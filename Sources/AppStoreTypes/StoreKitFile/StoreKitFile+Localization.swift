// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// A product's or group's words in one language.
    public struct Localization: Hashable, Sendable, Codable {
        /// What it is.
        public var description: String?

        /// Its name.
        public var displayName: String

        /// The language, such as en_US.
        public var locale: String

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            description: String? = nil,
            displayName: String = "",
            locale: String = "en_US",
            others: [String: JSONValue] = [:]
        ) {
            self.description = description
            self.displayName = displayName
            self.locale = locale
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.description = try reader.optional("description")
            self.displayName = try reader.value("displayName", default: "")
            self.locale = try reader.value("locale", default: "en_US")
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.optional(description, "description")
            try writer.value(displayName, "displayName")
            try writer.value(locale, "locale")
            try writer.others(others)
        }
    }
}
