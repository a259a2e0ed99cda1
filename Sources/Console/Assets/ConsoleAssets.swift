// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The style sheet, the script and the icon of the console; each is a file in this folder, compiled into the program.
package enum ConsoleAssets {
    /// The colors and the layout over Bootstrap's, light and dark.
    package static let style =
        text(PackageResources.frame_css) + text(PackageResources.charts_css) + text(PackageResources.customer_css)
        + text(PackageResources.screens_css)

    /// What the pages do by script; all of them work without it, but for charts and live updates.
    package static let script = text(PackageResources.console_js)

    /// The icon.
    package static let icon = text(PackageResources.icon_svg)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
