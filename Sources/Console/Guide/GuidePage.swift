// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// The guide to the console as a page.
package struct GuidePage: Sendable {
    /// The guide's lines that are not read yet.
    private var lines: ArraySlice<Substring>

    /// Makes the page of the guide in a language.
    package init(_ language: ConsoleLanguage) {
        lines = Guide.markdown(language).split(separator: "\n", omittingEmptySubsequences: false)[...]
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        var rest = self
        var content: [HTML] = []
        while let piece = rest.next(f) { content.append(piece) }
        let guide: HTML = "<article class=\"card-like\" id=\"guide\">\(content)</article>"
        return Page(f("Guide to the console"), guide)
    }

    /// The next heading, table, list or paragraph as markup.
    private mutating func next(_ f: PageContext) -> HTML? {
        while lines.first?.isEmpty == true { lines.removeFirst() }
        guard let line = lines.first else { return nil }
        if line.hasPrefix("#") {
            lines.removeFirst()
            return Self.heading(line)
        }
        if line.hasPrefix("|") {
            let rows = take { $0.hasPrefix("|") }
            return Self.table(rows, f)
        }
        if line.hasPrefix("- ") {
            let items = take { !$0.isEmpty }.items.map { "<li>\(Self.inline($0[...]))</li>\n" as HTML }
            return "<ul>\(items)</ul>\n"
        }
        let text = take { !$0.isEmpty && !$0.hasPrefix("|") && !$0.hasPrefix("#") }.joined(separator: " ")
        return "<p>\(Self.inline(text[...]))</p>\n"
    }

    private mutating func take(while isPart: (Substring) -> Bool) -> [Substring] {
        let part = lines.prefix(while: isPart)
        lines = lines.dropFirst(part.count)
        return Array(part)
    }

    /// The document's own title is the page's.
    private static func heading(_ line: Substring) -> HTML {
        let level = line.prefix { $0 == "#" }.count
        let text = line.dropFirst(level + 1)
        guard level > 1 else { return .empty }
        let name = Guide.anchor(of: text)
        return level == 2
            ? "<h2 id=\"\(name)\">\(inline(text))</h2>\n" : "<h3 id=\"\(name)\">\(inline(text))</h3>\n"
    }

    private static func table(_ rows: [Substring], _ f: PageContext) -> HTML {
        let cells = rows.map { row in
            row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { cell in
                inline(cell.trimmed)
            }
        }
        let head = (cells.first ?? []).map { "<th scope=\"col\">\($0)</th>" as HTML }
        // The second row is the line between head and body.
        let body = cells.dropFirst(2).map { row -> HTML in
            "<tr>\(row.map { "<td>\($0)</td>" as HTML })</tr>\n"
        }
        return """
            <div class="scroll" tabindex="0" role="group" aria-label="\(f("Table"))"><table class="table"><thead><tr>\(head)</tr></thead><tbody>
            \(body)</tbody></table></div>

            """
    }

    /// Bold texts, codes and links within a line; a link leads on where it stays within the guide.
    private static func inline(_ text: Substring) -> HTML {
        var html = HTML.empty
        var rest = text
        while let letter = rest.first {
            if letter == "`", let end = rest.dropFirst().firstIndex(of: "`") {
                html += "<code>\(String(rest[rest.index(after: rest.startIndex)..<end]))</code>"
                rest = rest[rest.index(after: end)...]
            } else if rest.hasPrefix("**"), let end = rest.dropFirst(2).firstRange(of: "**") {
                html += "<b>\(String(rest.dropFirst(2)[..<end.lowerBound]))</b>"
                rest = rest[end.upperBound...]
            } else if letter == "[", let link = link(rest) {
                html += link.html
                rest = link.rest
            } else {
                html += HTML(String(letter))
                rest = rest.dropFirst()
            }
        }
        return html
    }

    private static func link(_ text: Substring) -> (html: HTML, rest: Substring)? {
        guard let middle = text.firstRange(of: "]("), let end = text[middle.upperBound...].firstIndex(of: ")") else {
            return nil
        }
        let name = text.dropFirst()[..<middle.lowerBound]
        let address = text[middle.upperBound..<end]
        let html: HTML = address.hasPrefix("#") ? "<a href=\"\(String(address))\">\(String(name))</a>" : HTML(name)
        // The guide in the other language is this page in the other language.
        return (address.hasPrefix("Console.") ? .empty : html, text[text.index(after: end)...])
    }
}

extension [Substring] {
    /// The items of a list: a line that begins no item continues the one before.
    fileprivate var items: [String] {
        reduce(into: []) { items, line in
            if line.hasPrefix("- ") {
                items.append(String(line.dropFirst(2)))
            } else if !items.isEmpty {
                items[items.count - 1] += " " + line.trimmed
            }
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return start }
        return start[...last]
    }
}
