// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The words of a command line, sorted into options and operands.
struct Arguments: Sendable {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var switches: Set<String> = []

    /// Sorts words by a command's options.
    ///
    /// GNU's rules: `--name value` and `--name=value`; options and operands in any order; after `--` all are operands;
    /// a lone `-` is an operand.
    ///
    /// - Throws: ``UsageError`` that names the word which cannot be understood.
    init(_ arguments: [String], options: [Option]) throws(UsageError) {
        let known = Dictionary(uniqueKeysWithValues: options.map { ($0.name, $0) })
        var rest = arguments[...]
        while let part = rest.popFirst() {
            if part == "--" {
                operands += rest
                return
            }
            guard part.hasPrefix("-"), part != "-" else {
                operands.append(part)
                continue
            }
            let (name, attached) = Self.split(part)
            guard let option = known[name] else {
                throw UsageError("unknown option '\(part)'" + Self.suggestion(for: name, among: known.keys.sorted()))
            }
            try consume(option, attached: attached, from: &rest)
        }
    }

    /// The last value of an option.
    func value(_ name: String) -> String? {
        values[name]?.last
    }

    /// The value of an option that must be given.
    func required(_ name: String) throws(UsageError) -> String {
        guard let value = value(name) else { throw UsageError("--\(name) is needed") }
        return value
    }

    /// All values of an option, in the order given.
    func all(_ name: String) -> [String] {
        values[name] ?? []
    }

    /// Whether a switch was given.
    func has(_ name: String) -> Bool {
        switches.contains(name)
    }

    /// The names of every option and switch that was given.
    var given: Set<String> { switches.union(values.keys) }

    /// A whole number in a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'"
            )
        }
        return number
    }

    private mutating func consume(
        _ option: Option,
        attached: String?,
        from rest: inout ArraySlice<String>
    ) throws(UsageError) {
        guard let valueName = option.value else {
            guard attached == nil else { throw UsageError("--\(option.name) takes no value") }
            switches.insert(option.name)
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("--\(option.name) needs a value: \(valueName)")
        }
        guard option.repeats || values[option.name] == nil else {
            throw UsageError("--\(option.name) is given twice")
        }
        values[option.name, default: []].append(value)
    }

    private static func split(_ part: String) -> (name: String, attached: String?) {
        let body = part.drop { $0 == "-" }
        guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
        return (String(body[..<equals]), String(body[body.index(after: equals)...]))
    }

    private static func suggestion(for name: String, among names: [String]) -> String {
        let begun = names.first { !name.isEmpty && ($0.hasPrefix(name) || name.hasPrefix($0)) }
        let near = begun ?? Nearness.nearest(to: name, among: names)
        return near.map { "; did you mean '--\($0)'?" } ?? ""
    }
}
