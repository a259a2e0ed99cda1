// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTML

/// A whole page: the frame with its navigation around a content.
package struct Page: Sendable {
    /// The places of the navigation.
    package enum NavigationItem: String, Sendable, CaseIterable {
        /// Search and what needs a look.
        case home = ""
        /// What is paid and not delivered.
        case undelivered
        /// Refunds.
        case refunds
        /// What is paid for twice, and signs of fraud.
        case findings = "risk"
        /// Apple's questions before refunds.
        case consumption
        /// Webhooks and their dead letters.
        case webhooks
        /// Renewal dates that are moved for many.
        case extensions
        /// The business in figures.
        case charts
        /// What is watched.
        case health
        /// Our books beside Apple's.
        case reconciliation
        /// Long work.
        case jobs
        /// The audit log.
        case audit
        /// Who may sign in.
        case team
    }

    /// The title.
    package var title: String
    /// Where in the navigation it is.
    package var place: NavigationItem?
    /// What it shows.
    package var content: HTML
    /// Whose news it listens for: a customer's.
    package var follows: String?

    /// Makes a page.
    package init(_ title: String, place: NavigationItem? = nil, follows: String? = nil, _ content: HTML) {
        self.title = title
        self.place = place
        self.follows = follows
        self.content = content
    }

    /// The whole document.
    package func document(in frame: PageContext) -> String {
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
            <script src="/console/assets/chart.min.js" defer></script>
            <script src="/console/assets/console.js" defer></script>
            </head>
            <body data-live="/console/live\(follows.map { "?customer=\(segment: $0)" as HTML })" \
            data-news="\(frame("There is something new; the page was brought up to date.", "有新内容，页面已更新。"))">
            <a class="skip" href="#main">\(frame("Skip to the content", "跳到正文"))</a>
            \(banner(frame))
            <header class="top">
            <a class="brand" href="/console">Purser</a>
            <form class="search" role="search" action="/console/search">
            <label class="visually-hidden" for="q">\(frame("Search", "搜索"))</label>
            <input class="form-control" id="q" name="q" type="search" maxlength="200" autocomplete="off" \
            placeholder="\(frame("Customer, order, transaction, Apple order id, token", "用户、订单、交易号、Apple 订单号、token"))">
            <button class="btn btn-primary">\(frame("Search", "搜索"))</button>
            </form>
            \(menu(frame))
            </header>
            <div class="columns">
            \(navigation(frame))
            <main id="main" tabindex="-1">
            <h1>\(title)</h1>
            \(notice(frame))
            <p id="news" class="visually-hidden" role="status" aria-live="polite"></p>
            \(content)
            </main>
            </div>
            <footer>\(frame("Times are UTC.", "时间均为 UTC。")) \(frame.time(frame.now))</footer>
            </body>
            </html>

            """
        return html.text
    }

    private func banner(_ frame: PageContext) -> HTML {
        guard frame.trustsSimulator else { return .empty }
        return Components.banner(
            frame(
                "This server trusts a simulator's root, not Apple's: nothing here is real money.",
                "此服务器信任的是模拟器的根证书而非 Apple 的：这里没有真实的钱。"
            ),
            label: frame("Warning", "警告")
        )
    }

    private func notice(_ frame: PageContext) -> HTML? {
        frame.notice.map { "<p class=\"notice \($0.isBad ? "bad" : "good")\" role=\"alert\">\($0.text)</p>" }
    }

    private func menu(_ frame: PageContext) -> HTML {
        let choices = frame.scopes.map { scope in
            "<option value=\"\(scope.value)\"\(scope == frame.scope ? " selected" : "" as HTML)>\(scope.name) · \(frame.environment(scope.environment))</option>"
                as HTML
        }
        return """
            <div class="menu">
            <form method="post" action="/console/scope"><input type="hidden" name="csrf" value="\(frame.csrf)">\
            <input type="hidden" name="back" value="\(frame.path)">
            <label class="visually-hidden" for="scope">\(frame("App and environment", "应用与环境"))</label>
            <select class="form-select" id="scope" name="scope" data-submits>\(choices)</select>
            <button class="btn btn-plain" data-without-script>\(frame("Choose", "选择"))</button></form>
            <form method="post" action="/console/language"><input type="hidden" name="csrf" value="\(frame.csrf)">\
            <input type="hidden" name="back" value="\(frame.path)">
            <button class="btn btn-link" name="language" value="\(frame.language.other.rawValue)" lang="\(frame.language.other.rawValue)">\
            \(frame.language.other.name)</button></form>
            <a class="btn btn-link" href="/console/account">\(frame.user)</a>
            <form method="post" action="/console/sign-out"><input type="hidden" name="csrf" value="\(frame.csrf)">
            <button class="btn btn-plain" id="sign-out">\(frame("Sign out", "退出"))</button></form>
            </div>
            """
    }

    private func navigation(_ frame: PageContext) -> HTML {
        let items = NavigationItem.allCases.filter { $0 != .team || frame.may(.admin) }.map { place -> HTML in
            let current: HTML = place == self.place ? " aria-current=\"page\"" : .empty
            let path = place == .home ? "/console" : "/console/" + place.rawValue
            return "<li><a href=\"\(path)\"\(current)>\(frame.name(of: place))\(Self.counter(place))</a></li>\n"
        }
        return "<nav aria-label=\"\(frame("Console", "控制台"))\"><ul>\(items)</ul></nav>"
    }

    private static func counter(_ place: NavigationItem) -> HTML? {
        guard [.undelivered, .consumption, .webhooks].contains(place) else { return nil }
        return " <span class=\"count\" data-count=\"\(place.rawValue)\" hidden></span>"
    }
}

extension PageContext {
    /// What is counted of a place.
    package func matter(of place: Page.NavigationItem) -> String {
        switch place {
        case .consumption: self("Pending consumption requests", "待回复的消耗信息请求")
        case .webhooks: self("Failed deliveries", "投递失败的事件")
        case .health: self("Alerts firing", "正在告警")
        default: name(of: place)
        }
    }

    /// The name of a place of the navigation.
    package func name(of place: Page.NavigationItem) -> String {
        switch place {
        case .home: self("Overview", "概览")
        case .undelivered: self("Undelivered orders", "未发货订单")
        case .refunds: self("Refunds", "退款")
        case .findings: self("Conflicts and fraud", "重复付费与欺诈")
        case .consumption: self("Consumption requests", "消耗信息请求")
        case .webhooks: self("Webhooks", "Webhook")
        case .extensions: self("Renewal extensions", "续期延长")
        case .charts: self("Charts", "图表")
        case .health: self("Health", "运行状况")
        case .reconciliation: self("Reconciliation", "对账")
        case .jobs: self("Jobs", "任务")
        case .audit: self("Audit log", "审计日志")
        case .team: self("Team", "成员")
        }
    }
}
