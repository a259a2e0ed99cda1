// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// Settings of which only a part is written down: what is left out stays, and null removes.
enum SettingsPatch {
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
        let changed = try AppStoreJSON.decode(Settings.self, from: try merged(change, into: settings))
        if let path = try passedOver(of: change, by: changed) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "there is no setting \(path)")
            )
        }
        return changed
    }

    /// The first member that was written and is not among what was understood, such as `grace.dyas`; a misspelled
    /// member that is passed over would look as if it had been granted.
    ///
    /// - Throws: What the encoder throws.
    static func passedOver(of written: JSONValue, by understood: some Encodable) throws -> String? {
        lost(of: written, in: try AppStoreJSON.decode(JSONValue.self, from: try AppStoreJSON.encode(understood)))
    }

    private static func lost(of written: JSONValue, in understood: JSONValue) -> String? {
        guard case .object(let members) = written, case .object(let known) = understood else { return nil }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
            guard let stored = known[name] else { return name }
            if let deeper = lost(of: value, in: stored) { return "\(name).\(deeper)" }
        }
        return nil
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
