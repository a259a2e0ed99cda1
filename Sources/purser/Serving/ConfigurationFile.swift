// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import PurserServer

/// The server's configuration: a JSON5 file, each of its keys also an environment variable.
///
/// `PURSER_REQUESTS_PER_SECOND` is the key `requestsPerSecond`; two underscores lead inside: `PURSER_APPS__0__BUNDLE_ID`.
enum ConfigurationFile {
    /// Reads the file and lays the environment over it.
    static func read(_ path: String?, _ terminal: Terminal) throws -> ServiceConfiguration? {
        var tree = JSONValue.object([:])
        if let path {
            guard let parsed = parse(try terminal.read(path)), case .object = parsed else {
                throw Failure(
                    "\(path) is no JSON5 object; a configuration looks like { apps: [{ bundleID: 'com.…' }] }"
                )
            }
            tree = parsed
        }
        for (name, value) in terminal.environment.sorted(by: { $0.key < $1.key }) {
            guard name.hasPrefix("PURSER_"), !name.hasPrefix("PURSER_TEST_"), !reserved.contains(name) else { continue }
            let path = name.dropFirst("PURSER_".count).components(separatedBy: "__")
            tree = set(path[...], to: value, in: tree)
        }
        guard tree != .object([:]) else { return nil }
        return try decode(tree, from: path ?? "the environment")
    }

    /// Variables that are the scripts' or of `purser api` and not keys.
    private static let reserved: Set<String> = [
        "PURSER_API_KEY", "PURSER_API_KEY_ID", "PURSER_API_ISSUER", "PURSER_API_BUNDLE_ID", "PURSER_API_PASSWORD",
        "PURSER_KEY", "PURSER_DATABASE", "PURSER_TESTS", "PURSER_PYTHON", "PURSER_PYTHON_SDIST", "PURSER_FRESH_ROOT",
    ]

    private static func parse(_ bytes: Data) -> JSONValue? {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return try? decoder.decode(JSONValue.self, from: bytes)
    }

    private static func decode(_ tree: JSONValue, from source: String) throws -> ServiceConfiguration {
        do {
            let bytes = try JSONEncoder().encode(tree)
            return try JSONDecoder().decode(ServiceConfiguration.self, from: bytes)
        } catch let error as DecodingError {
            throw Failure("\(source): \(Self.words(error))")
        }
    }

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            return "the key '\(name(context.codingPath + [key]))' is missing"
        case .typeMismatch(let type, let context):
            return "the key '\(name(context.codingPath))' must be a \(type)"
        case .valueNotFound(let type, let context):
            return "the key '\(name(context.codingPath))' is null where a \(type) is needed"
        case .dataCorrupted(let context):
            return "the key '\(name(context.codingPath))' cannot be used: \(context.debugDescription)"
        @unknown default: return "it cannot be read"
        }
    }

    private static func name(_ path: [any CodingKey]) -> String {
        path.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }.joined(separator: ".")
            .replacing(".[", with: "[")
    }

    /// A tree in which the value at a path is another.
    private static func set(_ path: ArraySlice<String>, to text: String, in node: JSONValue?) -> JSONValue {
        guard let first = path.first else { return parse(Data(text.utf8)) ?? .string(text) }
        if let index = Int(first), (0..<1000).contains(index) {
            var list: [JSONValue] = []
            if case .array(let present) = node { list = present }
            while list.count <= index { list.append(.object([:])) }
            list[index] = set(path.dropFirst(), to: text, in: list[index])
            return .array(list)
        }
        var object: [String: JSONValue] = [:]
        if case .object(let present) = node { object = present }
        let key = key(first, among: object.keys.sorted())
        object[key] = set(path.dropFirst(), to: text, in: object[key])
        return .object(object)
    }

    /// The key of a variable's part: one that is there in any spelling, or the words in camel case.
    private static func key(_ part: String, among known: [String]) -> String {
        let plain = part.replacing("_", with: "").lowercased()
        if let match = (known + abbreviations).first(where: { $0.lowercased() == plain }) { return match }
        let words = part.lowercased().split(separator: "_")
        return words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    }

    /// Keys that hold abbreviations, which camel case does not give.
    private static let abbreviations = [
        "bundleID", "appAppleID", "publicURL", "productionURL", "sandboxURL", "issuerID", "keyID", "privateKeyPEM",
        "appStoreServerAPI",
    ]
}
