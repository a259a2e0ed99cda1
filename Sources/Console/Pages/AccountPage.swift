// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// A person's own account.
package struct AccountPage: Sendable {
    /// Makes the page.
    package init() {}

    /// The page.
    package func page(in f: PageContext) -> Page {
        let form = ActionForm(
            action: "password",
            title: f("Change the password", "修改密码"),
            fields: [
                .password(name: "old", label: f("Current password", "当前密码"), autocomplete: "current-password"),
                .password(
                    name: "new",
                    label: f("The new one, 12 characters or more", "新密码，至少 12 个字符"),
                    autocomplete: "new-password"
                ),
            ],
            confirmation: f("Confirm: end all my other sessions.", "确认结束我的其他会话。"),
            isOpen: true
        )
        return Page(
            f.user,
            "<p>\(f("Role", "角色")): \(Components.badge(f.role(f.role)))</p>\n\(form.html(in: f))"
        )
    }
}
