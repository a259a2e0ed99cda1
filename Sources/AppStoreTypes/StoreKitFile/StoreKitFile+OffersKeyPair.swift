// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// The key that signs promotional offers in tests.
    public struct OffersKeyPair: Hashable, Sendable, Codable {
        /// The key's identifier.
        public var id: String

        /// The private key in PEM without its first and last line.
        public var privateKey: String

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            id: String = "",
            privateKey: String = "",
            others: [String: JSONValue] = [:]
        ) {
            self.id = id
            self.privateKey = privateKey
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.id = try reader.value("id", default: "")
            self.privateKey = try reader.value("privateKey", default: "")
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.value(id, "id")
            try writer.value(privateKey, "privateKey")
            try writer.others(others)
        }
    }
}

extension StoreKitFile.OffersKeyPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifier alone, so that a log never holds the key.
    public var description: String { "offers key \(id)" }

    /// The identifier alone.
    public var debugDescription: String { description }

    /// The identifier alone.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
