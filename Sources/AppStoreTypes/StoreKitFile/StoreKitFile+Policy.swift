// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// The app's privacy policy in one language.
    public struct Policy: Hashable, Sendable, Codable {
        /// The language, such as en_US.
        public var locale: String

        /// The policy's text.
        public var policyText: String

        /// The policy's address.
        public var policyURL: String

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            locale: String = "",
            policyText: String = "",
            policyURL: String = "",
            others: [String: JSONValue] = [:]
        ) {
            self.locale = locale
            self.policyText = policyText
            self.policyURL = policyURL
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.locale = try reader.value("locale", default: "")
            self.policyText = try reader.value("policyText", default: "")
            self.policyURL = try reader.value("policyURL", default: "")
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.value(locale, "locale")
            try writer.value(policyText, "policyText")
            try writer.value(policyURL, "policyURL")
            try writer.others(others)
        }
    }
}
