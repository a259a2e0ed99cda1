// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension JSONValue {
    /// The members, when this is an object.
    var members: [String: JSONValue]? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// This object with one more member; an absent value is left out.
    func with(_ name: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(var members) = self else { return self }
        members[name] = value
        return .object(members)
    }

    /// Any encodable value as JSON.
    static func encoding(_ value: some Encodable) throws -> JSONValue {
        try ServiceJSON.decode(from: ServiceJSON.encode(value))
    }
}
