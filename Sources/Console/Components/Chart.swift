// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTML

/// A chart with the table that says the same.
package struct Chart: Sendable {
    /// A row of values.
    package struct Series: Sendable {
        /// How it is drawn among the others.
        package enum Style: String, Sendable {
            /// Like the chart.
            case plain
            /// What was the case before: a dashed line.
            case previous
            /// What is left of all others: a line over bars.
            case net
        }

        /// Its name.
        package var name: String
        /// A value for each label; nothing where nothing can be said.
        package var values: [Double?]
        /// The values as the table writes them; the plain numbers when absent.
        package var texts: [String]?
        /// Which of the eight colors; by its place when absent.
        package var color: Int?
        /// How it is drawn.
        package var style: Style

        /// Makes a series.
        package init(
            name: String,
            values: [Double?],
            texts: [String]? = nil,
            color: Int? = nil,
            style: Style = .plain
        ) {
            self.name = name
            self.values = values
            self.texts = texts
            self.color = color
            self.style = style
        }
    }

    /// A mark above a bucket, which a list beside the chart explains.
    package struct Mark: Hashable, Sendable {
        /// The place of the bucket on the axis.
        package var bucket: Int
        /// What the mark says: the numbers of the list's items.
        package var text: String

        /// Makes a mark.
        package init(bucket: Int, text: String) {
            self.bucket = bucket
            self.text = text
        }
    }

    /// How it is drawn.
    package enum Kind: String, Sendable {
        /// Bars.
        case bar
        /// Lines.
        case line
    }

    /// The title.
    package var title: String
    /// How it is drawn.
    package var kind: Kind
    /// Whether the series are on one another.
    package var isStacked: Bool
    /// What the labels name; instants when nothing is said.
    package var axis: String?
    /// What the values are: a currency or per cent.
    package var unit: String?
    /// How many decimals values have at least.
    package var digits = 0
    /// What is written before the values of a currency.
    package var symbol: String?
    /// Whether the last label is of a time that is not over, so that its values are drawn apart.
    package var isLastRunning = false
    /// The marks above the buckets.
    package var marks: [Mark] = []
    /// The first day of each bucket, and the last day of all, where a part of the axis can be looked at alone.
    package var days: (first: [String], last: String)?
    /// Where a bucket is explained: the address to which its label is added.
    package var explanation: String?
    /// The labels of the horizontal axis.
    package var labels: [String]
    /// The rows of values.
    package var series: [Series]

    /// Makes a chart.
    package init(
        _ title: String,
        _ kind: Kind,
        isStacked: Bool = false,
        axis: String? = nil,
        unit: String? = nil,
        labels: [String],
        series: [Series]
    ) {
        self.title = title
        self.kind = kind
        self.isStacked = isStacked
        self.axis = axis
        self.unit = unit
        self.labels = labels
        self.series = series
    }

    /// Whether there is anything to draw.
    package var isEmpty: Bool {
        labels.isEmpty || !series.contains { $0.values.contains { ($0 ?? 0) != 0 } }
    }

    /// The chart in its own card: for the script, with the table for everyone.
    func html(in f: PageContext) -> HTML {
        guard !isEmpty else {
            return Components.section(title, "<p class=\"soft\">\(f("Nothing yet."))</p>")
        }
        return Components.section(
            title,
            """
            \(canvas)
            <details class="chart-table"><summary>\(f("As a table"))</summary>\(table(in: f))</details>
            """
        )
    }

    /// What the script draws.
    package var canvas: HTML {
        let why = explanation.map { " data-why=\"\($0)\"" as HTML }
        return """
            <div class="chart"><canvas data-chart="\(data)" role="img" tabindex="0" aria-label="\(title)"\(why)></canvas></div>
            """
    }

    /// The same numbers as a table.
    package func table(in f: PageContext) -> HTML {
        let notes = Dictionary(marks.map { ($0.bucket, " [\($0.text)]") }) { first, _ in first }
        let rows = labels.enumerated().map { index, label -> [HTML] in
            let running = isLastRunning && index == labels.count - 1 ? f(", so far") : ""
            return [Components.whole(label + running + (notes[index] ?? ""))]
                + series.map { HTML($0.texts?[index] ?? $0.values[index].map(Self.text) ?? "–") }
        }
        return Components.table(
            title,
            [axis ?? f("When")] + series.map(\.name),
            rows,
            numeric: Set(1...max(1, series.count)),
            empty: ""
        )
    }

    private var data: String {
        let lists = series.map { series in
            let values = series.values.map { $0.map(Self.text) ?? "null" }.joined(separator: ",")
            let color = series.color.map { ",\"color\":\($0)" } ?? ""
            let style = series.style == .plain ? "" : ",\"style\":\"\(series.style.rawValue)\""
            return "{\"name\":\(Self.quoted(series.name)),\"values\":[\(values)]\(color)\(style)}"
        }
        let unit = unit.map { ",\"unit\":\(Self.quoted($0))" } ?? ""
        let symbol = symbol.map { ",\"symbol\":\(Self.quoted($0))" } ?? ""
        let places = marks.map { "{\"at\":\($0.bucket),\"text\":\(Self.quoted($0.text))}" }.joined(separator: ",")
        let range = days.map { days in
            ",\"days\":[" + (days.first + [days.last]).map(Self.quoted).joined(separator: ",") + "]"
        }
        let more =
            unit + symbol + (range ?? "") + (isLastRunning ? ",\"running\":true" : "")
            + (marks.isEmpty ? "" : ",\"marks\":[\(places)]")
        return "{\"kind\":\"\(kind.rawValue)\",\"stacked\":\(isStacked)\(more),\"digits\":\(digits),\"labels\":["
            + labels.map(Self.quoted).joined(separator: ",") + "],\"series\":[" + lists.joined(separator: ",") + "]}"
    }

    private static func text(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    /// A text as JSON spells it.
    private static func quoted(_ text: String) -> String {
        var spelled = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": spelled += "\\\""
            case "\\": spelled += "\\\\"
            case _ where scalar.value < 32: spelled += " "
            default: spelled.unicodeScalars.append(scalar)
            }
        }
        return spelled + "\""
    }
}
