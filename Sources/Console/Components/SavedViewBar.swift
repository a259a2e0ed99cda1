// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTML

/// The saved views of a page, with the forms that save and remove one.
package struct SavedViewBar: Hashable, Sendable {
    /// A saved view.
    package struct View: Hashable, Sendable {
        /// Its identifier.
        package var id: String
        /// Its name.
        package var name: String
        /// The query of its address, escaped.
        package var query: String
        /// The name of its author.
        package var author: String
        /// Whether the team sees it, and not its author alone.
        package var isForTeam: Bool
        /// Whether the page shows it.
        package var isCurrent: Bool

        /// Makes a value.
        package init(id: String, name: String, query: String, author: String, isForTeam: Bool, isCurrent: Bool) {
            self.id = id
            self.name = name
            self.query = query
            self.author = author
            self.isForTeam = isForTeam
            self.isCurrent = isCurrent
        }
    }

    /// The page's path in the console.
    package var page: String
    /// The query of the page's address that is saved.
    package var query: String
    /// The page's views that the person sees.
    package var views: [View]

    /// Makes the bar.
    package init(page: String, query: String, views: [View]) {
        self.page = page
        self.query = query
        self.views = views
    }

    /// The line of views, each a link, and the forms.
    package func html(in f: PageContext) -> HTML {
        let label: HTML? = views.isEmpty ? nil : Components.soft(f("Saved views"))
        return """
            <div class="acts saved-views" id="saved-views" role="group" aria-label="\(f("Saved views"))">
            \(label)
            \(views.map { chip($0, f) })
            \(saving(f))
            \(removal(f))
            </div>

            """
    }

    private func chip(_ view: View, _ f: PageContext) -> HTML {
        // The stored query is escaped already.
        let address = f.path(to: "/console" + page) + (view.query.isEmpty ? "" : "&" + view.query)
        let current: HTML = view.isCurrent ? " aria-current=\"true\"" : .empty
        let owner = view.isForTeam ? f("For the team, by \(f.mover(view.author))") : f("Only for me")
        return "<a class=\"chip\" href=\"\(address)\" title=\"\(owner)\"\(current)>\(view.name)</a>\n"
    }

    private func saving(_ f: PageContext) -> HTML {
        let audience: ActionForm.Field =
            f.may(.support)
            ? .choice(
                name: "visibility",
                label: f("For", meaning: "audience"),
                options: [("private", f("Only for me")), ("team", f("For the team"))]
            )
            : .hidden("visibility", "private")
        return ActionForm(
            action: "save-view",
            title: f("Save view"),
            fields: [
                .hidden("page", page), .hidden("query", query), .hidden("scope", f.scope.value),
                .text(name: "name", label: f("Name"), limit: 60), audience,
            ]
        ).html(in: f)
    }

    /// The form that removes one of the person's own views, or one of the team's where the role may.
    private func removal(_ f: PageContext) -> HTML? {
        let removable = views.filter { !$0.isForTeam || f.may(.support) }
        guard !removable.isEmpty else { return nil }
        return ActionForm(
            action: "remove-view",
            title: f("Remove a view"),
            fields: [
                .hidden("page", page), .hidden("scope", f.scope.value),
                .choice(
                    name: "view",
                    label: f("Saved view"),
                    options: removable.map { view in
                        (view.id, view.isForTeam ? view.name + " · " + f("For the team") : view.name)
                    },
                    chosen: removable.first(where: \.isCurrent)?.id ?? ""
                ),
            ],
            confirmation: f("Confirm: everyone who sees the view loses it.")
        ).html(in: f)
    }
}
