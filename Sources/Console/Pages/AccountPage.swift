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
            isOpen: false
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
        var page = Page(
            f.user,
            """
            \(codes.map { KeysPage.once($0.joined(separator: "\n"), f) })
            \(Components.section(f("Second factor", "两步验证"), id: "second-factor", secondFactor(f)))
            \(Components.section(f("Password", "密码"), id: "password-change", form.html(in: f)))
            \(Components.section(f("Sessions", "会话"), id: "sessions", sessionList(f)))
            \(shortcuts)
            """
        )
        page.badges = Components.badge(f.role(f.role))
        return page
    }

    private func secondFactor(_ f: PageContext) -> HTML {
        let lead = f(
            "Signing in then needs a code of an authenticator app after the password.",
            "启用后，登录时除密码外还需要身份验证器应用的验证码。"
        )
        switch factor {
        case .off:
            let begin = ActionForm(
                action: "begin-second-factor",
                title: f("Set up an authenticator app", "设置身份验证器应用"),
                fields: [.hidden("scope", f.scope.value), .hint(lead)]
            )
            return "<p>\(Components.badge(f("off", "停用"))) \(Components.soft(lead))</p>\(begin.html(in: f))"
        case .pending(let secret, let address):
            let enable = ActionForm(
                action: "enable-second-factor",
                title: f("Turn on", "启用"),
                fields: [.text(name: "code", label: f("Code of the app, six digits", "应用显示的六位验证码"))],
                isOpen: true
            )
            return """
                <p>\(f("Enter this secret in the app, then the code that it shows.", "在应用中输入此密钥，再输入其显示的验证码。"))</p>
                \(Components.facts([
                    (f("Secret", "密钥"), Components.code(secret)),
                    (f("Address for apps on this device", "本机应用的地址"), "<a href=\"\(address)\">otpauth://totp/Purser</a>"),
                ]))
                \(enable.html(in: f))
                """
        case .on(let since, let count):
            let disable = ActionForm(
                action: "disable-second-factor",
                title: f("Turn off", "停用"),
                fields: [.text(name: "code", label: f("Code of the app, or a recovery code", "应用的验证码或恢复代码"))],
                confirmation: f("Confirm: the password alone opens this account.", "确认：仅凭密码即可登录此账户。"),
                isDangerous: true
            )
            let left = f("\(count) recovery codes are left.", "剩余 \(count) 个恢复代码。")
            return """
                <p>\(Components.badge(f("on", "启用"), .good)) \(f("since", "自")) \(f.time(since)). \(left)</p>\(disable.html(in: f))
                """
        }
    }

    private func sessionList(_ f: PageContext) -> HTML {
        let rows = sessions.map { session -> [HTML] in
            [
                f.time(session.began), f.time(session.seen),
                session.isThis ? Components.badge(f("this one", "当前会话"), .info) : .empty,
            ]
        }
        let table = Components.table(
            f("Sessions", "会话"),
            [f("Began", "开始"), f("Last used", "最近使用"), f("Session", "会话")],
            rows,
            empty: "–"
        )
        guard sessions.count > 1 else { return table }
        let end = ActionForm(
            action: "end-other-sessions",
            title: f("End my other sessions", "结束我的其他会话"),
            fields: [],
            confirmation: f("Confirm: other browsers have to sign in again.", "确认：其他浏览器需要重新登录。")
        )
        return "\(table)<div class=\"acts\">\(end.html(in: f))</div>"
    }
}
