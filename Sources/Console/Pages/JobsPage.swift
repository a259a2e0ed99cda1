// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
package import HTML

/// A long piece of work.
package struct JobSummary: Sendable {
    /// Its identifier.
    package var id: String
    /// What it does.
    package var kind: String
    /// The scope it is about.
    package var scope: PageContext.Scope
    /// The one who began it.
    package var actor: String
    /// When it began.
    package var began: Date
    /// `running`, `done`, `failed` or `interrupted`.
    package var state: String
    /// How far it has come.
    package var done: Int
    /// How far it goes, when that is known.
    package var total: Int?
    /// The result.
    package var message: String?

    /// Makes a value.
    package init(
        id: String,
        kind: String,
        scope: PageContext.Scope,
        actor: String,
        began: Date,
        state: String,
        done: Int,
        total: Int?,
        message: String?
    ) {
        self.id = id
        self.kind = kind
        self.scope = scope
        self.actor = actor
        self.began = began
        self.state = state
        self.done = done
        self.total = total
        self.message = message
    }

    /// A bar that the script moves while the work continues.
    package func bar(in f: PageContext) -> HTML {
        let name = f.job(kind)
        let bounds: HTML = total.map { " max=\"\(max($0, 1))\" value=\"\(min(done, max($0, 1)))\"" } ?? .empty
        let text = total.map { "\(done) / \($0)" } ?? "\(done)"
        let left = TimeLeft(done: done, total: total, after: f.now.timeIntervalSince(began))?.text(in: f.language) ?? ""
        return """
            <div id="job-\(id)"><progress data-job="\(id)" aria-label="\(name)"\(bounds)></progress>
            <span class="soft" data-job-text="\(id)">\(text)</span>
            <span class="soft" data-job-left="\(id)">\(left)</span></div>
            """
    }

    var isRunning: Bool { state == "running" }

    /// The result with the page that shows it, or the way to cancel what is still running.
    func result(in f: PageContext) -> HTML {
        let place: Page.NavigationItem? =
            switch (state, kind) {
            case ("done", "reconciliation"): .reconciliation
            case ("done", "charts"): .charts
            case ("done", "recovery"): .health
            case ("done", "closing"): .payouts
            default: nil
            }
        if let place {
            let link = Link(f.name(of: place), f.path(to: place.path)).html
            return message.map { "\($0)<div>\(link)</div>" } ?? link
        }
        guard isRunning, f.may(kind == "rebuild" || kind == "backfill" ? .admin : .support) else {
            return HTML(message ?? "")
        }
        return """
            <form method="post" action="/console/actions/cancel-job"><input type="hidden" name="csrf" value="\(f.csrf)">\
            <input type="hidden" name="back" value="\(f.path)"><input type="hidden" name="scope" value="\(scope.value)">\
            <input type="hidden" name="job" value="\(id)">
            <button class="btn" aria-label="\(f("Cancel:")) \(f.job(kind))">\(f("Cancel"))</button></form>
            """
    }

    func state(in f: PageContext) -> HTML {
        switch state {
        case "running": bar(in: f)
        case "done": Components.badge(f("done"), .good)
        case "failed": Components.badge(f("failed"), .bad)
        default: Components.badge(f("interrupted"), .warning)
        }
    }
}

extension PageContext {
    /// The name of a kind of long work.
    func job(_ kind: String) -> String {
        switch kind {
        case "rebuild": self("Rebuild and compare")
        case "backfill": self("Import purchases")
        case "reconciliation": self("Reconcile with Apple's reports")
        case "charts": self("Compute the charts")
        case "resend": self("Resend events")
        case "recovery": self("Recovery from Apple")
        case "closing": self("Close a month")
        default: kind
        }
    }
}

/// Long work, with what is in progress.
package struct JobsPage: Sendable {
    /// The jobs, the newest first.
    package var jobs: [JobSummary]

    /// Makes the page.
    package init(jobs: [JobSummary]) {
        self.jobs = jobs
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let rows = jobs.map { job -> [HTML] in
            [
                f.time(job.began), HTML(f.job(job.kind)),
                HTML("\(job.scope.name) · \(f.environment(job.scope.environment))"),
                HTML(f.mover(job.actor)), job.state(in: f), job.result(in: f),
            ]
        }
        let table = Components.table(
            f("Jobs"),
            [
                f("Began"), f("What", meaning: "job"), f("Environment"), f("Actor"), f("State"),
                f("Result"),
            ],
            rows,
            empty: f("None yet.")
        )
        return Page(
            f.name(of: .jobs),
            place: .jobs,
            """
            \(f.may(.support) ? actions(f) : nil)
            \(Components.section(f("Jobs"), id: "jobs", refreshes: true, table))
            """
        )
    }

    private func actions(_ f: PageContext) -> HTML {
        let rebuild = ActionForm(
            action: "rebuild",
            title: f("Rebuild and compare"),
            fields: [
                .hidden("scope", f.scope.value),
                .hint(f("Recomputes all derived state from the facts and reports differences.")),
            ],
            confirmation: f("Confirm: begin.")
        )
        let backfill = ActionForm(
            action: "backfill",
            title: f("Import purchases"),
            fields: [
                .hidden("scope", f.scope.value),
                .long(name: "transactions", label: f("Transactions, one a line, at most 10,000")),
                .text(
                    name: "customer",
                    label: f("Customer (if no order names one)"),
                    isRequired: false
                ),
            ],
            confirmation: f("Confirm: ask Apple for all of them.")
        )
        let recovery = ActionForm.recovery(in: f).html(in: f)
        guard f.may(.admin) else { return "<div class=\"acts\">\(recovery)</div>\n" }
        return "<div class=\"acts\">\(recovery)\(rebuild.html(in: f))\(backfill.html(in: f))</div>\n"
    }
}
