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
            title: f("Add or update a team member", "添加或变更成员"),
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
            confirmation: f("Confirm.", "确认。")
        )
        let list = Components.list(
            f("Team", "成员"),
            id: "people",
            of: self.members,
            empty: f("No members.", "无。"),
            [
                f("Name", "用户名"): { HTML($0.name) },
                f("Role", "角色"): { HTML(f.role($0.role)) },
                f("Start", "开始时间"): { f.time($0.created) },
                f("Second factor", "两步验证"): {
                    $0.hasSecondFactor
                        ? Components.badge(f("on", "启用"), .good) : Components.badge(f("off", "停用"))
                },
                f("Actions", "操作"): {
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
            title: f("Turn the second factor off", "关闭两步验证"),
            fields: [.hidden("name", name)],
            confirmation: f("Confirm: \(name) signs in with the password alone.", "确认 \(name) 仅用密码登录。"),
            isDangerous: true
        ).html(in: f)
    }

    private static func removal(of name: String, _ f: PageContext) -> HTML {
        ActionForm(
            action: "delete-team-member",
            title: f("Remove", "移除"),
            fields: [.hidden("name", name)],
            confirmation: f("Confirm: \(name) can no longer sign in.", "确认 \(name) 不能再登录。"),
            isDangerous: true
        ).html(in: f)
    }
}

extension PageContext {
    /// The name of a role.
    func role(_ role: ConsoleRole) -> String {
        switch role {
        case .viewer: self("viewer: sees everything", "查看者：只看")
        case .support: self("support: acts for customers", "客服：可为用户操作")
        case .admin: self("admin: everything", "管理员：全部")
        }
    }
}
