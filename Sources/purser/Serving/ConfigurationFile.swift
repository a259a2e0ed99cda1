// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import PurserServer

/// The server's configuration: a JSON5 file, each of its keys also an environment variable.
///
/// `PURSER_REQUESTS_PER_SECOND` is the key `requestsPerSecond`; two underscores lead inside:
/// `PURSER_APPS__0__BUNDLE_ID`.
/// A value such as `file:/etc/purser/key.p8` represents what the file holds.
enum ConfigurationFile {
    /// Reads the file and lays the environment over it.
    ///
    /// A key of the file that is not known is an error, for what it was to say would not be done. A variable that is
    /// not known may be another program's and is warned of.
    static func read(_ path: String?, _ terminal: Terminal) throws -> ServiceConfiguration? {
        var tree = JSONValue.object([:])
        if let path {
            let bytes = try terminal.read(path)
            guard let parsed = parse(bytes), case .object = parsed else {
                if let fault = JSON5Fault.first(in: bytes) { throw Failure("\(path): \(fault)") }
                throw Failure(
                    "\(path) is not a JSON5 object; a configuration looks like { apps: [{ bundleID: 'com.…' }] }"
                )
            }
            tree = parsed
            if let fault = unknownKey(in: tree, at: []) { throw Failure("\(path): \(fault)") }
        }
        for (name, value) in terminal.environment.sorted(by: { $0.key < $1.key }) {
            guard name.hasPrefix("PURSER_"), !isReserved(name) else { continue }
            guard let keys = keys(of: name) else {
                let near = Nearness.nearest(to: name, among: ConfigurationKey.all.map(\.variable))
                terminal.printError(
                    "warning: the variable \(name) sets no key and is passed over"
                        + (near.map { "; did you mean \($0)?" } ?? "")
                )
                continue
            }
            let isText = ConfigurationKey.find(keys)?.isText ?? false
            tree = set(keys[...], to: isText ? text(value) : parse(Data(value.utf8)) ?? .string(value), in: tree)
        }
        guard tree != .object([:]) else { return nil }
        let source = path ?? "the environment"
        tree = try filled(tree, at: [], source, terminal)
        let configuration = try decode(tree, from: source)
        if let fault = configuration.fault { throw Failure("\(source): \(fault)") }
        return configuration
    }

    /// Variables that are the scripts' or of other commands and not keys.
    private static let reserved: Set<String> = [
        "PURSER_API_KEY", "PURSER_API_KEY_ID", "PURSER_API_ISSUER", "PURSER_API_BUNDLE_ID", "PURSER_API_PASSWORD",
        "PURSER_DATABASE", "PURSER_DATABASE_REPLICAS", "PURSER_MAX_REPLICA_STALENESS", "PURSER_KEY", "PURSER_TESTS",
        "PURSER_PYTHON", "PURSER_PYTHON_SDIST", "PURSER_TEST_POSTGRES",
        "PURSER_FRESH_ROOT", "PURSER_WARNINGS_AS_ERRORS",
    ]

