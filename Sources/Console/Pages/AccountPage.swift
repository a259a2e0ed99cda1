// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// A person's own account.
package struct AccountPage: Sendable {
    /// Whether signing in needs a code.
    package enum Factor: Sendable {
        /// The password alone.
        case off
        /// The secret is shown, and its first code is awaited.
        case pending(secret: String, address: String)
        /// A code of the app, or a recovery code.
        case on(since: Date, recoveryCodes: Int)
    }

    /// A session of the person.
    package struct Session: Sendable {
        /// When it began.
        package var began: Date
        /// When it was used last.
        package var seen: Date
        /// Whether it is the one that asks.
        package var isThis: Bool

        /// Makes a value.
        package init(began: Date, seen: Date, isThis: Bool) {
            self.began = began
            self.seen = seen
            self.isThis = isThis
        }
    }

    /// Whether signing in needs a code.
    package var factor = Factor.off
    /// The recovery codes that were just made, which are not shown again.
    package var codes: [String]?
    /// The sessions, the one that was used last first.
    package var sessions: [Session] = []

    /// Makes the page.
    package init() {}

    /// The page.
    package func page(in f: PageContext) -> Page {
        let form = ActionForm(
            action: "password",
            title: f("Change the password"),
            fields: [
                .password(name: "old", label: f("Current password"), autocomplete: "current-password"),
                .password(
                    name: "new",
                    label: f("The new one, 12 characters or more"),
                    autocomplete: "new-password"
                ),
            ],
            confirmation: f("Confirm: end all my other sessions."),
            isOpen: false
        )
        let shortcuts = Components.section(
            f("Keyboard"),
            id: "shortcuts",
            """
            <div class="form-check" data-with-script><input class="form-check-input" type="checkbox" id="shortcuts-on" data-shortcuts>
            <label for="shortcuts-on">\(f("Shortcuts in this browser"))</label></div>
            <p class="soft">\(f("/ search · g o overview · g c customers · g r charts · g h health · g w webhooks · Esc close"))</p>
            """
        )
        var page = Page(
            f.user,
            """
            \(codes.map { KeysPage.once($0.joined(separator: "\n"), f) })
            \(Components.section(f("Second factor"), id: "second-factor", secondFactor(f)))
            \(Components.section(f("Password"), id: "password-change", form.html(in: f)))
            \(Components.section(f("Sessions"), id: "sessions", sessionList(f)))
            \(shortcuts)
            """
        )
        page.badges = Components.badge(f.role(f.role))
        return page
    }

    private func secondFactor(_ f: PageContext) -> HTML {
        let lead = f("Signing in then needs a code of an authenticator app after the password.")
        switch factor {
        case .off:
            let begin = ActionForm(
                action: "begin-second-factor",
                title: f("Set up an authenticator app"),
                fields: [.hidden("scope", f.scope.value), .hint(lead)]
            )
            return "<p>\(Components.badge(f("off"))) \(Components.soft(lead))</p>\(begin.html(in: f))"
        case .pending(let secret, let address):
            let enable = ActionForm(
                action: "enable-second-factor",
                title: f("Turn on"),
                fields: [.text(name: "code", label: f("Code of the app, six digits"))],
                isOpen: true
            )
            return """
                <p>\(f("Enter this secret in the app, then the code that it shows."))</p>
                \(Components.facts([
                    (f("Secret"), Components.code(secret)),
                    (f("Address for apps on this device"), "<a href=\"\(address)\">otpauth://totp/Purser</a>"),
                ]))
                \(enable.html(in: f))
                """
        case .on(let since, let count):
            let disable = ActionForm(
                action: "disable-second-factor",
                title: f("Turn off"),
                fields: [.text(name: "code", label: f("Code of the app, or a recovery code"))],
                confirmation: f("Confirm: the password alone opens this account."),
                isDangerous: true
            )
            let left = f("\(count) recovery codes are left.")
            return """
                <p>\(Components.badge(f("on"), .good)) \(f("since")) \(f.time(since)). \(left)</p>\(disable.html(in: f))
                """
        }
    }

    private func sessionList(_ f: PageContext) -> HTML {
        let rows = sessions.map { session -> [HTML] in
            [
                f.time(session.began), f.time(session.seen),
                session.isThis ? Components.badge(f("this one"), .info) : .empty,
            ]
        }
        let table = Components.table(
            f("Sessions"),
            [f("Began"), f("Last used"), f("Session")],
            rows,
            empty: "–"
        )
        guard sessions.count > 1 else { return table }
        let end = ActionForm(
            action: "end-other-sessions",
            title: f("End my other sessions"),
            fields: [],
            confirmation: f("Confirm: other browsers have to sign in again.")
        )
        return "\(table)<div class=\"acts\">\(end.html(in: f))</div>"
    }
}
