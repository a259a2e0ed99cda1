// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension StoreKitFile {
    /// The app's license and privacy policies.
    public struct AppPolicies: Hashable, Sendable, Codable {
        /// The license agreement.
        public var eula: String

        /// The privacy policies, one for each language.
        public var policies: [Policy]

        /// The members that this model does not name, kept as they came.
        public var others: [String: JSONValue]

        /// Makes a value from its fields.
        public init(
            eula: String = "",
            policies: [Policy] = [],
            others: [String: JSONValue] = [:]
        ) {
            self.eula = eula
            self.policies = policies
            self.others = others
        }

        /// Decodes a value; a member that is not there gets its default.
        public init(from decoder: any Decoder) throws {
            var reader = try OpenObjectReader(decoder)
            self.eula = try reader.value("eula", default: "")
            self.policies = try reader.value("policies", default: [])
            self.others = try reader.others()
        }

        /// Encodes every member, the unknown ones too.
        public func encode(to encoder: any Encoder) throws {
            var writer = OpenObjectWriter(encoder)
            try writer.value(eula, "eula")
            try writer.value(policies, "policies")
            try writer.others(others)
        }
    }
}
