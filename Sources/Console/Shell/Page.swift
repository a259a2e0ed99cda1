// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTML

/// A whole page: the frame with its navigation around a content.
package struct Page: Sendable {
    /// The title.
    package var title: String
    /// Where in the navigation it is.
    package var place: NavigationItem?
    /// What it shows.
    package var content: HTML
    /// Whose news it listens for: a customer's.
    package var follows: String?
    /// What it belongs to, before the title.
    package var crumbs: [Link] = []
    /// What stands before the title: a customer's letter.
    package var mark: HTML?
    /// The states beside the title.
    package var badges: HTML = .empty
    /// What can be done with the page as a whole.
    package var actions: HTML = .empty

    /// Makes a page.
    package init(_ title: String, place: NavigationItem? = nil, follows: String? = nil, _ content: HTML) {
        self.title = title
        self.place = place
        self.follows = follows
        self.content = content
    }

    /// The whole document.
    package func document(in frame: PageContext) -> String {
        let live = frame.path(to: "/console/live", [("customer", follows)])
        let html: HTML = """
            <!doctype html>
            <html lang="\(frame.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) · Purser</title>
            <link rel="stylesheet" href="/console/assets/bootstrap.min.css">
            <link rel="stylesheet" href="/console/assets/console.css">
            <link rel="icon" href="/console/assets/icon.svg" type="image/svg+xml">
            \(drawsCharts ? "<script src=\"/console/assets/chart.min.js\" defer></script>" as HTML : nil)
            <script src="/console/assets/console.js" defer></script>
            </head>
            <body\(frame.isTest ? " class=\"is-test\"" : "" as HTML) data-live="\(live)" \
            data-news="\(frame("There is something new; the page was brought up to date."))">
            <a class="skip" href="#main">\(frame("Skip to the content"))</a>
            <div class="shell">
            \(banner(frame))
            \(Shell.top(place, frame))
            \(Shell.navigation(place, frame))
            <main id="main" tabindex="-1">
            \(head)
            \(notice(frame))
            <p id="news" class="visually-hidden" role="status" aria-live="polite"></p>
            \(frame.savedViews?.html(in: frame))
            \(content)
            </main>
            <footer>\(frame("Times are UTC.")) \(frame.time(frame.now))\(release(frame))</footer>
            </div>
            </body>
            </html>

            """
        return html.text
    }

    /// Whether a page needs what draws charts.
    private var drawsCharts: Bool { content.text.contains("data-chart=") }

    private var head: HTML {
        let crumbs: HTML =
            self.crumbs.isEmpty
            ? .empty : "<p class=\"crumbs\">\(self.crumbs.map(\.html).joined(separator: " / "))</p>\n"
        let actions: HTML =
            self.actions.isEmpty ? .empty : "<div class=\"head-actions\">\(self.actions)</div>\n"
        return """
            <div class="head"><div class="head-line">\(mark)
            <div class="head-title">\(crumbs)<div class="head-line"><h1>\(title)</h1>\(badges)</div></div></div>
            \(actions)</div>
            """
    }

    private func banner(_ frame: PageContext) -> HTML {
        guard frame.trustsSimulator else { return .empty }
        return Components.banner(
            frame("This server trusts a simulator's root, not Apple's: nothing here is real money."),
            label: frame("Warning")
        )
    }

    /// Which program answers, and since when: the first question of whoever looks for a fault.
    private func release(_ frame: PageContext) -> HTML? {
        guard let release = frame.release else { return nil }
        let uptime = Int(max(0, release.uptime))
        let length: HTML = "<time datetime=\"PT\(uptime)S\">\(frame.duration(Double(uptime)))</time>"
        return """
             · Purser \(release.version) · \(frame("Running since")) \(frame.time(release.started)) (\(length)) · \
            \(frame("\(release.database), schema \(release.schema)"))
            """
    }

    private func notice(_ frame: PageContext) -> HTML? {
        frame.notice.map { "<p class=\"notice \($0.isBad ? "bad" : "good")\" role=\"alert\">\($0.text)</p>" }
    }
}
