// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// The settings in effect; secrets are never part of it.
package struct ConfigurationPage: Sendable {
    /// A setting.
    package struct Setting: Sendable {
        /// Its key, as the configuration file has it.
        package var key: String
        /// The value in effect.
        package var value: String
        /// Whether it differs from the default.
        package var isChanged: Bool

        /// Makes a value.
        package init(key: String, value: String, isChanged: Bool) {
            self.key = key
            self.value = value
            self.isChanged = isChanged
        }
    }

    /// The settings of the server, and of each app.
    package var groups: [(name: String?, settings: [Setting])]
    /// Whether only what differs from the default is listed.
    package var changedOnly: Bool

    /// Makes the page.
    package init(groups: [(name: String?, settings: [Setting])], changedOnly: Bool) {
        self.groups = groups
        self.changedOnly = changedOnly
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        func chip(_ name: String, _ isOn: Bool) -> HTML {
            let current: HTML = isOn == changedOnly ? " aria-current=\"true\"" : .empty
            let path = f.path(to: "/console/configuration", [("only", isOn ? "changed" : nil)])
            return "<a class=\"chip\" href=\"\(path)\"\(current)>\(name)</a>"
        }
        let sections = groups.enumerated().map { index, group -> HTML in
            let rows = group.settings.filter { $0.isChanged || !changedOnly }.map { setting -> [HTML] in
                [
                    Components.code(setting.key), HTML(setting.value),
                    setting.isChanged
                        ? Components.badge(f("set"), .info) : Components.soft(f("default")),
                ]
            }
            let title = group.name ?? f("Server")
            let table = Components.table(
                title,
                [f("Key"), f("Value"), f("Source")],
                rows,
                empty: f("Everything is the default.")
            )
            return Components.section(title, id: "settings-\(index)", table)
        }
        let lead = f(
            "The settings in effect. Change them in the configuration file or the environment; secrets are not shown."
        )
        return Page(
            f.name(of: .configuration),
            place: .configuration,
            """
            <p class="soft">\(lead)</p>
            <p class="chips">\(chip(f("All"), false))\(chip(f("Changed only"), true))</p>
            \(sections)
            """
        )
    }
}
