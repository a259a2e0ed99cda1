// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// A group of subscriptions of which a customer has one at a time.
    public struct SubscriptionGroup: Hashable, Sendable, Codable {
        /// The group.
        public var id: SubscriptionGroupID

        /// Its words in every language.
        public var localizations: [Localization]

        /// The developer's name of it.
        public var name: String

        /// Its subscriptions.
        public var subscriptions: [Subscription]

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            id: SubscriptionGroupID = "",
            localizations: [Localization] = [],
            name: String = "",
            subscriptions: [Subscription] = [],
            others: [String: JSONValue] = [:]
        ) {
            self.id = id
            self.localizations = localizations
            self.name = name
            self.subscriptions = subscriptions
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.id = try reader.value("id", default: "")
            self.localizations = try reader.value("localizations", default: [])
            self.name = try reader.value("name", default: "")
            self.subscriptions = try reader.value("subscriptions", default: [])
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.value(id, "id")
            try writer.value(localizations, "localizations")
            try writer.value(name, "name")
            try writer.value(subscriptions, "subscriptions")
            try writer.others(others)
        }
    }
}
