// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import Console

/// The texts of the console and their translations.
@Suite struct CatalogTests {
    /// A text in the sources: what the catalog calls it, and where it is.
    private struct Use {
        var key: String
        var place: String
    }

    /// Reads the texts that the sources translate: the string literals behind the functions that do it.
    private struct SourceReader {
        private let source: String
        private var place: String.Index

        init(_ source: String) {
            self.source = source
            place = source.startIndex
        }

        mutating func uses(in file: String) -> [Use] {
            var uses: [Use] = []
            let call =
                /(?:^|[^\w.])(?:f|self|language|frame|self\.language|visitor\.session\.language|ConsoleText)\(\s*(?=")/
            while let match = source[place...].firstMatch(of: call) {
                place = match.range.upperBound
                let line = source[..<place].count { $0 == "\n" } + 1
                guard var key = literal() else { continue }
                if let meaning = source[place...].prefixMatch(of: /\s*,\s*meaning: "([^"]+)"/) {
                    key += " [\(meaning.1)]"
                }
                uses.append(Use(key: key, place: "\(file):\(line)"))
            }
            return uses
        }

        /// The literal at the place, with `%1` for its first value.
        private mutating func literal() -> String? {
            let isLong = source[place...].hasPrefix("\"\"\"")
            place = source.index(place, offsetBy: isLong ? 3 : 1)
            var text = ""
            var values = 0
            while place < source.endIndex {
                if source[place...].hasPrefix(isLong ? "\"\"\"" : "\"") {
                    place = source.index(place, offsetBy: isLong ? 3 : 1)
                    return isLong ? Self.joined(text) : text
                }
                let next = source.index(after: place)
                guard source[place] == "\\" else {
                    text += source[place] == "%" ? "%%" : String(source[place])
                    place = next
                    continue
                }
                if source[next] == "(" {
                    place = source.index(after: next)
                    skipValue()
                    values += 1
                    text += "%\(values)"
                } else {
                    text += source[next] == "\n" ? "\\\n" : source[next] == "n" ? "\n" : String(source[next])
                    place = source.index(after: next)
                }
            }
            return nil
        }

        /// Goes behind the parenthesis that ends a value, in which literals have parentheses of their own.
        private mutating func skipValue() {
            var depth = 1
            while place < source.endIndex, depth > 0 {
                switch source[place] {
                case "(": depth += 1
                case ")": depth -= 1
                case "\"":
                    _ = literal()
                    continue
                default: break
                }
                place = source.index(after: place)
            }
        }

        /// The lines of a long literal, without their indentation and with what a backslash continues.
        private static func joined(_ text: String) -> String {
            text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: "\n")
                .replacing("\\\n", with: "")
        }
    }

    private static func uses() throws -> [Use] {
        let root = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
        var uses: [Use] = []
        for folder in ["Console", "PurserServer/Console"] {
            let walk = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
            for case let file as URL in try #require(walk) where file.pathExtension == "swift" {
                var reader = SourceReader(try String(contentsOf: file, encoding: .utf8))
                uses += reader.uses(in: file.lastPathComponent)
            }
        }
        let tables = PageContext.rules.values + PageContext.events.values.map(\.0) + PageContext.actions.values
        return uses
            + tables.map { Use(key: ConsoleCatalog.key($0.original, $0.meaning), place: "PageContext+events.swift") }
    }

    @Test func `every text of the pages is in the catalog of each language`() throws {
        let uses = try Self.uses()
        #expect(uses.count > 1000)
        for catalog in ConsoleCatalog.all.values {
            for use in uses where !catalog.keys.contains(use.key) {
                Issue.record("\(use.place): '\(use.key)' is not in the catalog \(catalog.language)")
            }
        }
    }

    @Test func `a catalog has no text that no page has`() throws {
        // Made from parts that no literal shows: the months and the units of time, and a language's own name.
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let used = Set(try Self.uses().map(\.key)).union(names).union(names.map { $0 + " [in a date]" })
            .union(["%1 d", "%1 h", "%1 min", "%1 s", "English [the language's own name]"])
        for catalog in ConsoleCatalog.all.values {
            for key in catalog.keys.subtracting(used).sorted() {
                Issue.record("'\(key)' in the catalog \(catalog.language) is of no page")
            }
        }
    }

    @Test func `a translation has values of its text only`() {
        func values(_ text: String) -> Set<Substring> {
            Set(text.replacing("%%", with: "").matches(of: /%\d+/).map(\.output))
        }
        for catalog in ConsoleCatalog.all.values {
            for key in catalog.keys {
                let original = key.replacing(#/ \[[^\]]+\]$/#, with: "")
                let translation = catalog.translation(of: key, meaning: nil) ?? ""
                // Chinese has no plural: what follows a word without a space, an s or nothing, may be left out.
                let needed = values(original.replacing(#/[a-z]%\d+/#, with: ""))
                #expect(values(translation).isSubset(of: values(original)), "\(catalog.language): \(key)")
                #expect(needed.isSubset(of: values(translation)), "\(catalog.language): \(key)")
                #expect(!translation.isEmpty, "\(catalog.language): \(key)")
            }
        }
    }

    @Test(
        arguments: [
            ("\("7") of \("9")", "%2中的%1", "9中的7"), ("100% of \("a")", "%1的100%%", "a的100%"),
            ("plain", "%1 and %", "%1 and %"), ("\("%2")\("b")", "%1%2%3", "%2b%3"), ("50 %", "50 %%", "50 %"),
        ] as [(ConsoleText, String, String)]
    )
    func `the values of a text are put in the places of a translation`(
        text: ConsoleText,
        template: String,
        result: String
    ) {
        #expect(text.filled(template) == result)
    }

    @Test func `a text in English is what its literal says`() {
        #expect(ConsoleLanguage.english("\(3) of 100% [\("x")]") == "3 of 100% [x]")
    }

    @Test func `a further language is a file`() throws {
        let bytes = Array(#"{ "Sign in": "Anmelden", "%1 of %2": "%1 von %2", "Day [resolution]": "Tag" }"#.utf8)
        let catalog = try ConsoleCatalog(language: "de", bytes: bytes)
        #expect(catalog.translation(of: "Sign in", meaning: nil) == "Anmelden")
        #expect(catalog.translation(of: "Day", meaning: "resolution") == "Tag")
        #expect(catalog.translation(of: "Day", meaning: nil) == nil)
        #expect(throws: DecodingError.self) { try ConsoleCatalog(language: "de", bytes: Array("[".utf8)) }
    }

    @Test func `every language has its own name, and a browser's choice is matched by its first part`() {
        #expect(ConsoleLanguage.allCases.map(\.name) == ["English", "中文"])
        #expect(ConsoleLanguage(accepting: "de, zh-TW;q=0.8, en") == .chinese)
        #expect(ConsoleLanguage(accepting: "de, en-US") == .english)
        #expect(ConsoleLanguage(rawValue: "de") == nil)
    }
}
