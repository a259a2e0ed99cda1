// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTML

/// How something is colored: never the only sign of it, its word is there too.
package enum StatusTone: String, Sendable {
    /// As it should be.
    case good
    /// To be looked at.
    case warning
    /// Lost, refused or destroyed.
    case bad
    /// Something new, a trial, a test.
    case info
    /// Done by a person, or no real money.
    case hand
    /// Neither.
    case plain
}

/// A place to go.
package struct Link: Hashable, Sendable {
    /// Where to.
    package var path: String
    /// What is there.
    package var text: String

    /// Makes a link.
    package init(_ text: String, _ path: String) {
        self.text = text
        self.path = path
    }

    /// The link as markup.
    package var html: HTML { "<a href=\"\(path)\">\(text)</a>" }
}

/// The pieces that pages are made of.
package enum Components {
    /// A state: a word on its color.
    package static func badge(_ text: String, _ tone: StatusTone = .plain) -> HTML {
        "<span class=\"tag tag-\(tone.rawValue)\">\(text)</span>"
    }

    /// What happened, by the name of an event of ours.
    static func event(_ type: String, _ f: PageContext) -> HTML {
        let (text, tone) = f.event(type)
        return badge(text, tone)
    }

    /// A card with a title.
    package static func section(_ title: String, id: String? = nil, refreshes: Bool = false, _ content: HTML) -> HTML {
        let name = id ?? "s-" + String(title.hashName)
        let refresh: HTML = refreshes ? " data-refresh" : ""
        return """
            <section class="card-like" id="\(name)" aria-labelledby="\(name)-title"\(refresh)>
            <h2 id="\(name)-title">\(title)</h2>
            \(content)
            </section>

            """
    }

    /// A table that scrolls in its own region where it is wide.
    ///
    /// - Parameters:
    ///   - caption: What it lists.
    ///   - heads: The columns' names.
    ///   - rows: A cell for each column.
    ///   - numeric: The columns of numbers, from zero: they are aligned to the end.
    ///   - empty: What is said where there are no rows.
    /// - Returns: The table.
    package static func table(
        _ caption: String,
        _ heads: [String],
        _ rows: [[HTML]],
        numeric: Set<Int> = [],
        empty: String
    ) -> HTML {
        table(caption, heads.map { HTML($0) }, rows, numeric: numeric, descending: nil, empty: empty)
    }

    /// A table with columns that it can be sorted by.
    ///
    /// - Parameters:
    ///   - caption: What it lists.
    ///   - heads: The columns' names, some of them links that sort.
    ///   - rows: A cell for each column.
    ///   - numeric: The columns of numbers, from zero.
    ///   - descending: The column that the rows are sorted by, the largest first; nothing for another order.
    ///   - empty: What is said where there are no rows.
    /// - Returns: The table.
    package static func table(
        _ caption: String,
        _ heads: [HTML],
        _ rows: [[HTML]],
        numeric: Set<Int> = [],
        descending: Int?,
        empty: String
    ) -> HTML {
        guard !rows.isEmpty else { return "<p class=\"soft\">\(empty)</p>" }
        func kind(_ column: Int) -> HTML { numeric.contains(column) ? " class=\"num\"" : .empty }
        func order(_ column: Int) -> HTML { column == descending ? " aria-sort=\"descending\"" : .empty }
        let head = heads.enumerated().map { "<th scope=\"col\"\(kind($0))\(order($0))>\($1)</th>" as HTML }.joined()
        let body = rows.map { row -> HTML in
            let cells = row.prefix(heads.count).enumerated().map { "<td\(kind($0))>\($1)</td>" as HTML }.joined()
            return "<tr>\(cells)</tr>\n"
        }
        return """
            <div class="scroll" tabindex="0" role="group" aria-label="\(caption)">
            <table class="table"><caption class="visually-hidden">\(caption)</caption>
            <thead><tr>\(head)</tr></thead><tbody>
            \(body)</tbody></table></div>
            """
    }

    /// A section that is one table: each column with what it shows of an item.
    static func list<Item>(
        _ title: String,
        id: String,
        of items: [Item],
        empty: String,
        _ columns: KeyValuePairs<String, (Item) -> HTML>
    ) -> HTML {
        let rows = items.map { item in columns.map { $0.value(item) } }
        return section(title, id: id, refreshes: true, table(title, columns.map(\.key), rows, empty: empty))
    }

    /// A line above a page that no reader may miss.
    static func banner(_ text: String, label: String) -> HTML {
        "<aside class=\"banner\" aria-label=\"\(label)\">\(text)</aside>"
    }

    /// The way to the next page of a list whose newest come first.
    package static func pager(_ older: String?, _ f: PageContext) -> HTML? {
        older.map { "<p class=\"pager\">\(Link(f("Older"), $0).html)</p>" }
    }

    /// Names with their values; what is empty is left out.
    package static func facts(_ pairs: [(String, HTML)]) -> HTML {
        let rows = pairs.filter { !$0.1.isEmpty }.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>\n" as HTML }
        return "<dl class=\"facts\">\(rows)</dl>"
    }

    /// An identifier.
    package static func code(_ text: String) -> HTML { "<code>\(text)</code>" }

    /// A name too long for a table's cell: its beginning is shown, the whole can be copied and is said by the pointer.
    package static func longCode(_ text: String) -> HTML { "<code class=\"long\" title=\"\(text)\">\(text)</code>" }

    /// What is not broken at a line's end: a day, an amount.
    package static func whole(_ text: String) -> HTML { "<span class=\"whole\">\(text)</span>" }

    /// What is less important.
    package static func soft(_ text: String) -> HTML { "<span class=\"soft\">\(text)</span>" }
}

extension String {
    /// A name for an element that is the same whenever the text is: FNV-1a of its bytes.
    fileprivate var hashName: String {
        var hash: UInt32 = 0x811c_9dc5
        for byte in utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return String(hash, radix: 36)
    }
}