    private static func isReserved(_ name: String) -> Bool {
        reserved.contains(name) || name.hasPrefix("PURSER_TEST_")
    }

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
            throw Failure("\(source): \(texts(error, in: tree))")
        }
    }

    /// Names the key, the value and how to fix it.
    private static func texts(_ error: DecodingError, in tree: JSONValue) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            let path = context.codingPath + [key]
            return "the key '\(name(path))' is missing" + fix(path)
        case .typeMismatch(_, let context), .dataCorrupted(let context):
            // Foundation names no key of a number that does not fit.
            let path = context.codingPath.isEmpty ? firstMisfit(in: tree, at: []) : context.codingPath
            return "the key '\(name(path))' cannot be \(shown(path, in: tree))" + fix(path)
        case .valueNotFound(_, let context):
            return "the key '\(name(context.codingPath))' is null" + fix(context.codingPath)
        @unknown default: return "it cannot be read"
        }
    }

    /// The first place of a number that is not whole where only whole ones are understood.
    private static func firstMisfit(in node: JSONValue, at path: [any CodingKey]) -> [any CodingKey] {
        switch node {
        case .object(let members):
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                let found = firstMisfit(in: value, at: path + [ConfigurationNode(name)])
                if !found.isEmpty { return found }
            }
        case .array(let elements):
            for (number, value) in elements.enumerated() {
                let found = firstMisfit(in: value, at: path + [ConfigurationNode(number)])
                if !found.isEmpty { return found }
            }
        case .integer, .string, .bool, .null: break
        default:
            let plain = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
            if let key = ConfigurationKey.find(plain), Int64(key.example) != nil { return path }
        }
        return []
    }

    /// A place in the tree.
    private struct ConfigurationNode: CodingKey {
        var stringValue: String
        var intValue: Int?

        init(_ name: String) { stringValue = name }
        init(_ number: Int) { (stringValue, intValue) = ("\(number)", number) }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { self.init(intValue) }
    }

    private static func fix(_ path: [any CodingKey]) -> String {
        let plain = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
        if let key = ConfigurationKey.find(plain) { return "; write for example \(key.example)" }
        let names = ConfigurationKey.names(after: plain)
        if names == ["[]"] { return "; it is a list: [ … ]" }
        return names.isEmpty ? "" : "; it holds \(names.joined(separator: ", "))"
    }

    /// A value as a message may show it; secrets it does not.
    private static func shown(_ path: [any CodingKey], in tree: JSONValue) -> String {
        var value: JSONValue? = tree
        for key in path {
            if let index = key.intValue {
                let list = value?.array ?? []
                value = list.indices.contains(index) ? list[index] : nil
            } else {
                value = value?[key.stringValue]
            }
        }
        if let last = path.last?.stringValue, secrets.contains(last) { return "what it is" }
        switch value {
        case .object: return "an object"
        case .array: return "a list"
        case .some(let value):
            let text = (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "this"
            return String(text.prefix(80))
        case nil: return "this"
        }
    }

    private static let secrets: Set<String> = [
        "privateKeyPEM", "sharedSecret", "secret", "password", "authorization", "headers",
    ]

    /// What may be in a file of its own: secrets, and tables.
    private static let mayStandInFiles = secrets.union(["taxRates", "commissionRates"])

    private static func name(_ path: [any CodingKey]) -> String {
        path.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }.joined(separator: ".")
            .replacing(".[", with: "[")
    }

    /// The first key that is not known, in words.
    private static func unknownKey(in node: JSONValue, at path: [String]) -> String? {
        switch node {
        case .object(let members):
            let known = ConfigurationKey.names(after: path)
            guard !known.isEmpty, known != ["[]"] else { return nil }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                guard known.contains(name) || known.contains("*") else {
                    let near = Nearness.nearest(to: name, among: known)
                    let place = (path + [name]).joined(separator: ".")
                    return "the key '\(place)' is not known; "
                        + (near.map { "did you mean '\($0)'?" } ?? "known there are \(known.joined(separator: ", "))")
                }
                if let fault = unknownKey(in: value, at: path + [name]) { return fault }
            }
            return nil
        case .array(let elements):
            return elements.lazy.compactMap { unknownKey(in: $0, at: path + ["[]"]) }.first
        default: return nil
        }
    }

    /// The tree with the content of files where secrets and tables name files.
    private static func filled(
        _ node: JSONValue,
        at path: [String],
        _ source: String,
        _ terminal: Terminal
    ) throws -> JSONValue {
        switch node {
        case .object(let members):
            var filled = members
            for (name, value) in members { filled[name] = try self.filled(value, at: path + [name], source, terminal) }
            return .object(filled)
        case .array(let elements):
            return .array(try elements.map { try filled($0, at: path + ["[]"], source, terminal) })
        case .string(let text) where text.hasPrefix("file:") && mayStandInFiles.contains(path.last ?? ""):
            let file = String(text.dropFirst(5))
            guard let bytes = try? terminal.read(file) else {
                throw Failure(
                    "\(source): the key '\(path.joined(separator: "."))' names the file \(file), which cannot be read"
                )
            }
            return .string(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        default: return node
        }
    }

    /// A variable's text as it stands, digits and all; or what is in quotes, where it is JSON5's.
    private static func text(_ value: String) -> JSONValue {
        if case .string(let quoted)? = parse(Data(value.utf8)) { return .string(quoted) }
        return .string(value)
    }

    /// A tree in which the value at a path is another.
    private static func set(_ path: ArraySlice<String>, to value: JSONValue, in node: JSONValue?) -> JSONValue {
        guard let first = path.first else { return value }
        if let index = Int(first), (0..<1000).contains(index) {
            var list: [JSONValue] = []
            if case .array(let present) = node { list = present }
            while list.count <= index { list.append(.object([:])) }
            list[index] = set(path.dropFirst(), to: value, in: list[index])
            return .array(list)
        }
        var object: [String: JSONValue] = [:]
        if case .object(let present) = node { object = present }
        object[first] = set(path.dropFirst(), to: value, in: object[first])
        return .object(object)
    }

    /// The names that a variable leads along, or nothing when there is no such key.
    private static func keys(of variable: String) -> [String]? {
        var path: [String] = []
        for part in variable.dropFirst("PURSER_".count).components(separatedBy: "__") {
            let known = ConfigurationKey.names(after: path)
            if known == ["[]"], let index = Int(part), (0..<1000).contains(index) {
                path.append(part)
                continue
            }
            let plain = part.replacing("_", with: "").lowercased()
            if let match = known.first(where: { $0.lowercased() == plain }) {
                path.append(match)
            } else if known.contains("*") {
                path.append(part.lowercased().replacing("_", with: "-"))
            } else {
                return nil
            }
        }
        return ConfigurationKey.find(path) == nil && !isWholeList(path) ? nil : path
    }

    /// Whether a path names a list, which a variable may set as a whole in JSON5.
    private static func isWholeList(_ path: [String]) -> Bool {
        ConfigurationKey.names(after: path) == ["[]"]
    }
}
