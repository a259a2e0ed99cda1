// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTML

/// The lanes as a picture that needs no script: once for wide screens and once for phones, with fewer labels; and as a table.
struct AccessLanes {
    let lanes: [AccessLane]
    let now: Date
    let range: AccessRange

    /// The first and last instant that are drawn: a month of the future, so that what comes next is seen.
    private var bounds: (from: Date, until: Date) {
        let until = now.addingTimeInterval(range == .quarter ? 32 * 86_400 : 45 * 86_400)
        let first = lanes.flatMap(\.spans).map(\.start).min() ?? now
        let from: Date =
            switch range {
            case .quarter: now.addingTimeInterval(-92 * 86_400)
            case .year: now.addingTimeInterval(-366 * 86_400)
            case .all: first.addingTimeInterval(-86_400)
            }
        // A short history fills the picture.
        return (max(min(from, now.addingTimeInterval(-86_400)), min(first.addingTimeInterval(-86_400), now)), until)
    }

    func html(in f: PageContext) -> HTML {
        """
        \(picture(width: 780, left: 132, name: "lanes-wide", f))
        \(picture(width: 360, left: 0, name: "lanes-small", f))
        \(legend(f))
        <details class="chart-table"><summary>\(f("As a table"))</summary>\(table(f))</details>
        """
    }

    private func picture(width: Double, left: Double, name: String, _ f: PageContext) -> HTML {
        let isSmall = left == 0
        let rowHeight = isSmall ? 44.0 : 46.0
        let height = 26 + rowHeight * Double(lanes.count) + 16
        let (from, until) = bounds
        let scale = (width - left - 8) / max(1, until.timeIntervalSince(from))
        func x(_ date: Date) -> Double {
            left + min(max(0, date.timeIntervalSince(from)), until.timeIntervalSince(from)) * scale
        }
        let rows = lanes.enumerated().map { index, lane -> HTML in
            let top = 26 + rowHeight * Double(index)
            let bar = isSmall ? top + 18 : top + 6
            let spans = lane.spans.compactMap { span($0, name: name, bar, x, from, until) }
            let label: HTML =
                isSmall
                ? "<text class=\"name\" x=\"0\" y=\"\(Self.n(top + 12))\">\(Self.short(lane.name, 44))</text>"
                : """
                <text class="name" x="0" y="\(Self.n(top + 16))">\(Self.short(lane.name, 19))</text>                <text class="under" x="0" y="\(Self.n(top + 31))">\(Self.short(lane.detail, 22))</text>
                """
            return "<g><title>\(sentence(lane, f))</title>\(label)\(spans)</g>\n"
        }
        let present = x(now)
        return """
            <svg class="lanes \(name)" viewBox="0 0 \(Self.n(width)) \(Self.n(height))" role="img"             aria-label="\(f("Access over time"))">
            <defs><pattern id="\(name)-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">            <line class="lane-hatch" x1="0" y1="0" x2="0" y2="6"/></pattern></defs>
            \(months(from, until, x, height, most: isSmall ? 5 : 12, f))
            \(rows)
            <line class="now" x1="\(Self.n(present))" x2="\(Self.n(present))" y1="20" y2="\(Self.n(height - 14))"/>
            <text class="axis" x="\(Self.n(present))" y="\(Self.n(height - 3))" text-anchor="middle">\(f("now"))</text>
            </svg>

            """
    }

    private func span(
        _ span: AccessLane.Span,
        name: String,
        _ top: Double,
        _ x: (Date) -> Double,
        _ from: Date,
        _ until: Date
    ) -> HTML? {
        let end = span.end ?? until
        guard end > from, span.start < until else { return nil }
        let (left, right) = (x(span.start), x(end))
        let width = max(1.5, right - left - 1)
        func bar(_ style: String, height: Double = 20, y: Double = 0) -> HTML {
            """
            <rect class="\(style)" x="\(Self.n(left))" y="\(Self.n(top + y))" width="\(Self.n(width))" height="\(Self.n(height))" rx="3"/>
            """
        }
        let hatch: HTML = """
            <rect fill="url(#\(name)-hatch)" x="\(Self.n(left))" y="\(Self.n(top))" width="\(Self.n(width))" height="20" rx="3"/>
            """
        let drawing: HTML =
            switch span.kind {
            case .paid: bar("lane-paid")
            case .trial, .grant: bar("lane-trial")
            case .grace: "\(bar("lane-grace"))\(hatch)"
            case .refunded: "\(bar("lane-refunded"))\(hatch)"
            case .lapsed: bar("lane-lapsed")
            case .future: bar("lane-future")
            case .once:
                """
                \(bar("lane-once", height: 6, y: 7))<circle class="lane-paid" cx="\(Self.n(max(left, 6)))" cy="\(Self.n(top + 10))" r="6"/>
                """
            }
        guard let plan = span.plan, span.kind == .paid || span.kind == .trial else { return drawing }
        let text = Self.plan(plan)
        guard Double(text.count) * 6.4 + 10 < width else { return drawing }
        return """
            \(drawing)<text class="in" x="\(Self.n(left + 6))" y="\(Self.n(top + 14))">\(text)</text>
            """
    }

