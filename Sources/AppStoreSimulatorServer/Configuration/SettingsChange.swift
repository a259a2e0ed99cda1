// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// Settings of which only a part is written down: what is left out stays, and null removes.
enum SettingsChange {
    /// Choices among several: what is written replaces what was there.
    private static let wholes: Set<String> = ["rate", "renewalLimit", "renewalTiming"]

    /// The bytes of settings after a change.
    ///
    /// - Throws: What the encoder throws.
    static func merged(_ change: JSONValue, into settings: some Encodable) throws -> Data {
        let current = try AppStoreJSON.decode(JSONValue.self, from: try AppStoreJSON.encode(settings))
        return try AppStoreJSON.encode(merge(change, into: current))
    }

    /// Settings after a change.
    ///
    /// - Throws: A `DecodingError` that names what is not understood.
    static func apply<Settings: Codable>(_ change: JSONValue, to settings: Settings) throws -> Settings {
        try AppStoreJSON.decode(Settings.self, from: try merged(change, into: settings))
    }

    private static func merge(_ change: JSONValue, into current: JSONValue) -> JSONValue {
        guard case .object(let changes) = change, case .object(var fields) = current else { return change }
        for (name, value) in changes {
            if value == .null {
                fields[name] = nil
            } else if let old = fields[name], !wholes.contains(name) {
                fields[name] = merge(value, into: old)
            } else {
                fields[name] = value
            }
        }
        return .object(fields)
    }
}
