// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import HTML

/// What can be chosen: every choice is a link or a form that asks for another address.
extension ChartView {
    /// The list of all charts, beside the title.
    func picker(_ f: PageContext) -> HTML {
        let groups = ConsoleChart.Group.allCases.map { group -> HTML in
            let items = group.charts.map { other in
                item(
                    f.name(of: other),
                    path(query.changing { $0.bucket = nil }, of: other, f),
                    isCurrent: other == chart
                )
            }
            return "<p class=\"sheet-head\">\(f.name(of: group))</p><ul>\(items)</ul>"
        }
        let more = [
            item(f("Retention"), f.path(to: "/console/charts/retention"), isCurrent: false),
            item(f("Cohort explorer"), f.path(to: CohortRevenueView.address), isCurrent: false),
            item(f("Lifetime value"), f.path(to: "/console/charts/lifetime-value"), isCurrent: false),
        ]
        return sheet(
            f("All charts"),
            "\(groups)<p class=\"sheet-head\">\(f("Cohorts"))</p><ul>\(more.joined())</ul>"
        )
    }

    func tools(_ f: PageContext) -> HTML {
        """
        <div class="bar bar-scrolls">
        \(rangePicker(f))
        \(resolutions(f))
        \(choices(f.name(of: query.comparison), ChartQuery.Comparison.allCases.map { choice in
            (f.name(of: choice), query.changing { $0.comparison = choice }, choice == query.comparison)
        }, f))
        \(segmentPicker(f))
        \(filters(f))
        \(currencyPicker(f))
        </div>

        """
    }

    private func rangePicker(_ f: PageContext) -> HTML {
        let (first, last) = (query.days.lowerBound, query.days.upperBound)
        let name = query.preset.map(f.name) ?? "\(first) – \(last)"
        let presets = ChartQuery.Preset.allCases.map { preset -> HTML in
            let other = query.changing {
                $0.preset = preset
                $0.days = preset.first(today: last)...last
                $0.bucket = nil
            }
            return item(f.name(of: preset), path(other, f), isCurrent: preset == query.preset)
        }
        return sheet(
            name,
            """
            <ul>\(presets)</ul>
            <form method="get" action="/console/charts/\(chart.rawValue)">
            \(hiddenFields(without: ["from", "until", "last", "bucket"], f))
            <div class="field"><label for="from">\(f("First day"))</label>
            <input class="form-control" type="date" id="from" name="from" value="\(first.description)"></div>
            <div class="field"><label for="until">\(f("Last day"))</label>
            <input class="form-control" type="date" id="until" name="until" value="\(last.description)"></div>
            <button class="btn btn-primary">\(f("Show"))</button></form>
            """
        )
    }

    private func resolutions(_ f: PageContext) -> HTML {
        // Apple pays by the fiscal month.
        let shown = ChartResolution.allCases.filter { $0 != .fiscal || chart.isMoney || query.resolution == .fiscal }
        let items = shown.map { resolution -> HTML in
            let other = query.changing {
                $0.resolution = resolution
                $0.bucket = nil
            }
            let current: HTML = resolution == query.resolution ? " aria-current=\"true\"" : .empty
            return "<a href=\"\(path(other, f))\"\(current)>\(f.name(of: resolution))</a>"
        }
        return "<div class=\"segments\" role=\"group\" aria-label=\"\(f("Buckets"))\">\(items)</div>"
    }

    private func segmentPicker(_ f: PageContext) -> HTML? {
        guard chart.hasSegments else { return nil }
        let segments: [ChartSegment?] = [nil] + chart.segments
        return choices(
            name(of: query.segment, f),
            segments.map { segment in
                (name(of: segment, f), query.changing { $0.segment = segment }, segment == query.segment)
            },
            f
        )
    }

    /// How the chart is taken apart; failures have their codes where nothing else is chosen.
    func name(of segment: ChartSegment?, _ f: PageContext) -> String {
        if case .failures = chart.formula, segment == nil { f("By code") } else { f.name(of: segment) }
    }

