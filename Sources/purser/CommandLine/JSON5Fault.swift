// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Where a text stops being JSON5, which Foundation's decoder does not say.
struct JSON5Fault: Error, Hashable, CustomStringConvertible {
    /// The line, from 1.
    var line: Int
    /// The character in the line, from 1.
    var column: Int
    /// What is wrong there.
    var reason: String

    var description: String { "line \(line), column \(column): \(reason)" }

    /// The first fault of a text that the decoder refused; `nil` when the text has the form of JSON5.
    static func first(in bytes: Data) -> JSON5Fault? {
        guard let text = String(data: bytes, encoding: .utf8) else {
            return JSON5Fault(line: 1, column: 1, reason: "the file is not text in UTF-8")
        }
        var scanner = Scanner(characters: Array(text.unicodeScalars))
        do {
            try scanner.document()
            return nil
        } catch let fault as JSON5Fault {
            return fault
        } catch {
            return nil
        }
    }

    private struct Scanner {
        let characters: [Unicode.Scalar]
        var index = 0
        var depth = 0

        private var next: Unicode.Scalar? { index < characters.count ? characters[index] : nil }

        mutating func document() throws {
            try value()
            try skip()
            if let next { throw fault("unexpected '\(next)' after the end") }
        }

        private mutating func value() throws {
            try skip()
            guard let next else { throw fault("a value is missing: the file ends here") }
            switch next {
            case "{": try object()
            case "[": try array()
            case "\"", "'": try string()
            default: try literal()
            }
        }

        private mutating func object() throws {
            try enter("{", until: "}") { scanner in
                if let next = scanner.next, "\"'".unicodeScalars.contains(next) {
                    try scanner.string()
                } else {
                    try scanner.name()
                }
                try scanner.skip()
                guard scanner.next == ":" else { throw scanner.expected("':' after the name") }
                scanner.index += 1
                try scanner.value()
            }
        }

        private mutating func array() throws {
            try enter("[", until: "]") { scanner in try scanner.value() }
        }

        /// Reads elements between two brackets; a comma may follow the last one.
        private mutating func enter(
            _ open: Unicode.Scalar,
            until close: Unicode.Scalar,
            _ element: (inout Scanner) throws -> Void
        ) throws {
            let begin = index
            index += 1
            depth += 1
            // Deeper than any configuration, and far from the end of the stack.
            guard depth <= 200 else { throw fault("more than 200 brackets are open") }
            while true {
                try skip()
                if next == close { break }
                guard next != nil else { throw unclosed(open, begin) }
                try element(&self)
                try skip()
                if next == close { break }
                guard next != nil else { throw unclosed(open, begin) }
                guard next == "," else { throw expected("',' or '\(close)'") }
                index += 1
            }
            index += 1
            depth -= 1
        }

        private mutating func string() throws {
            let (begin, quote) = (index, characters[index])
            index += 1
            while let next, next != quote {
                // A line ends a string, unless a backslash stands before it.
                if next == "\n" { throw fault("the string is not closed", at: begin) }
                index += next == "\\" ? 2 : 1
            }
            guard next == quote else { throw fault("the string is not closed", at: begin) }
            index += 1
        }

        private mutating func name() throws {
            let begin = index
            while let next, next == "$" || next == "_" || next == "\\" || next.properties.isIDContinue { index += 1 }
            guard index > begin else { throw expected("a name") }
        }

        private mutating func literal() throws {
            let begin = index
            while let next, next.properties.isIDContinue || "+-.".unicodeScalars.contains(next) { index += 1 }
            let part = String(String.UnicodeScalarView(characters[begin..<index]))
            guard !part.isEmpty else { throw expected("a value") }
            let number = /[+-]?(0[xX][0-9a-fA-F]+|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|Infinity|NaN)/
            guard ["true", "false", "null"].contains(part) || part.wholeMatch(of: number) != nil else {
                throw fault("'\(part)' is not a value; text needs quotes", at: begin)
            }
        }

        /// Skips white space and comments.
        private mutating func skip() throws {
            while let next {
                let after = index + 1 < characters.count ? characters[index + 1] : nil
                if next.properties.isWhitespace || next == "\u{FEFF}" {
                    index += 1
                } else if next == "/", after == "/" {
                    while let next = self.next, next != "\n" { index += 1 }
                } else if next == "/", after == "*" {
                    let begin = index
                    index += 2
                    while index + 1 < characters.count, characters[index] != "*" || characters[index + 1] != "/" {
                        index += 1
                    }
                    guard index + 1 < characters.count else { throw fault("the comment is not closed", at: begin) }
                    index += 2
                } else {
                    return
                }
            }
        }

        private func expected(_ what: String) -> JSON5Fault {
            fault("expected \(what), not \(next.map { "'\($0)'" } ?? "the end of the file")")
        }

        private func unclosed(_ bracket: Unicode.Scalar, _ place: Int) -> JSON5Fault {
            fault("'\(bracket)' is not closed", at: place)
        }

        private func fault(_ reason: String, at place: Int? = nil) -> JSON5Fault {
            let before = characters.prefix(place ?? index)
            let line = before.count { $0 == "\n" } + 1
            let column = before.reversed().prefix { $0 != "\n" }.count + 1
            return JSON5Fault(line: line, column: column, reason: reason)
        }
    }
}
