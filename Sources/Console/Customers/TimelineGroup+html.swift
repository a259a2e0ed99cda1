// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTML

extension TimelineGroup {
    /// The step that says what happened to the customer.
    var meaning: TimelineEntry {
        steps.enumerated().max { ($0.element.weight, -$0.offset) < ($1.element.weight, -$1.offset) }?.element
            ?? steps[0]
    }

    /// The product and the price that the group is about.
    private func about(_ f: PageContext) -> String {
        var (product, price): (String?, String?) = (nil, nil)
        for step in steps {
            switch step.matter {
            case .transaction(let purchase):
                product = product ?? purchase.product
                if let amount = purchase.price { price = price ?? f.money(amount, purchase.currency) }
            case .event(_, let name, _, _, _): product = product ?? name
            case .order(_, _, let name, _, _): product = product ?? name
            case .notification(_, _, let name): product = product ?? name
            case .renewal(let name, _, _, _, _): product = product ?? name
            case .receipt, .command, .balance, .audit: break
            }
        }
        if case .command(_, let detail) = meaning.matter { return detail }
        return [product, price].compactMap(\.self).joined(separator: " · ")
    }

    func html(isOpen: Bool, in f: PageContext) -> HTML {
        let lines = self.lines(f)
        let (title, tone, _) = meaning.content(in: f)
        let open: HTML = isOpen ? " open" : .empty
        let place = Set(steps.map(\.environment)).subtracting(["", "Production"]).sorted().first
        let badge = place.map { Components.badge(f.environment($0), .hand) }
        let count = lines.count == 1 ? f("1 step") : f("\(lines.count) steps")
        return """
            <details class="group"\(open)><summary><span class="mark mark-\(tone.rawValue)" aria-hidden="true">\(Self.icon(tone))</span>
            <span class="said"><strong>\(title)</strong> <span class="soft">\(about(f))</span> \(badge)</span>
            <span class="soft">\(count) · \(f.clock(instant))</span></summary>
            <ul class="steps">\(lines)</ul></details>

            """
    }

    /// The steps as lines; an order that moves on within a minute is one line.
    private func lines(_ f: PageContext) -> [HTML] {
        var lines: [HTML] = []
        var index = 0
        while index < steps.count {
            let step = steps[index]
            guard case .order(let id, _, _, _, _) = step.matter else {
                lines.append(line(step, f))
                index += 1
                continue
            }
            var states: [String] = []
            var (end, last) = (index, step.instant)
            while end < steps.count, case .order(let other, let state, _, _, _) = steps[end].matter, other == id,
                steps[end].instant.timeIntervalSince(step.instant) < 60
            {
                states.append(f.orderState(state).text)
                last = steps[end].instant
                end += 1
            }
            guard states.count > 1 else {
                lines.append(line(step, f))
                index += 1
                continue
            }
            let took = max(0, last.timeIntervalSince(step.instant))
            let span = took < 1 ? "\(Int((took * 1000).rounded())) ms" : f.duration(took)
            lines.append(
                """
                <li><span class="when">\(f.clock(step.instant))</span><span>\(f("Order")) \(f.order(id)):                 \(states.joined(separator: " → ")) <span class="soft">\(f("in")) \(span)</span></span><span></span></li>

                """
            )
            index = end
        }
        return lines
    }

    private func line(_ step: TimelineEntry, _ f: PageContext) -> HTML {
        let (title, _, details) = step.content(in: f)
        let link =
            step.document.map { Link(f("Signed document"), $0) }
            ?? step.purchase.map { Link(f("Purchase"), $0) }
        return """
            <li><span class="when">\(f.clock(step.instant))</span><span>\(title)\(details.isEmpty ? .empty : " <span class=\"soft\">\(details)</span>" as HTML)</span>            <span>\(link?.html)</span></li>

            """
    }

    private static func icon(_ tone: StatusTone) -> HTML {
        let path: String =
            switch tone {
            case .good: "M2.5 7.5l3 3 6-7"
            case .bad: "M3.5 6.5h6a3 3 0 0 1 0 6h-2M6 4L3.5 6.5 6 9"
            case .warning: "M7 2.5v5.5M7 11v.2"
            case .info: "M7 6v5M7 3v.2"
            case .hand: "M2.5 11.5l1-3 6-6 2 2-6 6z"
            case .plain: "M3 7h8"
            }
        return """
            <svg viewBox="0 0 14 14"><path d="\(path)" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"             stroke-linejoin="round"/></svg>
            """
    }
}

extension PageContext {
    /// The time of day of an instant, with seconds.
    func clock(_ date: Date) -> HTML {
        let text = Self.instant(date)
        return "<time datetime=\"\(text)\">\(String(text.dropFirst(11).prefix(8)))</time>"
    }
}
