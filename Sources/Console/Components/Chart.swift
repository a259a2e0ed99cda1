// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// A chart with the table that says the same.
package struct Chart: Sendable {
    /// A row of values.
    package struct Series: Sendable {
        /// Its name.
        package var name: String
        /// A value for each label.
        package var values: [Double]

        /// Makes a series.
        package init(name: String, values: [Double]) {
            self.name = name
            self.values = values
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
        labels: [String],
        series: [Series]
    ) {
        self.title = title
        self.kind = kind
        self.isStacked = isStacked
        self.axis = axis
        self.labels = labels
        self.series = series
    }

    /// The chart for the script, and the table for everyone.
    func html(in f: PageContext) -> HTML {
        guard !labels.isEmpty, series.contains(where: { $0.values.contains { $0 != 0 } }) else {
            return Components.section(title, "<p class=\"soft\">\(f("Nothing yet.", "暂无。"))</p>")
        }
        let rows = labels.enumerated().map { index, label -> [HTML] in
            [HTML(label)] + series.map { HTML(Self.text($0.values[index])) }
        }
        let table = Components.table(title, [axis ?? f("When", "时间")] + series.map(\.name), rows, empty: "")
        return Components.section(
            title,
            """
            <div class="chart"><canvas data-chart="\(data)" role="img" aria-label="\(title)"></canvas></div>
            <details><summary>\(f("As a table", "以表格显示"))</summary>\(table)</details>
            """
        )
    }

    private var data: String {
        let lists = series.map { series in
            "{\"name\":\(Self.quoted(series.name)),\"values\":[\(series.values.map(Self.text).joined(separator: ","))]}"
        }
        return "{\"kind\":\"\(kind.rawValue)\",\"stacked\":\(isStacked),\"labels\":["
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
