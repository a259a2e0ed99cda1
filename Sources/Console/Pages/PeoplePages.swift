// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// Who did what.
package struct AuditPage: Sendable {
    /// An entry.
    package struct Entry: Sendable {
        /// When.
        package var instant: Date
        /// Who.
        package var actor: String
        /// What.
        package var action: String
        /// To what.
        package var target: String
        /// More.
        package var detail: String?

        /// Makes an entry.
        package init(instant: Date, actor: String, action: String, target: String, detail: String?) {
            self.instant = instant
            self.actor = actor
            self.action = action
            self.target = target
            self.detail = detail
        }
    }

    /// The entries, the newest first.
    package var entries: [Entry]
    /// The address of the next page.
    package var older: String?

    /// Makes the page.
    package init(entries: [Entry], older: String?) {
        self.entries = entries
        self.older = older
    }

    /// The page.
    package func page(in f: Frame) -> Page {
        let rows = entries.map { entry -> [HTML] in
            [
                f.time(entry.instant), HTML(f.mover(entry.actor)), HTML(f.action(entry.action)),
                Link(entry.target, "/console/search?q=" + HTML.escapeSegment(entry.target)).html, "\(entry.detail)",
            ]
        }
        let table = Parts.table(
            f("Audit", "操作记录"),
            [f("When", "时间"), f("Who", "谁"), f("What", "操作"), f("To what", "对象"), f("Detail", "详情")],
            rows,
            empty: f("Nothing was done by hand.", "没有手工操作。")
        )
        let next = older.map { "<p class=\"pager\">\(Link(f("Older", "较旧"), $0).html)</p>" as HTML }
        return Page(f.name(of: .audit), place: .audit, "\(table)\(next)")
    }
}

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

/// A person's own account.
package struct AccountPage: Sendable {
    /// Makes the page.
    package init() {}

    /// The page.
    package func page(in f: Frame) -> Page {
        let form = ActForm(
            act: "password",
            title: f("Change the password", "修改密码"),
            fields: [
                .password(name: "old", label: f("The password of today", "当前密码"), autocomplete: "current-password"),
                .password(
                    name: "new",
                    label: f("The new one, 12 characters or more", "新密码，至少 12 个字符"),
                    autocomplete: "new-password"
                ),
            ],
            confirmation: f("Yes; every other session of mine ends.", "是；我的其他会话将结束。"),
            isOpen: true
        )
        return Page(
            f.user,
            "<p>\(f("Role", "角色")): \(Parts.badge(f.role(f.role)))</p>\n\(form.html(in: f))"
        )
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
