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
        let rows = people.map { person -> [HTML] in
            let remove =
                person.name == f.user
                ? .empty
                : ActForm(
                    act: "remove-person",
                    title: f("Remove", "移除"),
                    fields: [.hidden("name", person.name)],
                    confirmation: f("Yes, \(person.name) may no longer sign in.", "是，\(person.name) 不能再登录。"),
                    isDangerous: true
                ).html(in: f)
            return [HTML(person.name), HTML(f.role(person.role)), f.time(person.created), remove]
        }
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
        let table = Parts.table(
            f("People", "人员"),
            [f("Name", "用户名"), f("Role", "角色"), f("Since", "自"), f("Act", "操作")],
            rows,
            empty: ""
        )
        return Page(f.name(of: .users), place: .users, "<div class=\"acts\">\(put.html(in: f))</div>\n\(table)")
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
