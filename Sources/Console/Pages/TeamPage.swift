// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// Who may sign in.
package struct TeamPage: Sendable {
    /// The people: name, role, since when.
    package var members: [(name: String, role: ConsoleRole, created: Date, hasSecondFactor: Bool)]

    /// Makes the page.
    package init(members: [(name: String, role: ConsoleRole, created: Date, hasSecondFactor: Bool)]) {
        self.members = members
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let put = ActionForm(
            action: "update-team-member",
            title: f("Add or update a team member"),
            fields: [
                .text(name: "name", label: f("Name", meaning: "user")),
                .choice(
                    name: "role",
                    label: f("Role"),
                    options: ConsoleRole.allCases.map { (value: $0.rawValue, text: f.role($0)) }
                ),
                .password(
                    name: "password",
                    label: f("Password, 12 characters or more"),
                    autocomplete: "new-password"
                ),
            ],
            confirmation: f("Confirm.")
        )
        let list = Components.list(
            f("Team"),
            id: "people",
            of: self.members,
            empty: f("No members."),
            [
                f("Name", meaning: "user"): { HTML($0.name) },
                f("Role"): { HTML(f.role($0.role)) },
                f("Start"): { f.time($0.created) },
                f("Second factor"): {
                    $0.hasSecondFactor
                        ? Components.badge(f("on"), .good) : Components.badge(f("off"))
                },
                f("Actions"): {
                    $0.name == f.user
                        ? .empty
                        : "\(Self.removal(of: $0.name, f))\($0.hasSecondFactor ? Self.reset(of: $0.name, f) : nil)"
                },
            ]
        )
        return Page(f.name(of: .team), place: .team, "<div class=\"acts\">\(put.html(in: f))</div>\n\(list)")
    }

    private static func reset(of name: String, _ f: PageContext) -> HTML {
        ActionForm(
            action: "reset-second-factor",
            title: f("Turn the second factor off"),
            fields: [.hidden("name", name)],
            confirmation: f("Confirm: \(name) signs in with the password alone."),
            isDangerous: true
        ).html(in: f)
    }

    private static func removal(of name: String, _ f: PageContext) -> HTML {
        ActionForm(
            action: "delete-team-member",
            title: f("Remove", meaning: "member"),
            fields: [.hidden("name", name)],
            confirmation: f("Confirm: \(name) can no longer sign in."),
            isDangerous: true
        ).html(in: f)
    }
}

extension PageContext {
    /// The name of a role.
    func role(_ role: ConsoleRole) -> String {
        switch role {
        case .viewer: self("viewer: sees everything")
        case .support: self("support: acts for customers")
        case .admin: self("admin: everything")
        }
    }
}
