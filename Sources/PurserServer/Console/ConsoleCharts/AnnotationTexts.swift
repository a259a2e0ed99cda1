// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console

/// What annotations of charts say, in the language of a page or of the API.
extension ConsoleLanguage {
    /// How many changes an annotation names; the rest is counted.
    private static let maximumChanges = 3

    func text(of annotation: ListedAnnotation) -> String {
        switch annotation.content {
        case .note(let note): note.text
        case .catalog(let changes, let count): text(of: changes, count: count)
        case .release(let version): self("Version \(version.text) of the app was first seen")
        case .incident(let incident): text(of: incident)
        }
    }

    private func text(of changes: [CatalogChange], count: Int) -> String {
        let named = changes.prefix(Self.maximumChanges).map(text)
        let rest = count - named.count
        return (named + (rest > 0 ? [self("and \(rest) more")] : [])).joined(separator: " · ")
    }

    private func text(of change: CatalogChange) -> String {
        let product = change.product
        switch change {
        case .added: return self("\(product) added")
        case .removed: return self("\(product) removed")
        case .sale(_, let isOnSale): return isOnSale ? self("\(product) on sale again") : self("\(product) off sale")
        case .price(_, let storefront, let old, let new, let others):
            let place = storefront.map { "\(product) (\($0))" } ?? product.rawValue
            let prices = "\(old.map(text) ?? "–") → \(new.map(text) ?? "–")"
            return others > 0
                ? self("\(place): \(prices), and \(others) more storefronts") : "\(place): \(prices)"
        case .entitlements(_, let added, let removed):
            return "\(product): " + (added.map { "+\($0)" } + removed.map { "−\($0)" }).joined(separator: ", ")
        case .serviceTime(_, let old, let new):
            return "\(product): \(old.map(text) ?? "–") → \(new.map(text) ?? "–")"
        }
    }

    private func text(of price: Money) -> String {
        PageContext.plainMoney(price.milliunits, price.currency.rawValue)
    }

    private func text(of period: CalendarPeriod) -> String { productPeriod(period.description) }

    private func text(of incident: ListedAnnotation.Incident) -> String {
        let what = (self == .chinese ? incident.chinese : incident.english).trimmingSuffix { ".。".contains($0) }
        if incident.isFiring { return self("\(what) (still firing)") }
        let minutes = Int(incident.seconds / 60)
        return incident.count > 1
            ? self("\(what) (\(incident.count) times, \(minutes) min)") : self("\(what) (\(minutes) min)")
    }

    func name(of kind: ChartAnnotationKind) -> String {
        switch kind {
        case .note: self("Note", meaning: "on a chart")
        case .price: self("Price", meaning: "on a chart")
        case .catalog: self("Catalog")
        case .release: self("Release", meaning: "of the app")
        case .incident: self("Incident")
        }
    }
}

extension String {
    /// The text without the characters at its end that match.
    fileprivate func trimmingSuffix(where matches: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, matches(last) { text.removeLast() }
        return String(text)
    }
}