    private func months(
        _ from: Date,
        _ until: Date,
        _ x: (Date) -> Double,
        _ height: Double,
        most: Int,
        _ f: PageContext
    ) -> [HTML] {
        var firsts: [(Date, Int, Int)] = []
        let parts = f.day(from).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return [] }
        var (year, month) = (parts[0], parts[1])
        while firsts.count < 1200 {
            month += 1
            if month > 12 { (year, month) = (year + 1, 1) }
            guard let date = Self.first(year, month), date < until else { break }
            firsts.append((date, year, month))
        }
        let step = max(1, (firsts.count + most - 1) / most)
        return firsts.enumerated().filter { $0.offset % step == 0 }.map { _, first in
            let place = x(first.0)
            let name = f.month(first.2) + (first.2 == 1 ? " ’\(String(first.1 % 100 + 100).dropFirst())" : "")
            return """
                <line class="grid-line" x1="\(Self.n(place))" x2="\(Self.n(place))" y1="18" y2="\(Self.n(height - 14))"/>                <text class="axis" x="\(Self.n(place + 3))" y="12">\(name)</text>

                """
        }
    }

    /// The first instant of a month in UTC, by days counted from 1970 on.
    private static func first(_ year: Int, _ month: Int) -> Date? {
        guard (1...9998).contains(year) else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let ofEra = shifted - era * 400
        let day = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + day - 719_468
        return Date(timeIntervalSince1970: Double(days) * 86_400)
    }

    private func sentence(_ lane: AccessLane, _ f: PageContext) -> String {
        let parts = lane.spans.suffix(60).map { span in
            let end = span.end.map { f(" to ") + f.date($0) } ?? ""
            return "\(f.name(of: span.kind)) \(f.date(span.start))\(end)"
        }
        return "\(lane.name): " + parts.joined(separator: "; ")
    }

    private func legend(_ f: PageContext) -> HTML {
        let kinds = Set(lanes.flatMap(\.spans).map(\.kind))
        let items = AccessLane.Span.Kind.allCases.filter { kinds.contains($0) }.map { kind -> HTML in
            let style = kind == .grant ? "trial" : kind == .once ? "paid" : kind.rawValue
            return """
                <li><svg viewBox="0 0 14 12" aria-hidden="true"><rect class="lane-\(style)" x="1" y="1" width="12" height="10" rx="2"/></svg>                \(f.name(of: kind))</li>

                """
        }
        return "<ul class=\"legend\">\(items)</ul>"
    }

    private func table(_ f: PageContext) -> HTML {
        let rows = lanes.flatMap { lane in
            lane.spans.suffix(500).map { span -> [HTML] in
                [
                    HTML(lane.name), HTML(f.name(of: span.kind)), HTML(span.plan ?? ""), f.time(span.start),
                    f.time(span.end),
                ]
            }
        }
        return Components.table(
            f("Access over time"),
            [f("Lane"), f("What", meaning: "subject"), f("Plan"), f("From"), f("Until")],
            rows,
            empty: f("Nothing.")
        )
    }

    /// The part of a plan that distinguishes it: the end of its name.
    private static func plan(_ product: String) -> String {
        let parts = product.split(separator: ".")
        return parts.suffix(2).joined(separator: " ")
    }

    private static func short(_ text: String, _ length: Int) -> String {
        text.count <= length ? text : "…" + text.suffix(length - 1)
    }

    private static func n(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(abs(tenths % 10))"
    }
}

extension PageContext {
    func name(of kind: AccessLane.Span.Kind) -> String {
        switch kind {
        case .paid: self("Paid", meaning: "access")
        case .trial: self("Trial")
        case .grant: self("Grant")
        case .grace: self("Grace period")
        case .refunded: self("Refunded")
        case .lapsed: self("Lapsed", meaning: "access")
        case .future: self("To come")
        case .once: self("One-time purchase")
        }
    }

    /// A month's short name.
    func month(_ number: Int, meaning: String? = nil) -> String {
        let names: [ConsoleText] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return names.indices.contains(number - 1) ? self(names[number - 1], meaning: meaning) : ""
    }
}
