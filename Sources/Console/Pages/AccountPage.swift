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
        let shortcuts = Components.section(
            f("Keyboard", "键盘"),
            id: "shortcuts",
            """
            <div class="form-check" data-with-script><input class="form-check-input" type="checkbox" id="shortcuts-on" data-shortcuts>
            <label for="shortcuts-on">\(f("Shortcuts in this browser", "在此浏览器中使用快捷键"))</label></div>
            <p class="soft">\(f(
                "/ search · g o overview · g c customers · g r charts · g h health · g w webhooks · Esc close",
                "/ 搜索 · g o 概览 · g c 用户 · g r 图表 · g h 运行状况 · g w Webhook · Esc 关闭"
            ))</p>
            """
        )
        var page = Page(f.user, "\(form.html(in: f))\n\(shortcuts)")
        page.badges = Components.badge(f.role(f.role))
        return page
    }
}
