// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// What stands around every page: the bar with the search, and the navigation.
enum Shell {
    private static let menuIcon: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14" stroke="currentColor" stroke-width="1.8" \
        stroke-linecap="round"/></svg>
        """

    private static let logo: HTML = """
        <svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b57c2"/>\
        <path d="M10 25V7h7.5a5.5 5.5 0 0 1 0 11H14v7z" fill="#fff"/></svg>
        """

    /// The bar on top.
    static func top(_ page: Page.NavigationItem?, _ f: PageContext) -> HTML {
        let place = f.isTest ? Components.badge(f.environment(f.scope.environment), .hand) : nil
        return """
            <header class="top">
            <details class="menu-toggle"><summary aria-label="\(f("Menu"))">\(menuIcon)</summary></details>
            <a class="brand" href="\(f.path(to: "/console"))">Purser</a>
            <form class="search" role="search" action="/console/search">\(f.scopeFields)
            <label class="visually-hidden" for="q">\(f("Search"))</label>
            <input class="form-control" id="q" name="q" type="search" maxlength="200" autocomplete="off" \
            placeholder="\(f("Search customers, orders, transactions…"))">
            <button class="visually-hidden">\(f("Search"))</button>
            <kbd aria-hidden="true" data-with-script>/</kbd></form>
            <div class="tools">\(place)
            \(help(page, f))
            <div class="language">\(language(f))</div>
            <details class="account"><summary aria-label="\(f("Account"))">\(initials(f.user))</summary><div>
            <span class="soft">\(f.user) · \(f.role(f.role))</span>
            <a href="\(f.path(to: "/console/account"))">\(f("Account"))</a>
            \(language(f))
            <form method="post" action="/console/sign-out"><input type="hidden" name="csrf" value="\(f.csrf)">
            <button class="btn" id="sign-out">\(f("Sign out"))</button></form>
            </div></details></div>
            </header>
            """
    }

    /// The way to what the guide says about the page, in a new tab: the page stays as it is.
    private static func help(_ page: Page.NavigationItem?, _ f: PageContext) -> HTML {
        let anchor = HTML.escapeSegment(Guide.anchor(of: f.guideHeading(of: page)))
        let name = f("Guide to this page, in a new tab")
        return """
            <a class="btn btn-link" href="\(f.path(to: "/console/guide"))#\(anchor)" target="_blank" rel="noopener" \
            aria-label="\(name)" title="\(name)">?</a>
            """
    }

    private static func language(_ f: PageContext) -> HTML {
        let buttons = f.language.others.map { other -> HTML in
            """
            <button class="btn btn-link" name="language" value="\(other.rawValue)" lang="\(other.rawValue)">\(other.name)</button>
            """
        }
        return """
            <form method="post" action="/console/language"><input type="hidden" name="csrf" value="\(f.csrf)">\
            <input type="hidden" name="back" value="\(f.path)">
            \(buttons)</form>
            """
    }

    private static func initials(_ name: String) -> String {
        let parts = name.split { ".-_@ ".contains($0) }.prefix(2).compactMap(\.first)
        return String(parts).uppercased()
    }

    /// The places, in groups, below the app and environment.
    static func navigation(_ place: Page.NavigationItem?, _ f: PageContext) -> HTML {
        let groups = Page.NavigationGroup.allCases.enumerated().map { number, group -> HTML in
            let items = group.items.filter { f.maySee($0) }.map { item($0, isCurrent: $0 == place, f) }
            guard let name = f.name(of: group) else { return "<ul class=\"places\">\(items)</ul>\n" }
            return """
                <p class="nav-head" id="nav-\(number)">\(name)</p>
                <ul class="places" aria-labelledby="nav-\(number)">\(items)</ul>

                """
        }
        return """
            <nav class="side" aria-label="\(f("Console"))">
            <a class="brand" href="\(f.path(to: "/console"))">\(logo) Purser</a>
            \(scopes(f))
            \(groups)</nav>
            """
    }

    private static func item(_ place: Page.NavigationItem, isCurrent: Bool, _ f: PageContext) -> HTML {
        let current: HTML = isCurrent ? " aria-current=\"page\"" : .empty
        let name = String(describing: place)
        return
            "<li><a data-place=\"\(name)\" href=\"\(f.path(to: place.path))\"\(current)>\(f.name(of: place))\(counter(place, f))</a></li>\n"
    }

    /// How much needs a look; the script brings it up to date.
    private static func counter(_ place: Page.NavigationItem, _ f: PageContext) -> HTML? {
        guard place.isCounted else { return nil }
        let count = f.counts[place] ?? 0
        let tone: HTML = place == .consumption ? .empty : " count-due"
        let hidden: HTML = count == 0 ? " hidden" : .empty
        return """
             <span class="count\(tone)" data-count="\(place.rawValue)"\(hidden)>\(f.count(count))</span>
            """
    }

    private static func scopes(_ f: PageContext) -> HTML {
        let items = f.scopes.map { scope -> HTML in
            let current: HTML = scope == f.scope ? " aria-current=\"true\"" : .empty
            return """
                <li><a href="\(f.path(switchingTo: scope))"\(current)>\(scope.name) · \(f.environment(scope.environment))</a></li>

                """
        }
        let dot: HTML = f.isTest ? " dot-test" : .empty
        return """
            <details class="scope"><summary><div><b>\(f.scope.name)</b>
            <span><i class="dot\(dot)"></i>\(f.environment(f.scope.environment))</span></div></summary>
            <ul aria-label="\(f("App and environment"))">\(items)</ul></details>
            """
    }
}

extension PageContext {
    /// Whether a person may open a place.
    package func maySee(_ place: Page.NavigationItem) -> Bool {
        switch place {
        case .team, .keys, .configuration: may(.admin)
        case .audit, .requests: may(.support)
        default: true
        }
    }
}