    /// The filters that are on, each with the way to take it off, and the way to add one.
    private func filters(_ f: PageContext) -> HTML? {
        guard chart.hasFilters else { return nil }
        let dimensions = zip(ChartQuery.filters, ChartRow.Dimension.segments).map { ($0.name, $0.key, $1) }
        let chips = dimensions.filter { !query[keyPath: $0.1].isEmpty }.map { _, key, dimension -> HTML in
            let without = query.changing { $0[keyPath: key] = [] }
            let values = query[keyPath: key].map { f.label($0, dimension, grouping) }
            let text = "\(f.column(dimension)): \(values.joined(separator: ", "))"
            return """
                <a class="chip chip-on" href="\(path(without, f))" aria-label="\(f("Remove the filter")) \(text)">\(text) ×</a>

                """
        }
        let fields = dimensions.map { name, key, dimension in
            (name, dimension, data.cells?.values(of: dimension) ?? [], query[keyPath: key])
        }
        .filter { !$0.2.isEmpty }
        guard !fields.isEmpty else { return chips.joined() }
        let selects = fields.map { name, dimension, values, chosen -> HTML in
            let options = values.prefix(300).map { value in
                let label = f.label(value, dimension, grouping)
                return "<option value=\"\(value)\"\(chosen == [value] ? " selected" : "" as HTML)>\(label)</option>"
                    as HTML
            }
            return """
                <div class="field"><label for="by-\(name)">\(f.column(dimension))</label>
                <select class="form-select" id="by-\(name)" name="\(name)"><option value="">\(f("All"))</option>\(options)</select></div>
                """
        }
        let form = sheet(
            "+ " + f("Filter"),
            """
            <form method="get" action="/console/charts/\(chart.rawValue)">
            \(hiddenFields(without: Set(ChartQuery.filters.map(\.name)), f))
            \(selects)
            <button class="btn btn-primary">\(f("Apply"))</button></form>
            """
        )
        return "\(chips)\(form)"
    }

    private func currencyPicker(_ f: PageContext) -> HTML? {
        guard chart.isMoney, data.currencies.count > 1 || data.conversion != nil else { return nil }
        let shown = data.results.first?.amounts?.rawValue ?? query.currency ?? data.currencies.first?.rawValue ?? ""
        let each = query.changing {
            $0.showsEachCurrency = true
            ($0.currency, $0.converted) = (nil, nil)
        }
        let conversions = data.targets.prefix(40).map { target -> HTML in
            let other = query.changing {
                $0.showsEachCurrency = false
                ($0.currency, $0.converted) = (nil, target)
            }
            let name = f("\(target), converted")
            return item(name, path(other, f), isCurrent: data.conversion?.target.rawValue == target)
        }
        let items =
            conversions
            + data.currencies.prefix(40).map { currency -> HTML in
                let other = query.changing {
                    $0.showsEachCurrency = false
                    ($0.currency, $0.converted) = (currency.rawValue, nil)
                }
                let isCurrent = data.conversion == nil && !query.showsEachCurrency && currency.rawValue == shown
                return item(f("Only \(currency)"), path(other, f), isCurrent: isCurrent)
            } + [item(f("Each of them"), path(each, f), isCurrent: query.showsEachCurrency)]
        let name =
            query.showsEachCurrency
            ? f("Each currency")
            : data.conversion == nil ? shown : f("\(shown) (converted)")
        return sheet(name, "<ul>\(items)</ul>", isAtEnd: true)
    }

    // MARK: Pieces

    private func choices(_ name: String, _ choices: [(String, ChartQuery, Bool)], _ f: PageContext) -> HTML {
        let items = choices.map { item($0.0, path($0.1, f), isCurrent: $0.2) }
        return sheet(name, "<ul>\(items)</ul>")
    }

    private func item(_ name: String, _ path: String, isCurrent: Bool) -> HTML {
        let current: HTML = isCurrent ? " aria-current=\"true\"" : .empty
        return "<li><a href=\"\(path)\"\(current)>\(name)</a></li>"
    }

    private func sheet(_ name: String, _ content: HTML, isAtEnd: Bool = false) -> HTML {
        let place: HTML = isAtEnd ? " right end" : .empty
        return """
            <details class="picker\(place)"><summary class="btn">\(name)</summary><div class="sheet">\(content)</div></details>

            """
    }

    /// What a form that changes a part of the address sends along of the rest.
    private func hiddenFields(without names: Set<String>, _ f: PageContext) -> HTML {
        let fields = query.items.filter { !names.contains($0.name) }.map { item in
            "<input type=\"hidden\" name=\"\(item.name)\" value=\"\(item.value ?? "")\">" as HTML
        }
        return "\(f.scopeFields)\(fields)"
    }
}
