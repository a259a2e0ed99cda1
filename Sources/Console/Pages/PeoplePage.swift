// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// Who may sign in.
package struct PeoplePage: Sendable {
    /// The people: name, role, since when.
    package var people: [(name: String, role: ConsoleRole, created: Date)]

    /// Makes the page.
    package init(people: [(name: String, role: ConsoleRole, created: Date)]) {
        self.people = people
    }

    /// The page.
    package func page(in f: Frame) -> Page {
        let put = ActForm(
            act: "put-person",
            title: f("Add or change a person", "添加或变更人员"),
            fields: [
                .text(name: "name", label: f("Name", "用户名")),
                .choice(
                    name: "role",
                    label: f("Role", "角色"),
                    options: ConsoleRole.allCases.map { (value: $0.rawValue, text: f.role($0)) }
                ),
                .password(
                    name: "password",
                    label: f("Password, 12 characters or more", "密码，至少 12 个字符"),
                    autocomplete: "new-password"
                ),
            ],
            confirmation: f("Yes.", "是。")
        )
        let list = Parts.list(
            f("Who may sign in", "可登录人员"),
            id: "people",
            of: people,
            empty: f("Nobody.", "无。"),
            [
                f("Name", "用户名"): { HTML($0.name) },
                f("Role", "角色"): { HTML(f.role($0.role)) },
                f("Since", "自"): { f.time($0.created) },
                f("Act", "操作"): { $0.name == f.user ? .empty : Self.removal(of: $0.name, f) },
            ]
        )
        return Page(f.name(of: .users), place: .users, "<div class=\"acts\">\(put.html(in: f))</div>\n\(list)")
    }

    private static func removal(of name: String, _ f: Frame) -> HTML {
        ActForm(
            act: "remove-person",
            title: f("Remove", "移除"),
            fields: [.hidden("name", name)],
            confirmation: f("Yes, \(name) may no longer sign in.", "是，\(name) 不能再登录。"),
            isDangerous: true
        ).html(in: f)
    }
}

extension Frame {
    /// The name of a role.
    func role(_ role: ConsoleRole) -> String {
        switch role {
        case .viewer: self("viewer: sees everything", "查看者：只看")
        case .support: self("support: acts for customers", "客服：可为顾客操作")
        case .admin: self("admin: everything", "管理员：全部")
        }
    }
}
