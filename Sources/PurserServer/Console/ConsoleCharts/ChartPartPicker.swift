// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Console
import HTML

/// The choice of one product, storefront or offer that a page about cohorts or customers is narrowed to.
struct ChartPartPicker: Sendable {
    /// The parts that can be chosen.
    let parts: Set<ChartPart>
    /// What the page shows.
    let chosen: ChartPart
    let grouping: ChartGrouping

    /// The parameter of addresses.
    static let name = "only"
    /// How many of each kind are listed.
    private static let maximumOptions = 300

    /// What the page's links keep of the choice.
    var items: [(name: String, value: String?)] { chosen == .all ? [] : [(Self.name, chosen.text)] }

    /// The form.
    ///
    /// - Parameters:
    ///   - address: The page.
    ///   - items: What the form keeps of the page's address.
    ///   - f: The page's language and scope.
    /// - Returns: The form; nothing where there is nothing to choose.
    func form(_ address: String, _ items: [(name: String, value: String?)], _ f: PageContext) -> HTML {
        // A part that has nothing any more can still be in an address.
        let all = parts.union(chosen == .all ? [] : [chosen])
        guard !all.isEmpty else { return .empty }
        let groups: [(ChartRow.Dimension, String)] = [
            (.product, f("Products")), (.storefront, f("Storefronts")), (.offer, f("Offers")),
        ]
        let options = groups.map { dimension, title -> HTML in
            let own = all.filter { $0.dimension == dimension }.sorted { $0.name < $1.name }
            guard !own.isEmpty else { return .empty }
            let options = own.prefix(Self.maximumOptions).map { part -> HTML in
                let selected: HTML = part == chosen ? " selected" : .empty
                return "<option value=\"\(part.text)\"\(selected)>\(f.label(part.name, dimension, grouping))</option>"
            }
            return "<optgroup label=\"\(title)\">\(options)</optgroup>"
        }
        let hidden = items.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value ?? "")\">" as HTML }
        return """
            <form method="get" action="\(address)" class="bar">\(f.scopeFields)\(hidden)
            <label for="only">\(f("Show only"))</label>
            <select class="form-select" id="only" name="\(Self.name)"><option value="">\(f("Everything"))</option>\(options)</select>
            <button class="btn">\(f("Apply"))</button></form>

            """
    }
}
