// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The sources of a target, read as far as its architecture is about: which file declares and extends which type, and
/// which folder names types of which other.
struct SourceTree {
    /// What a file says.
    private struct File {
        var folder: String
        var declared: Set<String> = []
        var extended: Set<String> = []
        var named: Set<String> = []
    }

    private var files: [String: File] = [:]

    /// The folders that hold sources.
    var folders: Set<String> { Set(files.values.map(\.folder)) }

    /// Reads a target of this package.
    init(target: String) throws {
        self.init(try Self.texts(of: target))
    }

    /// The sources of a target, or of a folder of `Sources`, by their paths in it.
    static func texts(of target: String) throws -> [(path: String, text: String)] {
        let root = URL(filePath: #filePath).appending(path: "../../../../Sources/\(target)").standardized
        let found = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        return try found.map { ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8)) }
    }

    /// Reads sources by their paths in the target.
    init(_ sources: [(path: String, text: String)]) {
        for (path, text) in sources {
            var file = File(folder: String(path.split(separator: "/").dropLast().first ?? "."))
            var depth = 0
            var parts = Self.arguments(of: text)[...]
            while let part = parts.popFirst() {
                switch part {
                case "{": depth += 1
                case "}": depth -= 1
                case "extension" where depth == 0: file.extended.insert(Self.name(at: parts))
                case "struct", "class", "enum", "actor", "protocol", "typealias":
                    if depth == 0, let name = parts.first { file.declared.insert(name) }
                default: if part.first?.isUppercase == true { file.named.insert(part) }
                }
            }
            files[path] = file
        }
    }

    /// How many files extend each type that is declared here.
    var extensions: [String: Int] {
        let declared = Set(files.values.flatMap(\.declared))
        var counts: [String: Int] = [:]
        for file in files.values {
            for name in file.extended where declared.contains(String(name.prefix { $0 != "." })) {
                counts[name, default: 0] += 1
            }
        }
        return counts
    }

    /// The folders whose types each folder names.
    var arrows: [String: Set<String>] {
        var homes: [String: Set<String>] = [:]
        for file in files.values {
            for name in file.declared { homes[name, default: []].insert(file.folder) }
        }
        var arrows: [String: Set<String>] = [:]
        for file in files.values {
            for name in file.named {
                // A name that two folders declare tells nothing.
                guard let home = homes[name], home.count == 1, let folder = home.first, folder != file.folder else {
                    continue
                }
                arrows[file.folder, default: []].insert(folder)
            }
        }
        return arrows
    }

    /// The folders that come back to themselves along arrows; none when the folders can be put in an order.
    var foldersInCycles: Set<String> {
        var rest = arrows
        var isShorter = true
        while isShorter {
            let pointedAt = Set(rest.values.flatMap(\.self))
            let stored = rest.filter { pointedAt.contains($0.key) }.mapValues { $0.filter { rest[$0] != nil } }
                .filter { !$0.value.isEmpty }
            isShorter = stored != rest
            rest = stored
        }
        return Set(rest.keys)
    }

    /// A name with the names of the types around it, such as `Outer.Inner`.
    private static func name(at parts: ArraySlice<String>) -> String {
        var parts = parts
        var name = parts.popFirst() ?? ""
        while let next = parts.popFirst(), next.hasPrefix(".") { name += next }
        return name
    }

    /// The identifiers and braces of a text, without comments and strings; what comes after a dot keeps the dot.
    private static func arguments(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        var parts: [String] = []
        var place = 0
        func byte(_ offset: Int) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }
        func skip(past end: (UInt8, UInt8, UInt8)) {
            while place < bytes.count {
                let isEnd = byte(0) == end.0 && (end.1 == 0 || byte(1) == end.1) && (end.2 == 0 || byte(2) == end.2)
                if isEnd { break }
                place += 1
            }
            place += end.2 != 0 ? 3 : end.1 != 0 ? 2 : 1
        }
        let (slash, star, quote) = (UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "\""))
        while place < bytes.count {
            if byte(0) == slash, byte(1) == slash {
                skip(past: (UInt8(ascii: "\n"), 0, 0))
            } else if byte(0) == slash, byte(1) == star {
                skip(past: (star, slash, 0))
            } else if byte(0) == quote, byte(1) == quote, byte(2) == quote {
                place += 3
                skip(past: (quote, quote, quote))
            } else if byte(0) == quote {
                place += 1
                while place < bytes.count, byte(0) != quote, byte(0) != UInt8(ascii: "\n") {
                    place += byte(0) == UInt8(ascii: "\\") ? 2 : 1
                }
                place += 1
            } else if isLetter(bytes[place]) {
                let start = place
                while place < bytes.count, isLetter(bytes[place]) { place += 1 }
                let part = String(decoding: bytes[start..<place], as: UTF8.self)
                let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
                parts.append(isMember ? "." + part : part)
            } else {
                if bytes[place] == UInt8(ascii: "{") { parts.append("{") }
                if bytes[place] == UInt8(ascii: "}") { parts.append("}") }
                place += 1
            }
        }
        return parts
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
}
