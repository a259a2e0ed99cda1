// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The keys of an app: made, listed, revoked.
///
/// A key itself is shown once.
package struct KeysPage: Sendable {
    /// A key as it is listed.
    package struct Key: Sendable {
        /// Its identifier.
        package var id: String
        /// What it is for.
        package var name: String
        /// Whether it is a backend's.
        package var isSecret: Bool
        /// When it was made.
        package var created: Date
        /// When it was revoked.
        package var revoked: Date?

        /// Makes a value.
        package init(id: String, name: String, isSecret: Bool, created: Date, revoked: Date?) {
            self.id = id
            self.name = name
            self.isSecret = isSecret
            self.created = created
            self.revoked = revoked
        }
    }

    /// The keys, the newest first.
    package var keys: [Key]
    /// The key that was just made, which is not shown again.
    package var fresh: String?

    /// Makes the page.
    package init(keys: [Key], fresh: String? = nil) {
        self.keys = keys
        self.fresh = fresh
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let rows = keys.map { key -> [HTML] in
            let state =
                key.revoked == nil
                ? Components.badge(f("active"), .good) : Components.badge(f("revoked", meaning: "key"))
            let revoke =
                key.revoked == nil
                ? ActionForm(
                    action: "revoke-key",
                    title: f("Revoke"),
                    fields: [.hidden("key", key.id), .hidden("scope", f.scope.value)],
                    confirmation: f("Confirm: calls with this key fail from now on."),
                    isDangerous: true
                ).html(in: f) : f.time(key.revoked)
            return [
                HTML(key.name.isEmpty ? "–" : key.name), Components.code(key.id),
                HTML(key.isSecret ? f("secret") : f("publishable")), state, f.time(key.created), revoke,
            ]
        }
        let table = Components.table(
            f.name(of: .keys),
            [f("Name"), "ID", f("Kind"), f("State"), f("Created"), f("Revoke")],
            rows,
            empty: f("No keys yet.")
        )
        let create = ActionForm(
            action: "create-key",
            title: f("Create an API key"),
            fields: [
                .hidden("scope", f.scope.value),
                .text(name: "name", label: f("What it is for")),
                .choice(
                    name: "kind",
                    label: f("Kind"),
                    options: [
                        ("secret", f("secret: for a backend")),
                        ("publishable", f("publishable: inside the app")),
                    ]
                ),
            ],
            confirmation: f("Confirm: create a key of \(f.scope.name).")
        )
        return Page(
            f.name(of: .keys),
            place: .keys,
            """
            \(fresh.map { Self.once($0, f) })
            \(create.html(in: f))
            \(Components.section(f.name(of: .keys), id: "keys", table))
            """
        )
    }

    /// A secret that is shown once.
    static func once(_ secret: String, _ f: PageContext) -> HTML {
        """
        <section class="card-like" id="once" role="status"><h2>\(f("Copy it now: it is not shown again"))</h2>
        <pre>\(secret)</pre>
        <button type="button" class="btn" data-copy="\(secret)" data-copied="\(f("Copied"))" data-with-script>\(f("Copy"))</button></section>

        """
    }
}
